"""Ranks the entrants of an event, builds brackets and crosstables, orders seeds, and books places for leagues."""
