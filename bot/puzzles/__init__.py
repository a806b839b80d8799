"""The daily puzzles and the deals of the day of servers, with streaks and leaderboards."""
