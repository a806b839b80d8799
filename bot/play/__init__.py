"""Tables: lobbies, running games, their clock and computer players. Knows the engine, but neither Discord nor SQL."""
