"""Queries that load whole events, and save what a change has altered in them."""
