"""The engine's values put into words, by subject. Each function speaks through the `Messages` of one language."""
