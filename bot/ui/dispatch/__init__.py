"""One way in for presses and commands, one way out for answers."""
