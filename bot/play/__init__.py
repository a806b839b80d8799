"""Tables: lobbies, games in progress, their clock, their computer players. Knows the engine, not Discord, not SQL."""
