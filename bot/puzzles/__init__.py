"""Daily puzzles of servers: made in advance, answered once a day, with streaks and leaderboards."""
