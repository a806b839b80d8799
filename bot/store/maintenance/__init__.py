"""Backups, upgrades, and the whole database as a file."""
