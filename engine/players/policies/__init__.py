"""What the rule player knows, values and chooses."""
