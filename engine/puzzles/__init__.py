"""Puzzles, which are positions of deals between computer players. In each, one lead is clearly the best."""
