"""The bot's database. It stores tables, leagues, events and puzzles, and which Discord messages show them."""
