"""Messages: what may be in them, how their files are kept, how they come, change and go."""
