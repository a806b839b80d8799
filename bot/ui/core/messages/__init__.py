"""Messages, buttons, selects and forms as values, within Discord's limits."""
