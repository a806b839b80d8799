"""The Discord surface: commands, panels, and what is sent when. The only room that knows discord.py."""
