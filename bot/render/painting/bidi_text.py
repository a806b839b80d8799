"""Puts the letters of a name in any script into the order in which they are painted.

Pillow's basic layout is the same on every machine, but it neither joins Arabic letters nor reverses right-to-left text.
"""

import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import groupby

_ISOLATED, _FINAL, _INITIAL = 0, 1, 2
_FORMS = {"<isolated>": _ISOLATED, "<final>": _FINAL, "<initial>": _INITIAL, "<medial>": _FINAL + _INITIAL}
_SKIN_TONES = range(0x1F3FB, 0x1F400)
_TAGS = range(0xE0000, 0xE0080)
_THAI = range(0xE00, 0xE80)
_MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")


@lru_cache(maxsize=2048)
def to_visual_order(text: str) -> str:
    """Return the characters of `text` in painting order, without invisible ones."""
    clean = "".join(_drop_invisible(unicodedata.normalize("NFC", text)))
    if all(unicodedata.bidirectional(c) not in {"R", "AL"} for c in clean):
        return clean
    return "".join(_reorder_runs(_join_arabic(clean)))


def _drop_invisible(text: str) -> Iterable[str]:
    """Drop invisible characters, skin tones, and marks that are not Thai. Every kind of space becomes a blank."""
    for c in text:
        kind = unicodedata.category(c)
        if c.isspace():
            yield " "
        elif ord(c) in _SKIN_TONES or ord(c) in _TAGS or kind in {"Cc", "Cf", "Cs", "Me"}:
            continue
        elif kind != "Mn" or ord(c) in _THAI:
            yield c


@cache
def _load_arabic_forms() -> dict[str, dict[int, str]]:
    forms: dict[str, dict[int, str]] = {}
    for point in (*range(0xFB50, 0xFC00), *range(0xFE80, 0xFEFD)):
        kind, *letters = unicodedata.decomposition(chr(point)).split() or [""]
        if kind in _FORMS and len(letters) == 1:
            forms.setdefault(chr(int(letters[0], 16)), {})[_FORMS[kind]] = chr(point)
    return forms


def _join_arabic(text: str) -> str:
    forms = _load_arabic_forms()
    out = []
    for i, c in enumerate(text):
        own = forms.get(c, {})
        before = forms.get(text[i - 1], {}) if i else {}
        after = forms.get(text[i + 1], {}) if i + 1 < len(text) else {}
        form = _FINAL if _FINAL in own and _INITIAL in before else _ISOLATED
        form += _INITIAL if _INITIAL in own and _FINAL in after else _ISOLATED
        out.append(own.get(form, own.get(_ISOLATED, c)))
    return "".join(out)


def _reorder_runs(text: str) -> Iterable[str]:
    """Yield runs of one direction in painting order. As in UAX 9, the first strong letter sets the base direction."""
    runs = [(rtl, "".join(run)) for rtl, run in groupby(text, _find_direction)]
    base = bool(next((rtl for rtl, _ in runs if rtl is not None), False))
    resolved = [(base if rtl is None else rtl, run) for rtl, run in runs]
    for rtl, run in reversed(resolved) if base else resolved:
        yield run[::-1].translate(_MIRRORED) if rtl else run


def _find_direction(c: str) -> bool | None:
    """Return True for right to left, False for left to right, None for a neutral character."""
    kind = unicodedata.bidirectional(c)
    return True if kind in {"R", "AL"} else False if kind in {"L", "EN", "AN"} else None
