"""Finds cards of one effective suit that form the units of a shape. It leaves out single cards, which always fit.

With `exact`, a tuple of n cards is taken only from a face held n times. The option `protect_longer` needs this.
"""

from collections.abc import Iterator
from functools import lru_cache

from engine.cards_in_play.shapes import Shape, UnitKind, is_uneven
from engine.cards_in_play.units import Held, find_unit_paths, put_back_unit, take_unit, uses_all_copies
from engine.model.cards import Card
from engine.model.trump import Above

Placed = tuple[UnitKind, tuple[Card, ...]]
"""Kind and faces of a placed unit."""


def only_multiples(held: Held) -> dict[Card, int]:
    """Return the faces held more than once."""
    return {face: number for face, number in held.items() if number > 1}


def find_fit(
    held: Held, shape: Shape, above: Above, *, exact: bool = False, allowed: frozenset[Placed] | None = None
) -> list[Placed] | None:
    """Return the units of `shape`, each with its faces. Return None if the cards do not form all of them at once.

    `shape` has tractors first and no single cards. If `allowed` is given, only the tractors in it may be used.
    """
    if not shape:
        return []
    if len(shape) == 1 and shape[0][1] == 1:
        return _fit_one_tuple(held, shape[0][0], exact=exact)
    if not _has_enough_tuples(held, shape, exact=exact):
        return None
    search = _FitSearch(dict(held), shape, above, exact=exact, allowed=allowed)
    return search.placed if search.place(0) else None


def _fit_one_tuple(held: Held, width: int, *, exact: bool) -> list[Placed] | None:
    for face, number in held.items():
        if number == width or (number > width and not exact):
            return [((width, 1), (face,))]
    return None


def _has_enough_tuples(held: Held, shape: Shape, *, exact: bool) -> bool:
    """Return whether there may be enough tuples, touching or not. This quick test comes before the search."""
    if any(is_uneven(kind) for kind in shape):
        return True
    for width in {width for width, _ in shape}:
        if exact:
            wanted = sum(length for wide, length in shape if wide == width)
            there = sum(number == width for number in held.values())
        else:
            wanted = sum(length * (wide // width) for wide, length in shape)
            there = sum(number // width for number in held.values())
        if there < wanted:
            return False
    return True


class _FitSearch:
    """Finds faces for the tractors one by one, and then for the tuples. It remembers positions that failed."""

    def __init__(
        self, held: dict[Card, int], shape: Shape, above: Above, *, exact: bool, allowed: frozenset[Placed] | None
    ) -> None:
        self.held = held
        self.shape = shape
        self.above = above
        self.exact = exact
        self.allowed = allowed
        self.placed: list[Placed] = []
        self.failed: set[tuple[int, ...]] = set()

    def place(self, at: int) -> bool:
        """Find faces for the units from index `at` on. Return whether every one of them got its faces."""
        if at == len(self.shape):
            return True
        kind = self.shape[at]
        if kind[1] == 1:
            return self._place_tuples(tuple(wide for wide, _ in self.shape[at:]))
        state = (at, *self.held.values())
        if state in self.failed:
            return False
        for path in self._allowed_paths(kind):
            take_unit(self.held, kind, path)
            self.placed.append((kind, path))
            if self.place(at + 1):
                return True
            self.placed.pop()
            put_back_unit(self.held, kind, path)
        self.failed.add(state)
        return False

    def _allowed_paths(self, kind: UnitKind) -> Iterator[tuple[Card, ...]]:
        for path in find_unit_paths(self.held, kind, self.above):
            if self.exact and not uses_all_copies(self.held, kind, path):
                continue
            if self.allowed is None or (kind, path) in self.allowed:
                yield path

    def _place_tuples(self, widths: tuple[int, ...]) -> bool:
        if not can_pack(_multiple_counts(self.held), widths, exact=self.exact):
            return False
        for at, width in enumerate(widths):
            self._place_tuple(width, widths[at + 1 :])
        return True

    def _place_tuple(self, width: int, rest: tuple[int, ...]) -> None:
        for face, number in self.held.items():
            if number == width or (number > width and not self.exact):
                self.held[face] -= width
                if can_pack(_multiple_counts(self.held), rest, exact=self.exact):
                    self.placed.append(((width, 1), (face,)))
                    return
                self.held[face] += width
        raise AssertionError("tuples that fit must find a place")


def _multiple_counts(held: Held) -> tuple[int, ...]:
    return tuple(sorted(number for number in held.values() if number > 1))


@lru_cache(maxsize=65536)
def can_pack(sizes: tuple[int, ...], widths: tuple[int, ...], *, exact: bool = False) -> bool:
    """Return whether faces with `sizes` copies can form tuples of all `widths`. `sizes` rise, and `widths` fall."""
    if not widths:
        return True
    width, rest = widths[0], widths[1:]
    if exact:
        return all(sizes.count(wide) >= widths.count(wide) for wide in set(widths))
    if sum(size // width for size in sizes) < widths.count(width) or sum(sizes) < sum(widths):
        return False
    if rest == (width,) * len(rest):
        return True
    for size in sorted(set(sizes)):
        if size >= width:
            at = sizes.index(size)
            left = sizes[:at] + sizes[at + 1 :] + ((size - width,) if size - width > 1 else ())
            if can_pack(tuple(sorted(left)), rest):
                return True
    return False
