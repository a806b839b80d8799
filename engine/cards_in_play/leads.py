"""Decides which cards may be led together. Also finds the units that a lead consists of."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain

from engine.cards_in_play.groupings import is_maximal
from engine.cards_in_play.shapes import Shape
from engine.cards_in_play.units import (
    Grouping,
    Unit,
    all_units,
    find_unit,
    group_largest_first,
    sort_units,
    tuples_by_face,
)
from engine.model.cards import SUITS, Card, Suit, count_faces, holds
from engine.model.errors import IllegalAction, Reason
from engine.model.options import Throws, ThrowUnits
from engine.model.rules import Rules
from engine.model.trump import EFFECTIVE_SUITS, NOTHING_GONE, CardOrder, Trump

RAINBOW_SUITS = 4
"""The fewest effective suits in a rainbow."""


@dataclass(frozen=True, slots=True)
class Lead:
    """The cards that open a trick: one unit, a throw of several units, or a rainbow (four suits, one rank)."""

    suit: Suit | None
    """The effective suit; None for a rainbow."""
    units: Grouping
    """The units, largest first."""
    gone: frozenset[Card] = NOTHING_GONE
    """The faces that tractors skip in this trick. `skipped_faces` finds them."""
    size: int = field(init=False, compare=False)
    shape: Shape = field(init=False, compare=False)
    index: int = field(init=False, compare=False, repr=False)
    """The suit's index in `EFFECTIVE_SUITS`; -1 for a rainbow."""
    groups: tuple[tuple[Card, ...], ...] = field(init=False, compare=False, repr=False)
    """The cards of each unit. Events and views show a lead in this form."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", sum(unit.size for unit in self.units))
        object.__setattr__(self, "shape", tuple(unit.kind for unit in self.units))
        object.__setattr__(self, "groups", tuple(unit.cards for unit in self.units))
        object.__setattr__(self, "index", -1 if self.suit is None else EFFECTIVE_SUITS.index(self.suit))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle only the suit, the units and `gone`, because the other fields follow from them."""
        return Lead, (self.suit, self.units, self.gone)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards, largest unit first."""
        return tuple(card for unit in self.units for card in unit.cards)

    @property
    def is_throw(self) -> bool:
        """Return whether several units were led at once."""
        return len(self.units) > 1

    @property
    def is_rainbow(self) -> bool:
        """Return whether one rank was led across the suits."""
        return self.suit is None


def skipped_faces(played: Iterable[Card], rules: Rules) -> frozenset[Card]:
    """Return the faces that tractors skip because all copies are in `played`, the cards of complete tricks."""
    if not rules.tractor_skips_played:
        return NOTHING_GONE
    # buried cards count as not played (pagat, Tractors skip played ranks)
    return frozenset(card for card, number in count_faces(played).items() if number >= rules.copies_of(card))


def read_lead(
    cards: Sequence[Card],
    trump: Trump,
    rules: Rules,
    grouping: Sequence[Sequence[Card]] | None = None,
    gone: frozenset[Card] = NOTHING_GONE,
) -> Lead:
    """Return the lead that `cards` form. Without `grouping`, the largest unit comes first (docs/rules.md, 5).

    Raises IllegalAction NO_CARDS, MIXED_SUITS, BAD_GROUPING or THROWS_OFF. A throw can still fail in `check_throw`.
    """
    if not cards:
        raise IllegalAction(Reason.NO_CARDS)
    if (grouping is None or grouping == (cards,)) and not gone and cards.count(cards[0]) == len(cards):
        return _build_tuple_lead(len(cards), cards[0], trump.order)
    suits = {trump.order.suit_of[card] for card in cards}
    if len(suits) > 1:
        return _read_rainbow_lead(cards, trump, rules, gone)
    if grouping is None:
        units = group_largest_first(cards, trump, rules, gone)
    else:
        units = _read_grouping(cards, trump, rules, grouping, gone)
    lead = Lead(EFFECTIVE_SUITS[suits.pop()], units, gone)
    banned = rules.throws is Throws.OFF or (rules.throws is Throws.SIDE_SUITS and lead.suit is Suit.TRUMP)
    if banned and lead.is_throw:
        raise IllegalAction(Reason.THROWS_OFF, units=lead.groups)
    return lead


@lru_cache(maxsize=16384)
def _build_tuple_lead(width: int, face: Card, order: CardOrder) -> Lead:
    """Return a lead of `width` equal cards. It is cached, because most leads are singles, pairs or triples."""
    return Lead(EFFECTIVE_SUITS[order.suit_of[face]], (tuples_by_face(width, order)[face],))


def check_lead(
    hand: Sequence[Card],
    cards: Sequence[Card],
    trump: Trump,
    rules: Rules,
    grouping: Sequence[Sequence[Card]] | None = None,
    gone: frozenset[Card] = NOTHING_GONE,
) -> Lead:
    """Return the lead that `cards` from `hand` form. Raises IllegalAction NOT_HELD, or what `read_lead` raises."""
    check_held(hand, cards)
    return read_lead(cards, trump, rules, grouping, gone)


def check_held(hand: Sequence[Card], cards: Sequence[Card]) -> None:
    """Raise IllegalAction NOT_HELD for cards that are not in the hand, counting copies."""
    if len(cards) == 1 and cards[0] in hand:
        return
    missing = tuple(face for face, number in count_faces(cards).items() for _ in range(number - hand.count(face)))
    if missing:
        held = tuple(face for face in dict.fromkeys(missing) for _ in range(hand.count(face)))
        raise IllegalAction(Reason.NOT_HELD, missing=missing, held=held)


def leadable_units(
    hand: Sequence[Card],
    trump: Trump,
    rules: Rules,
    gone: frozenset[Card] = NOTHING_GONE,
    *,
    whole_uneven: bool = False,
) -> Iterator[Unit]:
    """Return all units that may be led alone from `hand`, with rainbows last. `all_units` explains `whole_uneven`."""
    units = all_units(hand, trump, rules, gone, whole_uneven=whole_uneven)
    return units if rules.rainbows is None else chain(units, rainbows_in(hand, trump, rules))


def rainbows_in(hand: Iterable[Card], trump: Trump, rules: Rules, size: int | None = None) -> Iterator[Unit]:
    """Yield a rainbow for each rank and number of cards that `hand` allows. With `size`, only rainbows of this size."""
    if rules.rainbows is None:
        return
    by_rank: dict[int, list[Card]] = {}
    for card in hand:
        if card.rank is not None:
            by_rank.setdefault(card.rank, []).append(card)
    for rank in sorted(by_rank):
        yield from _rainbows_of_rank(by_rank[rank], trump, rules, size)


def _rainbows_of_rank(cards: list[Card], trump: Trump, rules: Rules, size: int | None) -> Iterator[Unit]:
    held = count_faces(sorted(cards))
    if len({trump.order.suit_of[card] for card in held}) < RAINBOW_SUITS:
        return
    doubled = [card for card, number in held.items() for _ in range(number - 1)]
    for number in range(max(rules.rainbows or 0, len(held)), len(cards) + 1):
        if size in {None, number}:
            yield _build_rainbow([*held, *doubled[: number - len(held)]])


def _build_rainbow(cards: Iterable[Card]) -> Unit:
    faces = tuple(sorted(cards))
    return Unit(1, faces, faces[0].rank or 0)


def read_rainbow(cards: Sequence[Card], trump: Trump, rules: Rules) -> Unit | None:
    """Return the rainbow that the cards form, or None."""
    if rules.rainbows is None or len(cards) < rules.rainbows:
        return None
    ranks = {card.rank for card in cards}
    suits = {trump.order.suit_of[card] for card in cards}
    if len(ranks) > 1 or None in ranks or len(suits) < RAINBOW_SUITS:
        return None
    return _build_rainbow(cards)


def _read_rainbow_lead(cards: Sequence[Card], trump: Trump, rules: Rules, gone: frozenset[Card]) -> Lead:
    rainbow = read_rainbow(cards, trump, rules)
    if rainbow is None:
        suits = {trump.effective_suit(card) for card in cards}
        ordered = tuple(suit for suit in (*SUITS, Suit.TRUMP) if suit in suits)
        raise IllegalAction(Reason.MIXED_SUITS, suits=ordered)
    return Lead(None, (rainbow,), gone)


def _read_grouping(
    cards: Sequence[Card], trump: Trump, rules: Rules, grouping: Sequence[Sequence[Card]], gone: frozenset[Card]
) -> Grouping:
    """Return the units of a player's grouping of `cards`. Raises IllegalAction BAD_GROUPING."""
    units = [find_unit(part, trump, rules, gone) for part in grouping if part]
    whole = [card for part in grouping for card in part]
    if None not in units and len(whole) == len(cards) and holds(cards, whole):
        chosen = sort_units(unit for unit in units if unit is not None)
        any_grouping = rules.throw_units is ThrowUnits.ANY
        is_main = chosen == group_largest_first(cards, trump, rules, gone)
        if is_main or (any_grouping and is_maximal(chosen, trump, rules, gone)):
            return chosen
    raise IllegalAction(Reason.BAD_GROUPING, cards=tuple(cards))
