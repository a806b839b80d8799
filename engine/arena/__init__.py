"""Matches two computer players on the same deals, with sides swapped, and measures who is stronger and how fast."""
