"""Tables with their lobbies, games, clock and computer players; it uses the engine, but neither Discord nor SQL."""
