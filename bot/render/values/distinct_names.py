"""Makes names differ in pictures, even where fonts lack letters or long names are cut off."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import accumulate, count
from typing import Final

NUMBER_AT_END: Final = re.compile(r"(?<=\D)\(?\d{1,2}\)?$")
"""Matches the number at the end of a name, which is kept if the name is cut off."""
_ROOM: Final = 14
"""The length of a name for which every picture has room. A wide letter, such as a Chinese one, counts as two."""


def make_distinct(
    names: Sequence[str],
    get_painted_name: Callable[[str], str],
    nameless: Callable[[int], str],
    numbers: Sequence[int] | None = None,
) -> tuple[str, ...]:
    """Return the names. A number is added to each name that could look like another in a picture.

    `nameless` turns a number into a text, for a name that no font can paint. `numbers` has the number of each name's
    seat. If it is None, a name gets the lowest number that no other name has.
    """
    painted = [get_painted_name(name) for name in names]
    begun = [_cut(name) for name in painted]
    often = Counter(begun)
    shown, taken, everyone, last = list(names), set[str](), set(painted), dict[str, int]()
    for at in sorted(range(len(names)), key=lambda at: painted[at] != ""):
        letters = painted[at]
        if letters and often[begun[at]] == 1 and letters not in taken:
            continue
        tried = (
            (n, f"{names[at]} ({n})", f"{begun[at]} ({n})") if letters else (n, nameless(n), nameless(n))
            for n in count(numbers[at] if numbers else last.get(begun[at], 0) + 1)
        )
        used = [taken, everyone] if letters else [taken]
        last[begun[at]], shown[at], cut = next(
            one for one in tried if all(some.isdisjoint((get_painted_name(one[1]), one[2])) for some in used)
        )
        taken |= {get_painted_name(shown[at]), cut}
    return tuple(shown)


def _cut(name: str) -> str:
    """Return the part of a name for which every picture has room: its beginning, and a number at its end."""
    widths = accumulate(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in name)
    kept = sum(width <= _ROOM for width in widths)
    number = NUMBER_AT_END.search(name)
    return name if kept == len(name) else name[:kept] + (number[0] if number else "")
