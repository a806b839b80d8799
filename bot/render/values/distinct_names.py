"""Names of which no two are painted alike, whatever letters the fonts lack."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import count


def make_distinct(
    names: Sequence[str],
    get_painted_name: Callable[[str], str],
    nameless: Callable[[int], str],
    numbers: Sequence[int] | None = None,
) -> tuple[str, ...]:
    """Return the names, with a number where two look alike, and words and a number where fonts have no letter.

    `numbers` are those of seats; without them each name takes the lowest number that is free.
    """
    painted = [get_painted_name(name) for name in names]
    often = Counter(painted)
    shown, taken = list(names), set[str]()
    for at in sorted(range(len(names)), key=lambda at: painted[at] != ""):
        letters = painted[at]
        if letters and often[letters] == 1 and letters not in taken:
            continue
        used = taken.union(often) if letters else taken
        tried = (f"{names[at]} ({n})" if letters else nameless(n) for n in count(numbers[at] if numbers else 1))
        shown[at] = next(name for name in tried if get_painted_name(name) not in used)
        taken.add(get_painted_name(shown[at]))
    return tuple(shown)
