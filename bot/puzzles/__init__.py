"""Daily puzzles of servers: made ahead, answered once a day, counted in streaks and leaderboards."""
