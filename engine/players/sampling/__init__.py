"""Deals the cards that a seat has not seen to random places where they might be."""
