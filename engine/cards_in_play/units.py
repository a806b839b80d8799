"""Units, which are tuples and tractors, and the groupings of a set of cards into units."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice, product

from engine.cards_in_play.shapes import TractorLimits, UnitKind, Widths, is_uneven, list_widths
from engine.model.cards import ALL_FACES, Card, count_faces
from engine.model.options import ThrowUnits
from engine.model.rules import Rules
from engine.model.trump import NOTHING_GONE, Above, CardOrder, Trump

Held = Mapping[Card, int]
"""Copies by face; of one effective suit wherever tractors are involved."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A tuple or a tractor: `width` cards of each of `faces`, which touch and rise in strength."""

    width: int
    """Of an uneven tractor the least width."""
    faces: tuple[Card, ...]
    top: int
    """Strength of the highest face, by which units of one kind are compared."""
    widths: Widths = ()
    """The number of cards of each of `faces` in an uneven tractor; empty for other units."""

    @property
    def length(self) -> int:
        """Number of joined tuples; 1 for a tuple."""
        return len(self.faces)

    @property
    def size(self) -> int:
        """Number of cards."""
        return sum(self.widths) if self.widths else self.width * len(self.faces)

    @property
    def kind(self) -> UnitKind:
        """Width and length, and for an uneven tractor all widths."""
        return (self.width, len(self.faces), *self.widths) if self.widths else (self.width, len(self.faces))

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards, lowest first."""
        if len(self.faces) == 1:
            return self.faces * self.width
        return list_unit_cards(self.kind, self.faces)


Grouping = tuple[Unit, ...]
"""The units of a set of cards, largest first."""


def make_unit(width: int, faces: tuple[Card, ...], trump: Trump) -> Unit:
    """Return the unit of `width` cards of each of `faces`, which rise in strength."""
    return Unit(width, faces, trump.order.strength[faces[-1]])


@lru_cache(maxsize=2048)
def tuples_by_face(width: int, order: CardOrder) -> tuple[Unit, ...]:
    """Return the tuples of `width` cards by face, cached for each card order."""
    return tuple(Unit(width, (face,), order.strength[face]) for face in ALL_FACES)


def make_tractor(widths: Widths, faces: tuple[Card, ...], trump: Trump) -> Unit:
    """Return the unit of so many cards of each of `faces`, even or uneven, which rise in strength."""
    even = len(set(widths)) == 1
    return Unit(min(widths), faces, trump.order.strength[faces[-1]], () if even else widths)


def list_unit_cards(kind: UnitKind, faces: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards of a unit of this kind, lowest first."""
    return tuple(face for face, width in zip(faces, list_widths(kind), strict=True) for _ in range(width))


def unit_size_key(unit: Unit) -> tuple[int, int, Widths, int]:
    """Return the sort key for unit size: cards, then least width, then all widths if uneven, then strength."""
    widths = unit.widths
    return sum(widths) if widths else unit.width * len(unit.faces), unit.width, widths, unit.top


def sort_units(units: Iterable[Unit]) -> Grouping:
    """Return the units, largest first."""
    return tuple(sorted(units, key=lambda unit: (*unit_size_key(unit), unit.faces), reverse=True))


def find_tractor_paths(held: Held, width: int, length: int, above: Above) -> list[tuple[Card, ...]]:
    """Return every rising path over `length` touching faces held at least `width` times."""
    found: list[tuple[Card, ...]] = [(face,) for face, number in held.items() if number >= width]
    for _ in range(length - 1):
        found = [(*path, face) for path in found for face in above[path[-1]] if held.get(face, 0) >= width]
    return found


def find_unit_paths(held: Held, kind: UnitKind, above: Above) -> list[tuple[Card, ...]]:
    """Return every rising path over touching faces that holds a unit of this kind."""
    if not is_uneven(kind):
        return find_tractor_paths(held, kind[0], kind[1], above)
    lowest, *widths = list_widths(kind)
    found: list[tuple[Card, ...]] = [(face,) for face, number in held.items() if number >= lowest]
    for width in widths:
        found = [(*path, face) for path in found for face in above[path[-1]] if held.get(face, 0) >= width]
    return found


def uses_all_copies(held: Held, kind: UnitKind, path: tuple[Card, ...]) -> bool:
    """Return whether a unit of this kind leaves no cards of its faces."""
    if not is_uneven(kind):
        return all(held[face] == kind[0] for face in path)
    return all(held[face] == width for face, width in zip(path, list_widths(kind), strict=True))


