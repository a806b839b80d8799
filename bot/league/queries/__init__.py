"""Queries of what the league shows."""
