"""Suggests the known name that is closest to a misspelt one."""

from collections.abc import Iterable
from difflib import get_close_matches


def suggest(word: str, known: Iterable[str]) -> str:
    """Return `; did you mean NAME?` for a word that is close to a known name, else nothing."""
    found = get_close_matches(word.strip().casefold(), known, n=1)
    return f"; did you mean {found[0]}?" if found else ""
