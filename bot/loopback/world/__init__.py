"""The stand-in's state: people, servers, channels, messages, commands, interactions."""
