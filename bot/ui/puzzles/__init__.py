"""The puzzle and the deal of the day, with practice and leaderboards; costly plays of a table, to try again."""
