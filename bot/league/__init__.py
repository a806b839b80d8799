"""Teams, leagues and ratings, which outlast a match. The rest of the bot calls them through one service."""
