"""Messages that are kept up to date on Discord."""
