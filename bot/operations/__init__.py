"""Opens and upgrades the database, runs operators' commands on it, and makes scheduled backups."""