def take_unit(held: dict[Card, int], kind: UnitKind, path: tuple[Card, ...]) -> None:
    """Take the cards of a unit out of `held`; a face may stay with no cards."""
    if is_uneven(kind):
        for face, width in zip(path, list_widths(kind), strict=True):
            held[face] -= width
        return
    for face in path:
        held[face] -= kind[0]


def put_back_unit(held: dict[Card, int], kind: UnitKind, path: tuple[Card, ...]) -> None:
    """Put the cards of a unit back."""
    if is_uneven(kind):
        for face, width in zip(path, list_widths(kind), strict=True):
            held[face] += width
        return
    for face in path:
        held[face] += kind[0]


def longest_run(held: Held, width: int, above: Above) -> int:
    """Return the length of the longest path over touching faces held at least `width` times; 0 if there are none."""
    ends = {face for face, number in held.items() if number >= width}
    length = 0
    while ends:
        length += 1
        ends = {face for low in ends for face in above[low] if held.get(face, 0) >= width}
    return length


def _largest_units_by_width(held: Held, trump: Trump, limits: TractorLimits, above: Above) -> Iterator[Unit]:
    """Yield the largest units of each width: the longest tractors, or the tuples; then the largest uneven tractors."""
    for width in range(1, max(held.values()) + 1):
        longest = min(longest_run(held, width, above), limits.max_length)
        length = longest if limits.allow(width, longest) else 1
        for faces in find_tractor_paths(held, width, length, above):
            yield make_unit(width, faces, trump)
    if limits.uneven:
        yield from _whole_uneven_tractors(held, trump, limits, above)


def _find_largest_unit(held: Held, trump: Trump, limits: TractorLimits, above: Above) -> Unit:
    """Return the largest unit; among equals the one that keeps longer tuples whole."""

    def key(unit: Unit) -> tuple[object, ...]:
        return (*unit_size_key(unit), [-held[face] for face in unit.faces], unit.faces)

    return max(_largest_units_by_width(held, trump, limits, above), key=key)


def _remove_unit(held: dict[Card, int], unit: Unit) -> None:
    take_unit(held, unit.kind, unit.faces)
    for face in unit.faces:
        if not held[face]:
            del held[face]


def group_largest_first(
    cards: Iterable[Card], trump: Trump, rules: Rules, gone: frozenset[Card] = NOTHING_GONE
) -> Grouping:
    """Group the cards of one effective suit, taking the largest unit first (docs/rules.md, 5).

    Under `throw_units = tuples` cards form a tractor only if they are one whole tractor.
    """
    held = count_faces(cards)
    limits, above = TractorLimits.of(rules), trump.order.adjacent_above(gone)
    found: list[Unit] = []
    size = sum(held.values())
    while held:
        largest = _find_largest_unit(held, trump, limits, above)
        if rules.throw_units is ThrowUnits.TUPLES and largest.size < size:
            return sort_units(make_unit(number, (face,), trump) for face, number in held.items())
        found.append(largest)
        _remove_unit(held, largest)
    return sort_units(found)


def all_units(
    cards: Iterable[Card],
    trump: Trump,
    rules: Rules,
    gone: frozenset[Card] = NOTHING_GONE,
    *,
    whole_uneven: bool = False,
) -> Iterator[Unit]:
    """Return all tuples, then lazily all tractors, that the cards of any suits can form, smallest first.

    Uneven tractors come last; with `whole_uneven` only those that leave no copies of their faces, since of many
    decks the others can be thousands.
    """
    held, order = count_faces(cards), trump.order
    faces = sorted(held, key=order.strength_place.__getitem__)
    widest = max(held.values(), default=0)
    singles = tuples_by_face(1, order)
    found = [singles[face] for face in faces]
    for width in range(2, widest + 1):
        wide = tuples_by_face(width, order)
        found += [wide[face] for face in faces if held[face] >= width]
    joinable = [face for face in faces if held[face] >= rules.tractor_min_width]
    if len(joinable) < rules.tractor_min_length:
        return iter(found)
    touching = {face: held[face] for face in joinable}
    return chain(found, _all_tractors(touching, widest, trump, rules, gone, whole_uneven=whole_uneven))


