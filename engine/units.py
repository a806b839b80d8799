"""Units: tuples and tractors as cards, and all the ways in which a set of cards is made of them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice

from engine.cards import ALL_FACES, Card, counts
from engine.rules import Rules, ThrowUnits
from engine.shapes import Kind, Limits
from engine.trump import NOTHING_GONE, Above, Order, Trump

Held = Mapping[Card, int]
"""How many of each face; of one effective suit where tractors are looked for."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A tuple or a tractor: `width` cards of each of `faces`, which rise in strength, touching each other."""

    width: int
    faces: tuple[Card, ...]
    top: int
    """Strength of the highest face: what units of one kind are compared by."""

    @property
    def length(self) -> int:
        """How many tuples are joined: 1 for a tuple."""
        return len(self.faces)

    @property
    def size(self) -> int:
        """How many cards."""
        return self.width * len(self.faces)

    @property
    def kind(self) -> Kind:
        """Width and length."""
        return self.width, len(self.faces)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards, lowest first."""
        if len(self.faces) == 1:
            return self.faces * self.width
        return tuple(face for face in self.faces for _ in range(self.width))


Grouping = tuple[Unit, ...]
"""Units that together are a set of cards, largest first."""


def unit(width: int, faces: tuple[Card, ...], trump: Trump) -> Unit:
    """Return the unit of `width` cards of each of `faces`, which rise in strength."""
    return Unit(width, faces, trump.order.strength[faces[-1]])


@lru_cache(maxsize=2048)
def tuples(width: int, order: Order) -> tuple[Unit, ...]:
    """Return the tuples of `width` cards by face; made once for each order of cards."""
    return tuple(Unit(width, (face,), order.strength[face]) for face in ALL_FACES)


def largest_key(one: Unit) -> tuple[int, int, int]:
    """Return the key by which units are told larger: size, then width, then strength."""
    return one.width * len(one.faces), one.width, one.top


def in_order(units: Iterable[Unit]) -> Grouping:
    """Return the units, largest first."""
    return tuple(sorted(units, key=lambda one: (*largest_key(one), one.faces), reverse=True))


def paths(held: Held, width: int, length: int, above: Above) -> list[tuple[Card, ...]]:
    """Return every way up over `length` touching faces that are held at least `width` times."""
    found: list[tuple[Card, ...]] = [(face,) for face, number in held.items() if number >= width]
    for _ in range(length - 1):
        found = [(*path, face) for path in found for face in above[path[-1]] if held.get(face, 0) >= width]
    return found


def longest_run(held: Held, width: int, above: Above) -> int:
    """Return how many touching faces are held at least `width` times, at most; 0 if none is."""
    ends = {face for face, number in held.items() if number >= width}
    length = 0
    while ends:
        length += 1
        ends = {face for low in ends for face in above[low] if held.get(face, 0) >= width}
    return length


def _candidates(held: Held, trump: Trump, limits: Limits, above: Above) -> Iterator[Unit]:
    """Yield the largest units of each width: the longest tractors and the tuples."""
    for width in range(1, max(held.values()) + 1):
        longest = min(longest_run(held, width, above), limits.max_length)
        length = longest if limits.allow(width, longest) else 1
        for faces in paths(held, width, length, above):
            yield unit(width, faces, trump)


def _largest(held: Held, trump: Trump, limits: Limits, above: Above) -> Unit:
    """Return the largest unit; of equal ones that whose faces leave the longer tuples whole."""

    def key(one: Unit) -> tuple[object, ...]:
        return (*largest_key(one), [-held[face] for face in one.faces], one.faces)

    return max(_candidates(held, trump, limits, above), key=key)


def _take(held: dict[Card, int], one: Unit) -> None:
    for face in one.faces:
        held[face] -= one.width
        if not held[face]:
            del held[face]


def main_grouping(cards: Iterable[Card], trump: Trump, rules: Rules, gone: frozenset[Card] = NOTHING_GONE) -> Grouping:
    """Take the cards of one effective suit apart, the largest unit first (docs/rules.md, 5).

    Under `throw_units = tuples` only a set that is one whole tractor is a tractor.
    """
    held = counts(cards)
    limits, above = Limits.of(rules), trump.order.above_without(gone)
    found: list[Unit] = []
    size = sum(held.values())
    while held:
        largest = _largest(held, trump, limits, above)
        if rules.throw_units is ThrowUnits.TUPLES and largest.size < size:
            return in_order(unit(number, (face,), trump) for face, number in held.items())
        found.append(largest)
        _take(held, largest)
    return in_order(found)


def all_units(
    cards: Iterable[Card], trump: Trump, rules: Rules, gone: frozenset[Card] = NOTHING_GONE
) -> Iterator[Unit]:
    """Return every tuple, and every tractor lazily, that can be made of the cards, smallest first; any suits."""
    held, order = counts(cards), trump.order
    faces = sorted(held, key=order.rising.__getitem__)
    widest = max(held.values(), default=0)
    singles = tuples(1, order)
    found = [singles[face] for face in faces]
    for width in range(2, widest + 1):
        wide = tuples(width, order)
        found += [wide[face] for face in faces if held[face] >= width]
    joinable = [face for face in faces if held[face] >= rules.tractor_min_width]
    if len(joinable) < rules.tractor_min_length:
        return iter(found)
    return chain(found, _tractors({face: held[face] for face in joinable}, widest, trump, rules, gone))


def _tractors(held: Held, widest: int, trump: Trump, rules: Rules, gone: frozenset[Card]) -> Iterator[Unit]:
    limits, above = Limits.of(rules), trump.order.above_without(gone)
    for width in range(limits.min_width, widest + 1):
        for length in range(limits.min_length, min(longest_run(held, width, above), limits.max_length) + 1):
            for faces in paths(held, width, length, above):
                yield unit(width, faces, trump)


def is_unit(cards: Iterable[Card], trump: Trump, rules: Rules, gone: frozenset[Card] = NOTHING_GONE) -> Unit | None:
    """Return the one unit that the cards are, if they are one, else None."""
    held = counts(cards)
    widths = set(held.values())
    if len(widths) != 1:
        return None
    width, length = widths.pop(), len(held)
    if length > 1 and not Limits.of(rules).allow(width, length):
        return None
    whole = paths(held, width, length, trump.order.above_without(gone))
    return unit(width, whole[0], trump) if whole else None


def groupings(
    cards: Iterable[Card],
    trump: Trump,
    rules: Rules,
    gone: frozenset[Card] = NOTHING_GONE,
    limit: int | None = None,
) -> tuple[Grouping, ...]:
    """Return every maximal grouping of cards of one effective suit, that with the largest unit first.

    A grouping is maximal if no two or more of its units together are a unit. `limit` stops the search early.
    """
    main = main_grouping(cards, trump, rules, gone)
    if rules.throw_units is ThrowUnits.TUPLES:
        return (main,)
    held = dict(sorted(counts(cards).items(), key=lambda item: (trump.order.strength[item[0]], item[0])))
    rest = (in_order(found) for found in _Search(trump, Limits.of(rules), gone).groupings(held, ()))
    others = (one for one in _distinct(rest) if one != main)
    return tuple(islice(chain((main,), others), limit))


def _distinct(found: Iterable[Grouping]) -> Iterator[Grouping]:
    seen: set[Grouping] = set()
    for one in found:
        if one not in seen:
            seen.add(one)
            yield one


def is_maximal(grouping: Iterable[Unit], trump: Trump, rules: Rules, gone: frozenset[Card] = NOTHING_GONE) -> bool:
    """Tell whether no two or more of the units together are a unit."""
    return _Search(trump, Limits.of(rules), gone).maximal(tuple(grouping))


@dataclass(frozen=True, slots=True)
class _Search:
    """The walk over all groupings of one suit."""

    trump: Trump
    limits: Limits
    gone: frozenset[Card]

    def groupings(self, held: dict[Card, int], found: Grouping) -> Iterator[Grouping]:
        """Yield the maximal groupings of `held` that go with `found`: every next unit starts at the lowest face."""
        lowest = next((face for face, number in held.items() if number), None)
        if lowest is None:
            yield found
            return
        for one in self._from(held, lowest):
            if self._falls(found, one) and not self._completes(found, one):
                for face in one.faces:
                    held[face] -= one.width
                yield from self.groupings(held, (*found, one))
                for face in one.faces:
                    held[face] += one.width

    def _from(self, held: dict[Card, int], lowest: Card) -> list[Unit]:
        """Return the units whose lowest face is `lowest`, largest first."""
        above = self.trump.order.above_without(self.gone)
        units: list[Unit] = []
        for width in range(1, held[lowest] + 1):
            found: list[tuple[Card, ...]] = [(lowest,)]
            while found:
                length = len(found[0])
                if length == 1 or self.limits.allow(width, length):
                    units.extend(unit(width, faces, self.trump) for faces in found)
                found = [(*path, face) for path in found for face in above[path[-1]] if held.get(face, 0) >= width]
        return sorted(units, key=largest_key, reverse=True)

    def _falls(self, found: Grouping, one: Unit) -> bool:
        """Tell whether units that start at one face come largest first, so that no grouping is met twice."""
        if not found or found[-1].faces[0] != one.faces[0]:
            return True
        last = found[-1]
        return (*largest_key(last), last.faces) >= (*largest_key(one), one.faces)

    def _completes(self, found: Grouping, one: Unit) -> bool:
        """Tell whether `one` and some of the units found are together a unit."""
        near = [other for other in found if other.width == one.width or other.faces == one.faces]
        if any(self._joint((other, one)) for other in near):
            return True
        held: dict[Card, int] = {}
        for other in (*found, one):
            for face in other.faces:
                held[face] = held.get(face, 0) + other.width
        return any(self._covers(faces, held, found, one) for faces in self._runs(held, one))

    def _joint(self, units: Grouping) -> bool:
        """Tell whether the units together are one unit."""
        if all(one.length == 1 and one.faces == units[0].faces for one in units):
            return True
        held: dict[Card, int] = {}
        for one in units:
            for face in one.faces:
                held[face] = held.get(face, 0) + one.width
        widths = set(held.values())
        if len(widths) != 1 or not self.limits.allow(width := widths.pop(), len(held)):
            return False
        return bool(paths(held, width, len(held), self.trump.order.above_without(self.gone)))

    def maximal(self, grouping: Grouping) -> bool:
        """Tell whether no two or more units together are a unit."""
        return not any(self._completes(grouping[:at], one) for at, one in enumerate(grouping))

    def _runs(self, held: dict[Card, int], one: Unit) -> Iterator[tuple[Card, ...]]:
        """Yield the faces of the tractors that `held` could make with all the faces of `one` in them."""
        width = max(self.limits.min_width, one.width)
        wide = {face for face, number in held.items() if number >= width}
        if wide.issuperset(one.faces):
            for path in self._longer(wide, one.faces[0]):
                # not only at its ends: some faces touch with another between them
                if len(path) >= self.limits.min_length and set(one.faces) <= set(path):
                    yield path

    def _longer(self, wide: set[Card], face: Card) -> Iterator[tuple[Card, ...]]:
        """Yield the ways over touching faces, all among `wide`, that have `face` in them: down first, then up."""
        above = self.trump.order.above_without(self.gone)
        downward: list[tuple[Card, ...]] = [(face,)]
        while downward:
            upward = downward
            while upward:
                yield from upward
                upward = [(*path, up) for path in upward for up in above[path[-1]] if self._on(wide, path, up)]
            below = _turned(above)
            downward = [(low, *path) for path in downward for low in below[path[0]] if self._on(wide, path, low)]

    def _on(self, wide: set[Card], path: tuple[Card, ...], face: Card) -> bool:
        return face in wide and len(path) < self.limits.max_length

    def _covers(self, faces: tuple[Card, ...], held: dict[Card, int], found: Grouping, one: Unit) -> bool:
        """Tell whether `one` and some units found make a tractor of exactly these faces, all of one width."""
        inside = [other for other in found if set(other.faces) <= set(faces)]
        widest = min(held[face] for face in faces)
        for width in range(max(self.limits.min_width, one.width), widest + 1):
            rest = {face: width - (one.width if face in one.faces else 0) for face in faces}
            if any(rest.values()) and _cover(rest, inside):
                return True
        return False


@lru_cache(maxsize=256)
def _turned(above: Above) -> Above:
    """Return for each face the faces that touch it from below."""
    return tuple(tuple(low for low in ALL_FACES if face in above[low]) for face in ALL_FACES)


def _cover(wanted: dict[Card, int], units: list[Unit]) -> bool:
    """Tell whether some of the units together have exactly the wanted cards."""
    lowest = next((face for face, number in wanted.items() if number), None)
    if lowest is None:
        return True
    for at, one in enumerate(units):
        if lowest in one.faces and all(wanted.get(face, 0) >= one.width for face in one.faces):
            rest = {face: number - (one.width if face in one.faces else 0) for face, number in wanted.items()}
            # what stands before it and has this face was tried without avail
            if _cover(rest, [other for n, other in enumerate(units) if n > at or lowest not in other.faces]):
                return True
    return False
