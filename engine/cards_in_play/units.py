"""Units of cards, which are tuples, tractors and rainbows, and the ways to find them among cards."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, product

from engine.cards_in_play.shapes import TractorLimits, UnitKind, Widths, list_widths
from engine.model.cards import ALL_FACES, Card, count_faces
from engine.model.options import ThrowUnits
from engine.model.rules import Rules
from engine.model.trump import NOTHING_GONE, Above, CardOrder, Trump

Held = Mapping[Card, int]
"""The number of cards held of each face. Where tractors are sought, all faces are of one effective suit."""


@dataclass(frozen=True, slots=True)
class Unit:
    """Cards played together: a tuple, a tractor with rising faces, or a rainbow. Each face has `width` cards."""

    width: int
    """The number of cards of each face. In an uneven tractor, it is the least of these numbers."""
    faces: tuple[Card, ...]
    top: int
    """The strength of the highest face, or the rank of a rainbow. Among units of one kind, the higher top wins."""
    widths: Widths = ()
    """The number of cards of each of `faces` in an uneven tractor; empty for other units."""

    @property
    def length(self) -> int:
        """The number of faces. It is 1 for a tuple."""
        return len(self.faces)

    @property
    def size(self) -> int:
        """Number of cards."""
        return sum(self.widths) if self.widths else self.width * len(self.faces)

    @property
    def kind(self) -> UnitKind:
        """The width and the length. For an uneven tractor, the widths of its ranks follow."""
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
    """Return the tuples of `width` cards, indexed by face."""
    return tuple(Unit(width, (face,), order.strength[face]) for face in ALL_FACES)


def make_tractor(widths: Widths, faces: tuple[Card, ...], trump: Trump) -> Unit:
    """Return the tractor of `faces`, which rise in strength. `widths` has the number of cards of each face."""
    even = len(set(widths)) == 1
    return Unit(min(widths), faces, trump.order.strength[faces[-1]], () if even else widths)


def list_unit_cards(kind: UnitKind, faces: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards of a unit of this kind, lowest first."""
    return tuple(face for face, width in zip(faces, list_widths(kind), strict=True) for _ in range(width))


def unit_size_key(unit: Unit) -> tuple[int, int, Widths, int]:
    """Return the sort key by size: number of cards, least width, widths of an uneven tractor, then strength."""
    widths = unit.widths
    return sum(widths) if widths else unit.width * len(unit.faces), unit.width, widths, unit.top


def sort_units(units: Iterable[Unit]) -> Grouping:
    """Return the units, largest first."""
    return tuple(sorted(units, key=lambda unit: (*unit_size_key(unit), unit.faces), reverse=True))


def find_unit_paths(held: Held, kind: UnitKind, above: Above) -> list[tuple[Card, ...]]:
    """Return the faces of every unit of this kind that the held cards can form, lowest face first."""
    lowest, *widths = list_widths(kind)
    found: list[tuple[Card, ...]] = [(face,) for face, number in held.items() if number >= lowest]
    for width in widths:
        found = [(*path, face) for path in found for face in above[path[-1]] if held.get(face, 0) >= width]
    return found


def uses_all_copies(held: Held, kind: UnitKind, path: tuple[Card, ...]) -> bool:
    """Return whether a unit of this kind takes all held copies of its faces."""
    return all(held[face] == width for face, width in zip(path, list_widths(kind), strict=True))


def take_unit(held: dict[Card, int], kind: UnitKind, path: tuple[Card, ...]) -> None:
    """Take the cards of a unit out of `held`. A face that has no cards left stays there with the count 0."""
    for face, width in zip(path, list_widths(kind), strict=True):
        held[face] -= width


def put_back_unit(held: dict[Card, int], kind: UnitKind, path: tuple[Card, ...]) -> None:
    """Put the cards of a unit back."""
    for face, width in zip(path, list_widths(kind), strict=True):
        held[face] += width


def longest_run(held: Held, width: int, above: Above) -> int:
    """Return the greatest number of successive touching faces that are held at least `width` times each."""
    ends = {face for face, number in held.items() if number >= width}
    length = 0
    while ends:
        length += 1
        ends = {face for low in ends for face in above[low] if held.get(face, 0) >= width}
    return length


