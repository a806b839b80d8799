"""A match in progress as everybody sees it, with its seats, votes and end."""
