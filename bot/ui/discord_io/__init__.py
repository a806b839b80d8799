"""The only callers of discord.py's senders."""
