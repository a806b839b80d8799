"""Samples of where the cards may be that a seat does not see."""
