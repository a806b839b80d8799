"""The Discord surface: commands, panels and messages. Only this folder knows discord.py."""
