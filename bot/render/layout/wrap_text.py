"""Wraps text; layouts know no fonts, so the estimated widths are rather too large."""

import re
from collections.abc import Iterable
from typing import Final
from unicodedata import east_asian_width

from bot.render.layout.scene import Icon, Span
from engine.model.cards import Suit

_PIECES: Final = re.compile(
    r"[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f][\u3001\u3002\uff01\uff0c\uff1a\uff1b\uff1f\uff09\u300d]*|"
    r"[^\s\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]+\s*|\s+"
)
"""A Chinese character with the punctuation that may not begin a line, or a word with the spaces after it."""
_NARROW: Final = 0.74
_WIDE: Final = 1.46
"""Width of a letter and of a Chinese character, as a share of the height of capitals."""


def estimate_text_width(text: str, size: int) -> int:
    """Estimate the width of `text` with capitals `size` pixels high."""
    return round(sum(_WIDE if east_asian_width(letter) in "WF" else _NARROW for letter in text) * size)


def estimate_figures_width(parts: Iterable[Span], gap: int) -> int:
    """Return the largest width of figures and icons; measuring text needs the fonts."""
    widths = [
        part.size * (1.13 if isinstance(part.content, Suit | Icon) else 0.66 * len(part.content) + 0.05)
        for part in parts
    ]
    return round(sum(widths)) + gap * max(0, len(widths) - 1)


def wrap_lines(text: str, size: int, max_width: int, most: int = 3) -> tuple[str, ...]:
    """Wrap `text` into at most `most` lines of `max_width` columns; the rest stays in the last line."""
    lines = [""]
    for piece in _PIECES.findall(text):
        if lines[-1] and estimate_text_width(lines[-1] + piece.rstrip(), size) > max_width and len(lines) < most:
            lines.append("")
        lines[-1] += piece
    return tuple(line.strip() for line in lines if line.strip())
