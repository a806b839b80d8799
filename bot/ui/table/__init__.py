"""A match in progress as everyone sees it: seats, votes, its end."""
