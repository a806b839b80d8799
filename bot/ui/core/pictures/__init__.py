"""The texts in and beside pictures."""
