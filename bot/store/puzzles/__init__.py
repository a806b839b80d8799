"""Puzzles and deals of the day."""
