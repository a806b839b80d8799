"""What players may type: cards, answers, rule changes."""
