"""Finished deals: history, reviews, and the coach."""
