"""Messages: their rules and files, and how they are created, changed and deleted."""
