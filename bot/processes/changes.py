"""The changes that processes sharing a database report to one another: a kind, and an id or key."""

from typing import Final

PERSON: Final = "person"
"""A user's name, language or preferences have changed."""
FORGOTTEN: Final = "forgotten"
"""A user's data has been deleted."""
FACT: Final = "fact"
"""A value of the key-value store has changed."""
