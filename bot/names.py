"""Names that people choose: what they may contain, and when two are the same."""

import re
import unicodedata
from typing import Final

_INVISIBLE: Final = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_JOINERS: Final = {"\u200d", "\u200c"}  # emoji and several scripts need them
_VISIBLE: Final = ("L", "N", "S", "P")
MENTION_PATTERN: Final = re.compile(r"<@[!&]?\d+>")
"""How Discord writes a user's id into typed text. Ids are kept only in columns of their own, so they can be erased."""


def compose_name(text: str) -> str:
    """Return a name with composed characters and single blanks."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def is_readable(name: str) -> bool:
    """Return whether a name has something visible, nothing invisible, and mentions nobody."""
    kinds = {c: unicodedata.category(c) for c in name}
    hidden = any(kind in _INVISIBLE and c not in _JOINERS for c, kind in kinds.items())
    visible = any(kind.startswith(_VISIBLE) for kind in kinds.values())
    return visible and not hidden and not MENTION_PATTERN.search(name)


def name_key(name: str) -> str:
    """Return the key by which names of one server are unique: letter case and width do not matter."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
