"""Samples possible places of the cards that a seat does not see."""
