"""Sends messages, replies, commands and emoji to Discord through discord.py, and reacts to its refusals."""
