"""Booked deals, and the scores, standings and ratings that are computed from them, as values."""
