"""The puzzle and the deal of the day, with practice and leaderboards, and costly plays of a table to try again."""
