"""Text as it is to be drawn letter by letter: cleaned, joined and in order from left to right, whatever the script.

Pictures use Pillow's basic layout so that every machine draws the same, and that engine neither joins Arabic
letters nor turns text that runs from the right. Names need no more than this: whole paragraphs are never drawn.
"""

import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache

_ALONE, _LAST, _FIRST = 0, 1, 2
_FORMS = {"<isolated>": _ALONE, "<final>": _LAST, "<initial>": _FIRST, "<medial>": _LAST + _FIRST}
_SKIN_TONES = range(0x1F3FB, 0x1F400)
_TAGS = range(0xE0000, 0xE0080)
_THAI = range(0xE00, 0xE80)
_MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")


@lru_cache(maxsize=2048)
def visual(text: str) -> str:
    """Return the characters of `text` in drawing order, without those that have no picture of their own."""
    clean = "".join(_clean(unicodedata.normalize("NFC", text)))
    if all(unicodedata.bidirectional(c) not in {"R", "AL"} for c in clean):
        return clean
    return "".join(_ordered(_joined(clean)))


def _clean(text: str) -> Iterable[str]:
    """Leave out controls, joiners, variation selectors, skin tones and loose marks; a blank is a blank."""
    for c in text:
        kind = unicodedata.category(c)
        if c.isspace():
            yield " "
        elif ord(c) in _SKIN_TONES or ord(c) in _TAGS or kind in {"Cc", "Cf", "Cs", "Me"}:
            continue
        elif kind != "Mn" or ord(c) in _THAI:
            yield c


@cache
def _forms() -> dict[str, dict[int, str]]:
    """Return for each Arabic letter its forms: alone, at the end, at the start, in the middle."""
    found: dict[str, dict[int, str]] = {}
    for point in (*range(0xFB50, 0xFC00), *range(0xFE80, 0xFEFD)):
        kind, *letters = unicodedata.decomposition(chr(point)).split() or [""]
        if kind in _FORMS and len(letters) == 1:
            found.setdefault(chr(int(letters[0], 16)), {})[_FORMS[kind]] = chr(point)
    return found


def _joined(text: str) -> str:
    """Return `text` with Arabic letters in the forms that their neighbours ask for."""
    forms = _forms()
    out = []
    for i, c in enumerate(text):
        mine = forms.get(c, {})
        before = forms.get(text[i - 1], {}) if i else {}
        after = forms.get(text[i + 1], {}) if i + 1 < len(text) else {}
        form = _LAST if _LAST in mine and _FIRST in before else _ALONE
        form += _FIRST if _FIRST in mine and _LAST in after else _ALONE
        out.append(mine.get(form, mine.get(_ALONE, c)))
    return "".join(out)


def _ordered(text: str) -> Iterable[str]:
    """Return runs in drawing order: the first strong letter gives the direction of the whole (after UAX 9)."""
    runs = _runs(text)
    turned = next((right for right, _ in runs if right is not None), False)
    filled: list[tuple[bool, str]] = []
    for right, run in runs:
        side = bool(turned) if right is None else right
        filled.append((side, run))
    for side, run in reversed(filled) if turned else filled:
        yield run[::-1].translate(_MIRRORED) if side else run


def _runs(text: str) -> list[tuple[bool | None, str]]:
    """Cut `text` where its direction changes: True from the right, False from the left, None neither."""
    runs: list[tuple[bool | None, str]] = []
    for c in text:
        kind = unicodedata.bidirectional(c)
        side = True if kind in {"R", "AL"} else False if kind in {"L", "EN", "AN"} else None
        if runs and runs[-1][0] == side:
            runs[-1] = (side, runs[-1][1] + c)
        else:
            runs.append((side, c))
    return runs
