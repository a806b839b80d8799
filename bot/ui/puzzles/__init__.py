"""Puzzles of the day: the position, the answer, practice, the leaderboard."""
