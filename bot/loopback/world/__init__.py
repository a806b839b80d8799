"""The state that the stand-in keeps: people, servers, channels, messages, commands, interactions."""
