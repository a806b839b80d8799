"""Words in several lines. Layouts know no fonts, so widths are reckoned, rather too wide than too narrow."""

import re
from typing import Final
from unicodedata import east_asian_width

_PIECES: Final = re.compile(
    r"[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f][\u3001\u3002\uff01\uff0c\uff1a\uff1b\uff1f\uff09\u300d]*|"
    r"[^\s\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]+\s*|\s+"
)
"""A Chinese character with the marks that may not begin a line, or a word with the blanks after it."""
_NARROW: Final = 0.74
_WIDE: Final = 1.46
"""Width of a letter and of a Chinese character, as shares of the height of capitals."""


def reckoned(text: str, size: int) -> int:
    """Return about how many columns a text takes whose capitals are `size` pixels high."""
    return round(sum(_WIDE if east_asian_width(letter) in "WF" else _NARROW for letter in text) * size)


def wrapped(text: str, size: int, room: int, most: int = 3) -> tuple[str, ...]:
    """Return a text in at most `most` lines of `room` columns; what is too much stays in the last."""
    lines = [""]
    for piece in _PIECES.findall(text):
        if lines[-1] and reckoned(lines[-1] + piece.rstrip(), size) > room and len(lines) < most:
            lines.append("")
        lines[-1] += piece
    return tuple(line.strip() for line in lines if line.strip())
