"""What plays may bring and what speaks for them, for people."""
