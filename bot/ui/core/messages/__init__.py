"""Messages, buttons, selects and forms as plain values, within Discord's limits."""
