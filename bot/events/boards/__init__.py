"""Boards: deals that all tables of a round play, kept secret until the last one has, and their scores."""
