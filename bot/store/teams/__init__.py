"""Teams, who is in them, and who is invited."""
