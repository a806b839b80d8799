"""The store of leagues: their entrants, seasons, standings, leaderboards and audit logs."""
