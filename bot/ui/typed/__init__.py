"""Parses what users type (cards, answers, rule changes), and suggests how it may go on."""
