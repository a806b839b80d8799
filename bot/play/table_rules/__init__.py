"""Decides from a table's facts and game which changes are allowed and what follows from them, and shuffles deals."""
