"""Sends messages through discord.py; no other folder does."""
