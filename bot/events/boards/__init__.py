"""Boards: deals that all tables of a round play, kept secret until the last has played them, and their scores."""
