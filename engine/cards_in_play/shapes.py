"""Describes plays by their shape. If a hand cannot match the led shape, lists the shapes that it may play instead."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby, product
from typing import NamedTuple, Self

from engine.model.options import Follow
from engine.model.rules import Rules

UnitKind = tuple[int, ...]
"""The kind of a unit: how many equal cards it has at each rank (its width), and how many ranks (its length).

A pair is (2, 1), and a tractor of three pairs is (2, 3). An uneven tractor has its least width, its length, and then
the width of each rank, lowest first: 333-44 is (2, 2, 3, 2).
"""
Widths = tuple[int, ...]
"""The number of cards at each rank of an uneven tractor, from the lowest rank up. It is empty for other units."""
Shape = tuple[UnitKind, ...]
"""The kinds of the units of a play, largest first. As a requirement for a follow, it leaves out single cards."""

_ENDLESS = 1_000_000
_EVEN_PARTS = 2
"""How many numbers the kind of an even unit has: its width and its length."""


class TractorLimits(NamedTuple):
    """The limits on the sizes of tractors."""

    min_width: int
    min_length: int
    max_length: int
    uneven: bool = False
    """Whether the ranks of a tractor may have different widths."""

    @classmethod
    def of(cls, rules: Rules) -> Self:
        """Return the limits set by `rules`."""
        longest = rules.tractor_max_length or _ENDLESS
        return cls(rules.tractor_min_width, rules.tractor_min_length, longest, rules.uneven_tractors)

    def allow(self, width: int, length: int) -> bool:
        """Return whether `length` touching tuples of `width` cards form one tractor."""
        return width >= self.min_width and self.min_length <= length <= self.max_length


def is_uneven(kind: UnitKind) -> bool:
    """Return whether a unit of this kind is an uneven tractor."""
    return len(kind) > _EVEN_PARTS


def count_cards(kind: UnitKind) -> int:
    """Return the number of cards of a unit of this kind."""
    return kind[0] * kind[1] if len(kind) == _EVEN_PARTS else sum(kind[_EVEN_PARTS:])


def list_widths(kind: UnitKind) -> Widths:
    """Return how many equal cards a unit of this kind has at each of its ranks, from its lowest rank up."""
    return kind[_EVEN_PARTS:] or (kind[0],) * kind[1]


@lru_cache(maxsize=4096)
def tractors_first(shape: Shape) -> Shape:
    """Return the kinds without single cards. Tractors come first, then tuples, each from large to small."""
    units = [kind for kind in shape if kind[0] > 1]
    return tuple(sorted(units, key=lambda kind: (kind[1] > 1, count_cards(kind), kind), reverse=True))


@lru_cache(maxsize=4096)
def even_parts(kind: UnitKind, limits: TractorLimits) -> Shape:
    """Return the even units of an uneven tractor. Ranks of equal width stay a tractor if `limits` allow it."""
    parts: list[UnitKind] = []
    for width, ranks in groupby(list_widths(kind)):
        length = len(list(ranks))
        parts.extend([(width, length)] if limits.allow(width, length) else [(width, 1)] * length)
    return tuple(sorted(parts, key=lambda part: (count_cards(part), part), reverse=True))


def _partitions(total: int, largest: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to write `total` as a sum in which no number is above the one before it, largest numbers first."""
    if total == 0:
        yield ()
    for part in range(min(total, largest), 0, -1):
        for rest in _partitions(total - part, part):
            yield (part, *rest)


def _join_tuples(width: int, number: int, limits: TractorLimits) -> Iterator[Shape]:
    """Yield the ways to join `number` tuples of one width into tractors, longest first."""
    longest = min(number, limits.max_length) if limits.allow(width, limits.min_length) else 1
    for lengths in _partitions(number, longest):
        if all(length == 1 or length >= limits.min_length for length in lengths):
            yield tuple((width, length) for length in lengths)


