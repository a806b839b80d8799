"""Pure functions that pair the next round of an event, and rank its entrants by the rounds so far."""
