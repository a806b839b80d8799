"""The rulebook, help and the tutorial."""
