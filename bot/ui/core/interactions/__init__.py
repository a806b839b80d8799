"""Commands, presses and forms: who sent them, what the controls say, and what handlers answer."""
