"""Parses what users type (cards, answers, rule changes), and suggests how to complete it."""
