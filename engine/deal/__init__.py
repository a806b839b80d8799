"""A deal from the shuffle to its result."""