def _largest_units_by_width(held: Held, trump: Trump, limits: TractorLimits, above: Above) -> Iterator[Unit]:
    """Yield the longest tractors of each width. Yield tuples for a width that has no tractor.

    At the end, yield the uneven tractors that take all copies of their faces.
    """
    for width in range(1, max(held.values()) + 1):
        longest = min(longest_run(held, width, above), limits.max_length)
        length = longest if limits.allow(width, longest) else 1
        for faces in find_unit_paths(held, (width, length), above):
            yield make_unit(width, faces, trump)
    if limits.uneven:
        yield from _whole_uneven_tractors(held, trump, limits, above)


def _find_largest_unit(held: Held, trump: Trump, limits: TractorLimits, above: Above) -> Unit:
    """Return the largest unit. Among equally large units, prefer one that breaks up no wider tuples."""

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
    """Group the cards of one effective suit. Each step takes the largest unit that is left (docs/rules.md, 5)."""
    held = count_faces(cards)
    limits, above = TractorLimits.of(rules), trump.order.adjacent_above(gone)
    found: list[Unit] = []
    size = sum(held.values())
    while held:
        largest = _find_largest_unit(held, trump, limits, above)
        if rules.throw_units is ThrowUnits.TUPLES and largest.size < size:  # a throw may not contain tractors
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
    """Return all tuples of these cards, and then all tractors within each suit, uneven ones last.

    Tractors are found only when they are asked for. With `whole_uneven`, an uneven tractor must take all copies of its
    faces, because many decks allow thousands of others.
    """
    held, order = count_faces(cards), trump.order
    faces = sorted(held, key=order.strength_key)
    singles = tuples_by_face(1, order)
    found = [singles[face] for face in faces]
    width = 1
    joinable: dict[Card, int] = {}
    while faces := [face for face in faces if held[face] > width]:
        width += 1
        wide = tuples_by_face(width, order)
        found += [wide[face] for face in faces]
        if width == rules.tractor_min_width:
            joinable = {face: held[face] for face in faces}
    if not _has_neighbours(joinable, order.adjacent_above(gone)):
        return iter(found)
    return chain(found, _all_tractors(joinable, width, trump, rules, gone, whole_uneven=whole_uneven))


def _has_neighbours(held: Held, above: Above) -> bool:
    for face in held:  # loops are faster than `any`, and this runs for every list of leads
        for higher in above[face]:
            if higher in held:
                return True
    return False


def _all_tractors(
    held: Held, widest: int, trump: Trump, rules: Rules, gone: frozenset[Card], *, whole_uneven: bool
) -> Iterator[Unit]:
    limits, above = TractorLimits.of(rules), trump.order.adjacent_above(gone)
    for width in range(limits.min_width, widest + 1):
        for length in range(limits.min_length, min(longest_run(held, width, above), limits.max_length) + 1):
            for faces in find_unit_paths(held, (width, length), above):
                yield make_unit(width, faces, trump)
    if limits.uneven:
        yield from _whole_uneven_tractors(held, trump, limits, above)
        yield from () if whole_uneven else _partial_uneven_tractors(held, trump, limits, above)


def _tractor_paths_of_any_length(held: Held, limits: TractorLimits, above: Above) -> Iterator[tuple[Card, ...]]:
    """Yield the faces of each tractor that the cards can form. Tractors may be even or uneven."""
    longest = min(longest_run(held, limits.min_width, above), limits.max_length)
    for length in range(max(limits.min_length, 2), longest + 1):
        yield from find_unit_paths(held, (limits.min_width, length), above)


def _whole_uneven_tractors(held: Held, trump: Trump, limits: TractorLimits, above: Above) -> Iterator[Unit]:
    """Yield the uneven tractors that take all copies of their faces."""
    for path in _tractor_paths_of_any_length(held, limits, above):
        widths = tuple(held[face] for face in path)
        if len(set(widths)) > 1:
            yield make_tractor(widths, path, trump)


def _partial_uneven_tractors(held: Held, trump: Trump, limits: TractorLimits, above: Above) -> Iterator[Unit]:
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
    whole = find_unit_paths(held, (width, length), trump.order.adjacent_above(gone))
    return make_unit(width, whole[0], trump) if whole else None
