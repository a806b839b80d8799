"""The values of the game (cards, rules, actions, events, views), their text forms and the checks of rules."""
