"""The rules for cards in a trick: what may be led, what may follow, and who wins."""
