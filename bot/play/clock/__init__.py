"""Deadlines, pauses and clocks of tables."""
