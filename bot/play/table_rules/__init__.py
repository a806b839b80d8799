"""Decides which changes of a table are allowed and what follows from them, and shuffles the cards for deals."""
