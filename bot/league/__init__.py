"""Teams, leagues and ratings that outlast a match, as pure rules and one service that the rest of the bot calls."""
