"""Starts matches of teams, books deals and recounts scores, in a transaction that the caller commits."""
