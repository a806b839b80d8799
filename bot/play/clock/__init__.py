"""Time at tables."""