def _all_tractors(
    held: Held, widest: int, trump: Trump, rules: Rules, gone: frozenset[Card], *, whole_uneven: bool
) -> Iterator[Unit]:
    limits, above = TractorLimits.of(rules), trump.order.adjacent_above(gone)
    for width in range(limits.min_width, widest + 1):
        for length in range(limits.min_length, min(longest_run(held, width, above), limits.max_length) + 1):
            for faces in find_tractor_paths(held, width, length, above):
                yield make_unit(width, faces, trump)
    if limits.uneven:
        yield from _whole_uneven_tractors(held, trump, limits, above)
        yield from () if whole_uneven else _partial_uneven_tractors(held, trump, limits, above)


def _tractor_paths_of_any_length(held: Held, limits: TractorLimits, above: Above) -> Iterator[tuple[Card, ...]]:
    """Yield the faces of every tractor, even or uneven, that the cards can form."""
    longest = min(longest_run(held, limits.min_width, above), limits.max_length)
    for length in range(max(limits.min_length, 2), longest + 1):
        yield from find_tractor_paths(held, limits.min_width, length, above)


def _whole_uneven_tractors(held: Held, trump: Trump, limits: TractorLimits, above: Above) -> Iterator[Unit]:
    """Yield the uneven tractors with all copies of their faces."""
    for path in _tractor_paths_of_any_length(held, limits, above):
        widths = tuple(held[face] for face in path)
        if len(set(widths)) > 1:
            yield make_tractor(widths, path, trump)


def _partial_uneven_tractors(held: Held, trump: Trump, limits: TractorLimits, above: Above) -> Iterator[Unit]:
    """Yield the uneven tractors that leave copies of their faces."""
    for path in _tractor_paths_of_any_length(held, limits, above):
        whole = tuple(held[face] for face in path)
        for widths in product(*(range(limits.min_width, number + 1) for number in whole)):
            if widths != whole and len(set(widths)) > 1:
                yield make_tractor(widths, path, trump)


def find_unit(cards: Iterable[Card], trump: Trump, rules: Rules, gone: frozenset[Card] = NOTHING_GONE) -> Unit | None:
    """Return the single unit that the cards form, or None."""
    held = count_faces(cards)
    widths = set(held.values())
    if len(widths) > 1 and rules.uneven_tractors:
        limits, above = TractorLimits.of(rules), trump.order.adjacent_above(gone)
        uneven = _whole_uneven_tractors(held, trump, limits, above)
        return next((unit for unit in uneven if len(unit.faces) == len(held)), None)
    if len(widths) != 1:
        return None
    width, length = widths.pop(), len(held)
    if length > 1 and not TractorLimits.of(rules).allow(width, length):
        return None
    whole = find_tractor_paths(held, width, length, trump.order.adjacent_above(gone))
    return make_unit(width, whole[0], trump) if whole else None


def groupings(
    cards: Iterable[Card], trump: Trump, rules: Rules, gone: frozenset[Card] = NOTHING_GONE, limit: int | None = None
) -> tuple[Grouping, ...]:
    """Return every maximal grouping of the cards of one effective suit, starting with the largest-first grouping.

    In a maximal grouping no two or more units form a unit together. `limit` ends the search early.
    """
    main = group_largest_first(cards, trump, rules, gone)
    if rules.throw_units is ThrowUnits.TUPLES:
        return (main,)
    held = dict(sorted(count_faces(cards).items(), key=lambda item: (trump.order.strength[item[0]], item[0])))
    rest = (sort_units(found) for found in _GroupingSearch(trump, TractorLimits.of(rules), gone).groupings(held, ()))
    others = (grouping for grouping in _distinct_groupings(rest) if grouping != main)
    return tuple(islice(chain((main,), others), limit))


def _distinct_groupings(found: Iterable[Grouping]) -> Iterator[Grouping]:
    seen: set[Grouping] = set()
    for grouping in found:
        if grouping not in seen:
            seen.add(grouping)
            yield grouping


def is_maximal(grouping: Iterable[Unit], trump: Trump, rules: Rules, gone: frozenset[Card] = NOTHING_GONE) -> bool:
    """Return whether no two or more of the units form a unit together."""
    return _GroupingSearch(trump, TractorLimits.of(rules), gone).maximal(tuple(grouping))


