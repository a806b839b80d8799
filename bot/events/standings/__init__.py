"""Standings, brackets and crosstables of events, seeds from earlier ones, and places that count in a league."""
