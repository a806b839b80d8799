"""Matches two computer players on the same deals, with sides swapped, and measures their strength and speed."""
