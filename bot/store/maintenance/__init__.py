"""Backups, upgrades, checks of stored results, and the whole database as a file."""
