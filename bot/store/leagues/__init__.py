"""Leagues, their entrants, seasons, standings, leaderboards and audit log."""
