"""What people may choose as rules."""
