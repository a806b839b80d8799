"""Starts matches of teams, books deals and recounts scores. The caller commits the transaction."""
