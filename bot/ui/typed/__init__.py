"""Parses what players type: cards, answers, rule changes."""
