"""Sends messages, replies, commands and emoji to Discord through discord.py, and handles what Discord refuses."""
