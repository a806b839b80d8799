"""Tables with their lobbies, games, clock and computer players. They use the engine, but neither Discord nor SQL."""
