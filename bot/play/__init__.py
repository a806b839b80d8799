"""Tables: lobbies, games in progress, their clock and their computer players. Knows the engine, not Discord, not SQL."""