@lru_cache(maxsize=4096)
def unit_splits(total: int, widest: int, limits: TractorLimits) -> tuple[Shape, ...]:
    """Return all ways to cut `total` cards into units of at most `widest` equal cards (order of docs/rules.md, 6)."""
    found: list[Shape] = []
    for widths in _partitions(total, widest):
        groups = [
            tuple(_join_tuples(width, widths.count(width), limits)) for width in sorted(set(widths), reverse=True)
        ]
        found.extend(tuple(kind for part in parts for kind in part) for parts in product(*groups))
    return tuple(found)


def _unit_cuts(kind: UnitKind, limits: TractorLimits) -> tuple[Shape, ...]:
    """Return all ways to cut a led unit into units, in order. The first way leaves the unit whole."""
    return unit_splits(kind[0] * kind[1], kind[0], limits)


def _cuts_without_tractors(width: int, number: int) -> tuple[Shape, ...]:
    """Return all ways to split `number` tuples of `width` cards into smaller ones. The first way splits nothing."""
    return tuple(tuple((part, 1) for part in widths) for widths in _partitions(width * number, width))


def _longest_tractor_first(kind: UnitKind, limits: TractorLimits) -> tuple[Shape, ...]:
    """Return the ways to cut a unit with at most one tractor, the longest tractor first (online rules, 8.2)."""
    width, length = kind
    found: list[Shape] = []
    for joined in range(length, 1, -1):
        if limits.allow(width, joined):
            found.extend(((width, joined), *rest) for rest in _cuts_without_tractors(width, length - joined))
    return (*found, *_cuts_without_tractors(width, length))


@lru_cache(maxsize=4096)
def unit_alternatives(kind: UnitKind, follow: Follow, limits: TractorLimits) -> tuple[Shape, ...]:
    """Return the shapes that may follow one led unit, best first. Raises ValueError for `minimal`."""
    if is_uneven(kind):
        parts = alternatives(even_parts(kind, limits), follow, limits)
        return parts if follow in {Follow.TUPLES, Follow.SUIT_ONLY} else ((kind,), *parts)
    width, length = kind
    match follow:
        case Follow.SHAPES:
            return _unit_cuts(kind, limits)
        case Follow.SHAPES_NO_NEW_TRACTORS:
            return _unit_cuts(kind, limits) if length > 1 else _cuts_without_tractors(width, 1)
        case Follow.TUPLES:
            return _cuts_without_tractors(width, length)
        case Follow.LONGEST_TRACTOR | Follow.TEMPLATE:
            return _longest_tractor_first(kind, limits)
        case Follow.SUIT_ONLY:
            return (((1, 1),) * (width * length),)
        case Follow.MINIMAL:
            raise ValueError(follow)


@lru_cache(maxsize=4096)
def alternatives(shape: Shape, follow: Follow, limits: TractorLimits) -> tuple[Shape, ...]:
    """Return the shapes that may follow a led shape, best first (docs/rules.md, 6). They leave out single cards."""
    lists = [unit_alternatives(kind, follow, limits) for kind in shape]
    at = [0] * len(lists)
    found = [_combine(lists, at)]
    while any(len(some) - 1 > place for some, place in zip(lists, at, strict=True)):
        left = [len(some) - place for some, place in zip(lists, at, strict=True)]
        # the unit with the most alternatives left takes the next of them (docs/rules.md, 6)
        at[left.index(max(left))] += 1
        found.append(_combine(lists, at))
    return tuple(dict.fromkeys(found))


def _combine(lists: list[tuple[Shape, ...]], at: list[int]) -> Shape:
    return tractors_first(tuple(kind for some, place in zip(lists, at, strict=True) for kind in some[place]))


def expansions(kind: UnitKind) -> tuple[Shape, ...]:
    """Return the ways to break up an even unit that a hand cannot match, best first.

    Source: 80 points in general terms, "recursive expansion". Uneven tractors are broken up by `even_parts`.
    """
    width, length = kind
    if length > 1:
        return (((width, 1),) * length,)
    return tuple(cut for cut in unit_splits(width, width - 1, TractorLimits(_ENDLESS, 2, 2)) if cut)