@dataclass(frozen=True, slots=True)
class _GroupingSearch:
    """The search over all groupings of one suit."""

    trump: Trump
    limits: TractorLimits
    gone: frozenset[Card]

    def groupings(self, held: dict[Card, int], found: Grouping) -> Iterator[Grouping]:
        """Yield the maximal groupings of `held` that extend `found`; each next unit starts at the lowest face."""
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
        """Return the units whose lowest face is `lowest`, largest first."""
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
        """Return whether units from one face come largest first, which avoids duplicate groupings."""
        if not found or found[-1].faces[0] != unit.faces[0]:
            return True
        last = found[-1]
        return (*unit_size_key(last), last.faces) >= (*unit_size_key(unit), unit.faces)

    def _completes_unit(self, found: Grouping, unit: Unit) -> bool:
        """Return whether `unit` and some of the found units form a unit together."""
        if self.limits.uneven:
            return self._completes_any_tractor(found, unit)
        near = [other for other in found if other.width == unit.width or other.faces == unit.faces]
        if any(self._are_one_unit((other, unit)) for other in near):
            return True
        held = _count_cards((*found, unit))
        return any(self._can_cover_tractor(faces, held, found, unit) for faces in self._tractors_through(held, unit))

    def _completes_any_tractor(self, found: Grouping, unit: Unit) -> bool:
        """Return the same where widths may differ: more cards on the faces of a tractor always join it."""
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
        """Return whether all the units form one unit together."""
        if all(unit.length == 1 and unit.faces == units[0].faces for unit in units):
            return True
        held = _count_cards(units)
        widths = set(held.values())
        if len(widths) != 1 or not self.limits.allow(width := widths.pop(), len(held)):
            return False
        return bool(find_tractor_paths(held, width, len(held), self.trump.order.adjacent_above(self.gone)))

    def maximal(self, grouping: Grouping) -> bool:
        """Return whether no two or more units form a unit together."""
        return not any(self._completes_unit(grouping[:at], unit) for at, unit in enumerate(grouping))

    def _tractors_through(self, held: dict[Card, int], unit: Unit) -> Iterator[tuple[Card, ...]]:
        """Yield the faces of the tractors in `held` that contain all faces of `unit`."""
        width = max(self.limits.min_width, unit.width)
        wide = {face for face, number in held.items() if number >= width}
        if wide.issuperset(unit.faces):
            for path in self._paths_through(wide, unit.faces[0]):
                # also in the middle: some faces touch with another between them
                if len(path) >= self.limits.min_length and set(unit.faces) <= set(path):
                    yield path

    def _paths_through(self, wide: set[Card], face: Card) -> Iterator[tuple[Card, ...]]:
        """Yield the paths over touching faces of `wide` that contain `face`, going down first, then up."""
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
        """Return whether `unit` and some found units form a tractor of exactly these faces, all of one width."""
        inside = [other for other in found if set(other.faces) <= set(faces)]
        widest = min(held[face] for face in faces)
        for width in range(max(self.limits.min_width, unit.width), widest + 1):
            rest = {face: width - (unit.width if face in unit.faces else 0) for face in faces}
            if any(rest.values()) and _can_cover(rest, inside):
                return True
        return False


def _count_cards(units: Iterable[Unit]) -> dict[Card, int]:
    """Return the copies by face of some units."""
    held: dict[Card, int] = {}
    for unit in units:
        if unit.widths:
            for face, width in zip(unit.faces, unit.widths, strict=True):
                held[face] = held.get(face, 0) + width
        else:
            for face in unit.faces:
                held[face] = held.get(face, 0) + unit.width
    return held


@lru_cache(maxsize=256)
def _invert_adjacency(above: Above) -> Above:
    """Return for each face the faces that touch it from below."""
    return tuple(tuple(low for low in ALL_FACES if face in above[low]) for face in ALL_FACES)


def _can_cover(wanted: dict[Card, int], units: list[Unit]) -> bool:
    """Return whether some of the units have exactly the wanted cards."""
    lowest = next((face for face, number in wanted.items() if number), None)
    if lowest is None:
        return True
    for at, unit in enumerate(units):
        if lowest in unit.faces and all(wanted.get(face, 0) >= unit.width for face in unit.faces):
            rest = {face: number - (unit.width if face in unit.faces else 0) for face, number in wanted.items()}
            # earlier units with this face were already tried
            if _can_cover(rest, [other for n, other in enumerate(units) if n > at or lowest not in other.faces]):
                return True
    return False
