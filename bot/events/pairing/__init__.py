"""Pairs the next round of an event and ranks its entrants, with pure functions of the earlier rounds."""
