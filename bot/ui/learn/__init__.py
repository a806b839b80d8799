"""The rule book, help and the tutorial."""
