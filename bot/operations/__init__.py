"""Operators' commands for the database, and the upkeep that the bot does by itself."""
