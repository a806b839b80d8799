"""The state of the local Discord, such as its people, servers, channels and messages."""
