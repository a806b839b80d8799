"""Interactions: registered commands, what people do with them, and the application's answers."""
