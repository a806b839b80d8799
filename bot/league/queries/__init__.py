"""What the league shows."""
