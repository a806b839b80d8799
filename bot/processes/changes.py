"""What processes that share a database tell one another: a kind, and what it is about."""

from typing import Final

PERSON: Final = "person"
"""A user's name, language or preferences have changed."""
FORGOTTEN: Final = "forgotten"
"""A user's data has been deleted."""
FACT: Final = "fact"
"""A value of the key-value store has changed."""
