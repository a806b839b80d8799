"""Deals as they count: scores, standings and ratings, as values."""
