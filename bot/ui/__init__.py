"""The Discord surface: commands, panels and messages."""
