"""Players that play sampled deals out before they choose."""
