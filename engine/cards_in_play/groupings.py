"""Finds all ways to group the cards of one suit into units. No two units of a grouping may form one unit together."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice, product

from engine.cards_in_play.shapes import TractorLimits
from engine.cards_in_play.units import (
    Grouping,
    Unit,
    find_unit_paths,
    group_largest_first,
    make_tractor,
    make_unit,
    put_back_unit,
    sort_units,
    take_unit,
    unit_size_key,
)
from engine.model.cards import ALL_FACES, Card, count_faces
from engine.model.options import ThrowUnits
from engine.model.rules import Rules
from engine.model.trump import NOTHING_GONE, Above, Trump


def groupings(
    cards: Iterable[Card], trump: Trump, rules: Rules, gone: frozenset[Card] = NOTHING_GONE, limit: int | None = None
) -> tuple[Grouping, ...]:
    """Return the groupings in which no units could be joined into one.

    The first is the grouping of `group_largest_first`. With `throw_units = tuples` there are no others. Without
    `limit`, the search can take seconds.
    """
    main = group_largest_first(cards, trump, rules, gone)
    if rules.throw_units is ThrowUnits.TUPLES:
        return (main,)
    held = dict(sorted(count_faces(cards).items(), key=lambda item: (trump.order.strength[item[0]], item[0])))
    rest = (sort_units(found) for found in _GroupingSearch(trump, TractorLimits.of(rules), gone).groupings(held, ()))
    return tuple(islice(_distinct_groupings(chain((main,), rest)), limit))


def _distinct_groupings(found: Iterable[Grouping]) -> Iterator[Grouping]:
    seen: set[Grouping] = set()
    for grouping in found:
        if grouping not in seen:
            seen.add(grouping)
            yield grouping


def is_maximal(grouping: Iterable[Unit], trump: Trump, rules: Rules, gone: frozenset[Card] = NOTHING_GONE) -> bool:
    """Return whether no units of the grouping could be joined into one."""
    return _GroupingSearch(trump, TractorLimits.of(rules), gone).maximal(tuple(grouping))


@dataclass(frozen=True, slots=True)
class _GroupingSearch:
    trump: Trump
    limits: TractorLimits
    gone: frozenset[Card]

    def groupings(self, held: dict[Card, int], found: Grouping) -> Iterator[Grouping]:
        """Yield the maximal groupings that begin with the units `found` and use up all `held` cards."""
        lowest = next((face for face, number in held.items() if number), None)
        if lowest is None:
            yield found
            return
        for unit in self._units_from(held, lowest):
            if self._is_in_order(found, unit) and not self._completes_unit(found, unit):
                take_unit(held, unit.kind, unit.faces)
                yield from self.groupings(held, (*found, unit))
                put_back_unit(held, unit.kind, unit.faces)

    def _units_from(self, held: dict[Card, int], lowest: Card) -> list[Unit]:
        above = self.trump.order.adjacent_above(self.gone)
        units: list[Unit] = self._uneven_units_from(held, lowest) if self.limits.uneven else []
        for width in range(1, held[lowest] + 1):
            found: list[tuple[Card, ...]] = [(lowest,)]
            while found:
                length = len(found[0])
                if length == 1 or self.limits.allow(width, length):
                    units.extend(make_unit(width, faces, self.trump) for faces in found)
                found = [(*path, face) for path in found for face in above[path[-1]] if held.get(face, 0) >= width]
        return sorted(units, key=unit_size_key, reverse=True)

    def _uneven_units_from(self, held: dict[Card, int], lowest: Card) -> list[Unit]:
        above, least = self.trump.order.adjacent_above(self.gone), self.limits.min_width
        units: list[Unit] = []
        paths: list[tuple[Card, ...]] = [(lowest,)] if held[lowest] >= least else []
        while paths and len(paths[0]) <= self.limits.max_length:
            for path in paths if len(paths[0]) >= max(2, self.limits.min_length) else ():
                every = product(*(range(least, held[face] + 1) for face in path))
                units.extend(make_tractor(widths, path, self.trump) for widths in every if len(set(widths)) > 1)
            paths = [(*path, face) for path in paths for face in above[path[-1]] if held.get(face, 0) >= least]
        return units

    def _is_in_order(self, found: Grouping, unit: Unit) -> bool:
        """Return whether units that begin at the same face come largest first. This avoids duplicate groupings."""
        if not found or found[-1].faces[0] != unit.faces[0]:
            return True
        last = found[-1]
        return (*unit_size_key(last), last.faces) >= (*unit_size_key(unit), unit.faces)

    def _completes_unit(self, found: Grouping, unit: Unit) -> bool:
        """Return whether `unit` could be joined with units in `found` into a single unit."""
        if self.limits.uneven:
            return self._completes_any_tractor(found, unit)
        near = [other for other in found if other.width == unit.width or other.faces == unit.faces]
        if any(self._are_one_unit((other, unit)) for other in near):
            return True
        held = _count_cards((*found, unit))
        return any(self._can_cover_tractor(faces, held, found, unit) for faces in self._tractors_through(held, unit))

    def _completes_any_tractor(self, found: Grouping, unit: Unit) -> bool:
        """Return the same as `_completes_unit`, for rules in which tractors may be uneven."""
        if unit.length == 1 and any(other.faces == unit.faces for other in found):
            return True
        held = _count_cards((*found, unit))
        wide = {face for face, number in held.items() if number >= self.limits.min_width}
        if not wide.issuperset(unit.faces):
            return False
        for path in self._paths_through(wide, unit.faces[0]):
            faces = set(path)
            if len(path) >= max(2, self.limits.min_length) and faces.issuperset(unit.faces):
                inside = [other for other in found if faces.issuperset(other.faces)]
                there = _count_cards((*inside, unit))
                if inside and all(there.get(face, 0) >= self.limits.min_width for face in path):
                    return True
        return False

    def _are_one_unit(self, units: Grouping) -> bool:
        if all(unit.length == 1 and unit.faces == units[0].faces for unit in units):
            return True
        held = _count_cards(units)
        widths = set(held.values())
        if len(widths) != 1 or not self.limits.allow(width := widths.pop(), len(held)):
            return False
        return bool(find_unit_paths(held, (width, len(held)), self.trump.order.adjacent_above(self.gone)))

    def maximal(self, grouping: Grouping) -> bool:

        return not any(self._completes_unit(grouping[:at], unit) for at, unit in enumerate(grouping))

    def _tractors_through(self, held: dict[Card, int], unit: Unit) -> Iterator[tuple[Card, ...]]:
        width = max(self.limits.min_width, unit.width)
        wide = {face for face, number in held.items() if number >= width}
        if wide.issuperset(unit.faces):
            for path in self._paths_through(wide, unit.faces[0]):
                # Compare as sets, because a path may pass through further faces between two faces of the unit.
                if len(path) >= self.limits.min_length and set(unit.faces) <= set(path):
                    yield path

    def _paths_through(self, wide: set[Card], face: Card) -> Iterator[tuple[Card, ...]]:
        """Yield the sequences of touching faces that contain `face`. All their faces are in `wide`."""
        above = self.trump.order.adjacent_above(self.gone)
        downward: list[tuple[Card, ...]] = [(face,)]
        while downward:
            upward = downward
            while upward:
                yield from upward
                upward = [(*path, up) for path in upward for up in above[path[-1]] if self._may_extend(wide, path, up)]
            below = _invert_adjacency(above)
            downward = [
                (low, *path) for path in downward for low in below[path[0]] if self._may_extend(wide, path, low)
            ]

    def _may_extend(self, wide: set[Card], path: tuple[Card, ...], face: Card) -> bool:
        return face in wide and len(path) < self.limits.max_length

    def _can_cover_tractor(self, faces: tuple[Card, ...], held: dict[Card, int], found: Grouping, unit: Unit) -> bool:
        """Return whether `unit` and some of the found units together form an even tractor of exactly these faces."""
        inside = [other for other in found if set(other.faces) <= set(faces)]
        widest = min(held[face] for face in faces)
        for width in range(max(self.limits.min_width, unit.width), widest + 1):
            rest = {face: width - (unit.width if face in unit.faces else 0) for face in faces}
            if any(rest.values()) and _can_cover(rest, inside):
                return True
        return False


def _count_cards(units: Iterable[Unit]) -> dict[Card, int]:
    return count_faces(card for unit in units for card in unit.cards)


@lru_cache(maxsize=256)
def _invert_adjacency(above: Above) -> Above:
    return tuple(tuple(low for low in ALL_FACES if face in above[low]) for face in ALL_FACES)


def _can_cover(wanted: dict[Card, int], units: list[Unit]) -> bool:
    """Return whether some of the units together have exactly the wanted cards."""
    lowest = next((face for face, number in wanted.items() if number), None)
    if lowest is None:
        return True
    for at, unit in enumerate(units):
        if lowest in unit.faces and all(wanted.get(face, 0) >= unit.width for face in unit.faces):
            rest = {face: number - (unit.width if face in unit.faces else 0) for face, number in wanted.items()}
            # Earlier units with the lowest face were already tried.
            if _can_cover(rest, [other for n, other in enumerate(units) if n > at or lowest not in other.faces]):
                return True
    return False
