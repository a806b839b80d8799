"""The state of the local Discord: people, servers, channels, messages, commands, interactions."""
