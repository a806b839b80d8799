"""Deals that are over: history, reviews, and the coach."""
