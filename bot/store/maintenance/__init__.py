"""Backups, upgrades, checks of stored results, and export and import of the whole database."""
