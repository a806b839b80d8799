"""The store of puzzles and deals of the day."""
