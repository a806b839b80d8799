"""Messages, buttons, selects and forms as values, within the limits of Discord."""
