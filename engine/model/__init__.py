"""The values of the game: cards, rules, actions, events, views."""
