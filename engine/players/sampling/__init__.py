"""Deals the cards that a seat does not see at random, as they might lie."""
