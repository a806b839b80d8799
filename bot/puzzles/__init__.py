"""Each server's daily puzzle and deal of the day, with streaks and leaderboards."""
