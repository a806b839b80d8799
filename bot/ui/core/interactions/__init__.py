"""Commands, presses and forms: their senders, the contents of controls, and the responses of handlers."""
