"""All texts that people read: the messages of each language, and functions that put the game into words."""
