"""Shapes: how many cards stand together, not which; and what a led shape turns into when it cannot be matched."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple, Self

from engine.rules import Follow, Rules

Kind = tuple[int, int]
"""Width and length of a unit: (2, 1) is a pair, (2, 3) a tractor of three pairs."""
Shape = tuple[Kind, ...]
"""Kinds of the units of a play, largest first; in an alternative single cards are left out: they are always there."""

_ENDLESS = 1_000_000


class Limits(NamedTuple):
    """Which tractors there are."""

    min_width: int
    min_length: int
    max_length: int

    @classmethod
    def of(cls, rules: Rules) -> Self:
        """Return the limits under `rules`."""
        return cls(rules.tractor_min_width, rules.tractor_min_length, rules.tractor_max_length or _ENDLESS)

    def allow(self, width: int, length: int) -> bool:
        """Tell whether `length` touching tuples of `width` cards are one tractor."""
        return width >= self.min_width and self.min_length <= length <= self.max_length


def largest_first(shape: Shape) -> Shape:
    """Return the kinds by size, then width, falling."""
    return tuple(sorted(shape, key=lambda kind: (kind[0] * kind[1], kind[0]), reverse=True))


def tractors_first(shape: Shape) -> Shape:
    """Return the kinds without single cards: tractors by size, then tuples by width. The order to look for them in."""
    units = [kind for kind in shape if kind[0] > 1]
    return tuple(sorted(units, key=lambda kind: (kind[1] > 1, kind[0] * kind[1], kind[0]), reverse=True))


def _partitions(total: int, largest: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to write `total` as a falling sum, largest parts first."""
    if total == 0:
        yield ()
    for part in range(min(total, largest), 0, -1):
        for rest in _partitions(total - part, part):
            yield (part, *rest)


def _joins(width: int, number: int, limits: Limits) -> Iterator[Shape]:
    """Yield the ways to join `number` tuples of one width into tractors, the longest joined first."""
    longest = min(number, limits.max_length) if limits.allow(width, limits.min_length) else 1
    for lengths in _partitions(number, longest):
        if all(length == 1 or length >= limits.min_length for length in lengths):
            yield tuple((width, length) for length in lengths)


@lru_cache(maxsize=4096)
def cuts(total: int, widest: int, limits: Limits) -> tuple[Shape, ...]:
    """Return all ways to cut `total` cards into units of at most `widest`, in order (docs/rules.md, 6).

    Widest first, a joined form before the same widths apart: 3+1, 2-2, 2+2, 2+1+1, 1+1+1+1.
    """
    found: list[Shape] = []
    for widths in _partitions(total, widest):
        groups = [tuple(_joins(width, widths.count(width), limits)) for width in sorted(set(widths), reverse=True)]
        found.extend(tuple(kind for part in parts for kind in part) for parts in product(*groups))
    return tuple(found)


def _tail(kind: Kind, limits: Limits) -> tuple[Shape, ...]:
    """Return the led kind and the cuts that come after it: it is the first of those that are no wider."""
    return cuts(kind[0] * kind[1], kind[0], limits)


def _apart(width: int, number: int) -> tuple[Shape, ...]:
    """Return `number` tuples apart and all cuts after them that join nothing."""
    return tuple(tuple((part, 1) for part in widths) for widths in _partitions(width * number, width))


def _longest_tractor(kind: Kind, limits: Limits) -> tuple[Shape, ...]:
    """Return one tractor of the longest length there is, then tuples, then singles (an online server's rules, 8.2)."""
    width, length = kind
    found: list[Shape] = []
    for joined in range(length, 1, -1):
        if limits.allow(width, joined):
            found.extend(((width, joined), *rest) for rest in _apart(width, length - joined))
    return (*found, *_apart(width, length))


@lru_cache(maxsize=4096)
def unit_alternatives(kind: Kind, follow: Follow, limits: Limits) -> tuple[Shape, ...]:
    """Return what one led unit may be followed by, best first.

    Raises:
        ValueError: `follow` has no fixed list (`minimal` looks at the hand).
    """
    width, length = kind
    match follow:
        case Follow.SHAPES:
            return _tail(kind, limits)
        case Follow.SHAPES_NO_NEW_TRACTORS:
            return _tail(kind, limits) if length > 1 else _apart(width, 1)
        case Follow.TUPLES:
            return _apart(width, length)
        case Follow.LONGEST_TRACTOR | Follow.TEMPLATE:
            return _longest_tractor(kind, limits)
        case Follow.SUIT_ONLY:
            return (((1, 1),) * (width * length),)
        case Follow.MINIMAL:
            raise ValueError(follow)


@lru_cache(maxsize=4096)
def alternatives(shape: Shape, follow: Follow, limits: Limits) -> tuple[Shape, ...]:
    """Return what may follow a led shape (largest unit first), best first, single cards left out (docs/rules.md, 6).

    Of several units one at a time moves on: the one with most alternatives left, of equals the larger, then the first.
    """
    lists = [unit_alternatives(kind, follow, limits) for kind in shape]
    at = [0] * len(lists)
    found = [_joined(lists, at)]
    while any(len(some) - 1 > place for some, place in zip(lists, at, strict=True)):
        left = [len(some) - place for some, place in zip(lists, at, strict=True)]
        at[left.index(max(left))] += 1
        found.append(_joined(lists, at))
    return tuple(dict.fromkeys(found))


def _joined(lists: list[tuple[Shape, ...]], at: list[int]) -> Shape:
    return tractors_first(tuple(kind for some, place in zip(lists, at, strict=True) for kind in some[place]))


def expansions(kind: Kind) -> tuple[Shape, ...]:
    """Return what an unmatched unit is expanded to, best first: a tractor to its tuples, a tuple to all smaller cuts.

    Source: 80 points in general terms, "recursive expansion".
    """
    width, length = kind
    if length > 1:
        return (((width, 1),) * length,)
    return tuple(cut for cut in cuts(width, width - 1, Limits(_ENDLESS, 2, 2)) if cut)
