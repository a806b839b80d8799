"""Computer players, and the advice that they can give to people."""
