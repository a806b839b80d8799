"""The player that decides by rules: what it knows, how it values cards and how it chooses."""
