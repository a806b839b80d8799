"""Finds tables and links to them, and decides what the bot may send and where plays may be suggested."""
