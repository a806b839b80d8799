"""Finds tables and links to them. Decides which permissions the bot needs, and at which tables it may suggest plays."""
