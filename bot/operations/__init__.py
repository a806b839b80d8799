"""Opens the database with its upgrades, runs operators' commands on it, and makes scheduled backups."""
