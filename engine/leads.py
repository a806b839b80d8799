"""Leads: which cards may be led together, and which units they are made of."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain

from engine.cards import SUITS, Card, Suit, counts, holds
from engine.errors import IllegalAction, Reason
from engine.rules import Rules, Throws
from engine.shapes import Shape
from engine.trump import EFFECTIVE_SUITS, NOTHING_GONE, Order, Trump
from engine.units import Grouping, Unit, all_units, in_order, is_maximal, is_unit, main_grouping, tuples

RAINBOW_SUITS = 4
"""Over how many effective suits a rainbow is spread at least."""


@dataclass(frozen=True, slots=True)
class Lead:
    """What was led: one unit, a throw of several, or a rainbow (no suit; one unit of width 1)."""

    suit: Suit | None
    """The effective suit; None for a rainbow."""
    units: Grouping
    """Largest first."""
    gone: frozenset[Card] = NOTHING_GONE
    """Faces that tractors of this trick skip (`gone_faces` as of its start)."""
    size: int = field(init=False, compare=False)
    """How many cards."""
    shape: Shape = field(init=False, compare=False)
    index: int = field(init=False, compare=False, repr=False)
    """The suit's index in `EFFECTIVE_SUITS`; -1 for a rainbow."""
    groups: tuple[tuple[Card, ...], ...] = field(init=False, compare=False, repr=False)
    """The units as cards, as events and views carry them."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", sum(one.size for one in self.units))
        object.__setattr__(self, "shape", tuple(one.kind for one in self.units))
        object.__setattr__(self, "groups", tuple(one.cards for one in self.units))
        object.__setattr__(self, "index", -1 if self.suit is None else EFFECTIVE_SUITS.index(self.suit))

    def __reduce__(self) -> tuple[object, ...]:
        """Cross a process boundary by what it was made of."""
        return Lead, (self.suit, self.units, self.gone)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards, largest unit first."""
        return tuple(card for one in self.units for card in one.cards)

    @property
    def is_throw(self) -> bool:
        """Tell whether several units were led at once."""
        return len(self.units) > 1

    @property
    def is_rainbow(self) -> bool:
        """Tell whether one rank was led over many suits."""
        return self.suit is None


def copies(card: Card, rules: Rules) -> int:
    """Return how many cards of this face are in the pack."""
    if card.is_joker:
        return rules.joker_counts[card - 52]
    assert card.rank is not None
    return rules.decks if card.rank >= rules.low_cut else 0


def gone_faces(played: Iterable[Card], rules: Rules) -> frozenset[Card]:
    """Return the faces of which every card has been played, where tractors skip them; else nothing.

    `played` are the cards of all complete tricks; buried cards count as unplayed (pagat, Tractors skip played ranks).
    """
    if not rules.tractor_skips_played:
        return NOTHING_GONE
    return frozenset(card for card, number in counts(played).items() if number >= copies(card, rules))


def read_lead(
    cards: Sequence[Card],
    trump: Trump,
    rules: Rules,
    grouping: Sequence[Sequence[Card]] | None = None,
    gone: frozenset[Card] = NOTHING_GONE,
) -> Lead:
    """Return what `cards` are as a lead (docs/rules.md, 5): taken apart by `grouping`, or with the largest unit first.

    Whether a throw stands is for `throws.check_throw`.

    Raises:
        IllegalAction: NO_CARDS, MIXED_SUITS, BAD_GROUPING or THROWS_OFF.
    """
    if not cards:
        raise IllegalAction(Reason.NO_CARDS)
    if grouping is None and not gone and cards.count(cards[0]) == len(cards):
        return _tuple_lead(len(cards), cards[0], trump.order)
    suits = {trump.order.suit_of[card] for card in cards}
    if len(suits) > 1:
        return _rainbow_lead(cards, trump, rules, gone)
    if grouping is None:
        units = main_grouping(cards, trump, rules, gone)
    else:
        units = _chosen(cards, trump, rules, grouping, gone)
    lead = Lead(EFFECTIVE_SUITS[suits.pop()], units, gone)
    if lead.is_throw and not _may_throw(lead, rules):
        raise IllegalAction(Reason.THROWS_OFF, units=lead.groups)
    return lead


@lru_cache(maxsize=16384)
def _tuple_lead(width: int, face: Card, order: Order) -> Lead:
    """Return the lead of one tuple; made once for each order of cards, for most leads are such."""
    return Lead(EFFECTIVE_SUITS[order.suit_of[face]], (tuples(width, order)[face],))


def check_lead(
    hand: Sequence[Card],
    cards: Sequence[Card],
    trump: Trump,
    rules: Rules,
    grouping: Sequence[Sequence[Card]] | None = None,
    gone: frozenset[Card] = NOTHING_GONE,
) -> Lead:
    """Return what is led when `cards` are led from `hand`.

    Raises:
        IllegalAction: NOT_HELD, or as `read_lead`.
    """
    require_held(hand, cards)
    return read_lead(cards, trump, rules, grouping, gone)


