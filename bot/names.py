"""Checks and compares names that people choose."""

import re
import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

from disarm import skeleton_key

_INVISIBLE: Final = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_BLANK_LETTERS: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and signs that show nothing, such as the fillers of Hangul and the empty Braille cell."""
_JOINERS: Final = {"\u200d", "\u200c"}  # invisible joiners, which emoji and several scripts need
_STACKED_MARKS: Final = 3
"""If one letter has this number of accents or more, they reach into the line above."""
_VISIBLE: Final = ("L", "N", "S", "P")
MAX_NEAREST: Final = 5
LEAST_LIKENESS: Final = 0.5
"""The least similarity, from 0 to 1, between a typed text and a name that is suggested for it."""
MENTION_PATTERN: Final = re.compile(r"<@[!&]?\d+>")
"""Matches a mention of a user or role. No name may contain a mention, because its id could not be erased later."""

_FULL_WIDTH: Final = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}
_LOOSE_JOINER: Final = re.compile(r"(?:^|[\x00-\x7f])[\u200c\u200d]|[\u200c\u200d](?:$|[\x00-\x7f])")
_LINK: Final = re.compile(
    r"\w://|\bwww\.|(?:discord|dsc)\.(?:gg|com|me|new)\b|discordapp\.com"
    r"|\w\.[a-z]{2,}/|\w\.(?:app|cc|cn|co|com|dev|gg|info|io|link|ly|me|net|org|ru|tk|tv|tw|xyz)\b"
)
_MENTION: Final = re.compile(r"<(?:[@#:/]|a:|t:|id:)|(?<!\w)@\w|@(?:everyone|here)")
_MARKDOWN: Final = re.compile(r"[*`\\]|~~|\|\||__|(?<!\w)_|_(?!\w)|\]\(|^(?:#{1,3}|-#|>)\s|^>>>")


def to_plain_width(text: str) -> str:
    """Return text with full-width letters, digits and signs in their usual width; a `²` stays as it is."""
    return text.translate(_FULL_WIDTH)


def compose_name(text: str) -> str:
    """Return a name in Unicode's composed form (NFC), with single blanks between words."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def is_readable(name: str) -> bool:
    """Return whether a name has visible characters, no hidden ones, no accents that reach other lines, no mention."""
    kinds = [unicodedata.category(c) for c in name]
    hidden = any(kind in _INVISIBLE and c not in _JOINERS for c, kind in zip(name, kinds, strict=True))
    hidden = hidden or not _BLANK_LETTERS.isdisjoint(name) or bool(_LOOSE_JOINER.search(name))
    stacked = "M" * _STACKED_MARKS in "".join(kind[0] for kind in kinds)
    visible = any(kind.startswith(_VISIBLE) for kind in kinds)
    return visible and not hidden and not stacked and not MENTION_PATTERN.search(name)


def is_plain(name: str) -> bool:
    """Return whether a name is readable and Discord shows it as typed, without links, mentions or formatting."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return is_readable(name) and not any(pattern.search(folded) for pattern in (_LINK, _MENTION, _MARKDOWN))


def name_key(name: str) -> str:
    """Return the key that must differ between names in a server. It ignores letter case, width and the like."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def find_alike(name: str, others: Iterable[str]) -> str | None:
    """Return the first of `others` that has the same key as `name` or looks the same; None if there is none."""
    key, look = name_key(name), _look_key(name)
    return next((one for one in others if name_key(one) == key or _look_key(one) == look), None)


def _look_key(name: str) -> str:
    # Characters that Unicode calls confusable, such as 0 and O, have equal keys. A new version of the library may
    # change the keys, so never store one.
    return skeleton_key(name, digit_policy="tr39") or name_key(name)


def find_nearest_keys(name: str, keys: Iterable[str]) -> list[str]:
    """Return the `keys` that are most similar to the key of `name`, best first, at most `MAX_NEAREST`."""
    return get_close_matches(name_key(name), list(keys), MAX_NEAREST, LEAST_LIKENESS)
