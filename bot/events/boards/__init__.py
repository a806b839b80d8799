"""Boards, which are deals that all tables of a round play and that stay secret until the last table has played them."""
