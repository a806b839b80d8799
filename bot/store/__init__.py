"""The bot's database. Implements the store ports of tables, leagues, events, puzzles and the Discord surface."""
