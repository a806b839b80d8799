"""Leagues, their entrants, seasons, standings and audit log."""
