"""Loads whole events, and saves what a change has altered in them."""
