"""Boards are deals that all tables of a round play. They stay secret until the last table has played them."""
