"""Puts the engine's values into words, by subject. Each function takes the `Messages` of one language."""
