"""Leagues, seasons and entrants, and what may change about them, as values."""
