"""How the cards may lie that a seat does not see."""
