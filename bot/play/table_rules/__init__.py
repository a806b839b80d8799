"""What may change at a table and what follows from it: pure functions of its facts and its game."""
