"""Puzzles: positions of deals between computer players in which one lead is clearly the best."""
