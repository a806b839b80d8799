"""Pure functions that change an event, because a user asks for it or because time has passed."""
