"""The vocabulary: cards, rules, actions, events, views."""