def require_held(hand: Sequence[Card], cards: Sequence[Card]) -> None:
    """Refuse cards that are not in the hand, copies counted.

    Raises:
        IllegalAction: NOT_HELD with the missing cards.
    """
    if len(cards) == 1 and cards[0] in hand:
        return
    missing = tuple(face for face, number in counts(cards).items() for _ in range(number - hand.count(face)))
    if missing:
        raise IllegalAction(Reason.NOT_HELD, missing=missing)


def units_in(
    hand: Sequence[Card],
    trump: Trump,
    rules: Rules,
    suit: Suit | None = None,
    gone: frozenset[Card] = NOTHING_GONE,
) -> Iterator[Unit]:
    """Return every single unit that may be led from `hand`, in one effective suit or in all; rainbows after them.

    Throws are not among them.
    """
    if suit is not None:
        return all_units([card for card in hand if trump.effective_suit(card) is suit], trump, rules, gone)
    units = all_units(hand, trump, rules, gone)
    return units if rules.rainbows is None else chain(units, rainbows(hand, trump, rules))


def rainbows(hand: Iterable[Card], trump: Trump, rules: Rules, size: int | None = None) -> Iterator[Unit]:
    """Yield the rainbows in `hand`, each as one unit of width 1 whose top is its rank.

    One of each rank and number of cards, as many suits as there are; `size` asks for those of that many cards only.
    """
    if rules.rainbows is None:
        return
    by_rank: dict[int, list[Card]] = {}
    for card in hand:
        if card.rank is not None:
            by_rank.setdefault(card.rank, []).append(card)
    for rank in sorted(by_rank):
        yield from _rainbows_of(by_rank[rank], trump, rules, size)


def _rainbows_of(cards: list[Card], trump: Trump, rules: Rules, size: int | None) -> Iterator[Unit]:
    held = counts(sorted(cards))
    if len({trump.order.suit_of[card] for card in held}) < RAINBOW_SUITS:
        return
    doubled = [card for card, number in held.items() for _ in range(number - 1)]
    for number in range(max(rules.rainbows or 0, len(held)), len(cards) + 1):
        if size in {None, number}:
            yield _rainbow_unit([*held, *doubled[: number - len(held)]])


def _rainbow_unit(cards: Iterable[Card]) -> Unit:
    faces = tuple(sorted(cards))
    return Unit(1, faces, faces[0].rank or 0)


def read_rainbow(cards: Sequence[Card], trump: Trump, rules: Rules) -> Unit | None:
    """Return the rainbow that the cards are, if they are one, else None."""
    if rules.rainbows is None or len(cards) < rules.rainbows:
        return None
    ranks = {card.rank for card in cards}
    suits = {trump.order.suit_of[card] for card in cards}
    if len(ranks) > 1 or None in ranks or len(suits) < RAINBOW_SUITS:
        return None
    return _rainbow_unit(cards)


def _rainbow_lead(cards: Sequence[Card], trump: Trump, rules: Rules, gone: frozenset[Card]) -> Lead:
    rainbow = read_rainbow(cards, trump, rules)
    if rainbow is None:
        suits = {trump.effective_suit(card) for card in cards}
        ordered = tuple(suit for suit in (*SUITS, Suit.TRUMP) if suit in suits)
        raise IllegalAction(Reason.MIXED_SUITS, suits=ordered)
    return Lead(None, (rainbow,), gone)


def _chosen(
    cards: Sequence[Card],
    trump: Trump,
    rules: Rules,
    grouping: Sequence[Sequence[Card]],
    gone: frozenset[Card],
) -> Grouping:
    """Read the grouping a player chose: all the cards, each part one unit, nothing left that could be joined."""
    units = [is_unit(part, trump, rules, gone) for part in grouping if part]
    whole = [card for part in grouping for card in part]
    if None in units or len(whole) != len(cards) or not holds(cards, whole):
        raise IllegalAction(Reason.BAD_GROUPING, cards=tuple(cards))
    chosen = in_order(one for one in units if one is not None)
    if chosen != main_grouping(cards, trump, rules, gone) and not _may_group(chosen, trump, rules, gone):
        raise IllegalAction(Reason.BAD_GROUPING, cards=tuple(cards))
    return chosen


def _may_group(chosen: Grouping, trump: Trump, rules: Rules, gone: frozenset[Card]) -> bool:
    """Tell whether a grouping other than the main one may be chosen; where throws are of tuples there is only one."""
    return rules.throw_units == "any" and is_maximal(chosen, trump, rules, gone)


def _may_throw(lead: Lead, rules: Rules) -> bool:
    return rules.throws is Throws.ALL or (rules.throws is Throws.SIDE_SUITS and lead.suit is not Suit.TRUMP)
