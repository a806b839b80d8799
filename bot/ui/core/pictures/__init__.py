"""The words in and beside pictures."""
