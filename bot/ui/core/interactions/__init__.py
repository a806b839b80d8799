"""Commands, presses and forms: who sent them, what the ids of their controls hold, and how handlers respond."""
