"""Teams, ladders, and what may change about them, as values."""
