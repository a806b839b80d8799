"""What a seat can infer about unseen cards. It uses the view and the rules, and does not guess at players' styles."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Final

from engine.cards_in_play.trick import is_bomb
from engine.model.cards import ALL_FACES, Card, Rank, Suit, card_of, count_faces
from engine.model.options import Follow, Teams
from engine.model.rules import Rules
from engine.model.seats import Seat, seats_from
from engine.model.trump import EFFECTIVE_SUIT_COUNT, Trump
from engine.model.view import PlayView, TrickView, View
from engine.players.policies.style import Memory

EVEN: Final = 0.5
"""A seat is taken for a partner if its chance to be one is above this, and for an opponent if it is below."""
_FIVE = 5
_POINT_FACES = tuple(face for face in ALL_FACES if face.points)
_RECENT_TRICKS = 2
"""Number of tricks that forgetful players remember."""
_HONOUR = 12
"""The strength of a queen. Players who remember only honours forget older side cards up to this strength."""
_PAIR: Final = 2
Gaps = tuple[list[list[bool]], list[list[bool]]]
"""Two tables by seat, then by effective suit: whether the seat is void, and whether it holds no pair."""
KITTY_SHARE = (0.7, 0.7, 0.7, 0.7, 0.1)
"""By a card's suit, how likely a place in the kitty is to hold it. For a place in a hand, the value would be 1."""


@dataclass(frozen=True, slots=True)
class Beliefs:
    """What a seat knows at one moment. Tuples without a docstring have an item per seat, or per seat and suit."""

    view: View
    me: Seat
    trump: Trump
    held: dict[Card, int]
    by_suit: tuple[dict[Card, int], ...]
    """The hand by effective suit."""
    unseen: tuple[int, ...]
    """For each face, the number of cards that this seat has not seen. They are in other hands or in the kitty."""
    unseen_by_strength: tuple[tuple[tuple[int, int], ...], ...]
    """For each suit, the strength and the number of each unseen face, from low to high."""
    unseen_count: tuple[int, ...]
    """For each suit, the number of unseen cards."""
    points_unseen: tuple[tuple[int, int], ...]
    """For each suit, the number of unseen kings and tens, and the number of unseen fives."""
    void: tuple[tuple[bool, ...], ...]
    no_pair: tuple[tuple[bool, ...], ...]
    share_of_unseen: tuple[tuple[float, ...], ...]
    """For each seat and suit, the chance that the seat holds a certain unseen card."""
    ally_chance: tuple[float, ...]

    @property
    def others(self) -> tuple[Seat, ...]:
        """The other seats in play order."""
        return seats_from(self.me, self.view.rules.players)[1:]

    @property
    def seats_behind(self) -> tuple[Seat, ...]:
        """The seats that still play after this one in the trick in progress."""
        return self.others[: self.view.rules.players - 1 - len(self.view.trick.plays)]

    @property
    def partners(self) -> tuple[Seat, ...]:
        """The other seats that are more likely partners than opponents."""
        return tuple(seat for seat in self.others if self.ally_chance[seat] > EVEN)

    def void_chance(self, seat: int, suit: int) -> float:
        """Return the chance that a seat has no card of the suit."""
        if self.void[seat][suit]:
            return 1.0
        return float((1 - self.share_of_unseen[seat][suit]) ** self.unseen_count[suit])


def infer_beliefs(view: View, memory: Memory = Memory.ALL) -> Beliefs:
    """Return what the seat can infer from the tricks that a player with this memory remembers."""
    assert view.seat is not None
    assert view.trump is not None
    order = view.trump.order
    held = count_faces(view.hand)
    unseen = _count_unseen(view, held, memory)
    by_suit: tuple[dict[Card, int], ...] = tuple({} for _ in range(EFFECTIVE_SUIT_COUNT))
    for card, number in held.items():
        by_suit[order.suit_of[card]][card] = number
    rising: tuple[list[tuple[int, int]], ...] = tuple([] for _ in range(EFFECTIVE_SUIT_COUNT))
    for card in ALL_FACES:
        if unseen[card]:
            rising[order.suit_of[card]].append((order.strength[card], unseen[card]))
    left = tuple(sum(number for _, number in faces) for faces in rising)
    remembered = view.tricks if memory is not Memory.RECENT else view.tricks[-_RECENT_TRICKS:]
    void, no_pair = find_shown_gaps(view, (*remembered, view.trick))
    return Beliefs(
        view,
        view.seat,
        view.trump,
        held,
        by_suit,
        tuple(unseen),
        tuple(tuple(sorted(faces)) for faces in rising),
        left,
        _count_unseen_points(unseen, order.suit_of),
        tuple(tuple(row) for row in void),
        tuple(tuple(row) for row in no_pair),
        _shares_of_unseen(view, void),
        guess_allies(view),
    )


def _count_unseen_points(unseen: list[int], suit_of: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    found = [[0, 0] for _ in range(EFFECTIVE_SUIT_COUNT)]
    for face in _POINT_FACES:
        found[suit_of[face]][face.points == _FIVE] += unseen[face]
    return tuple((tens, fives) for tens, fives in found)


@lru_cache(maxsize=64)
def _copies_by_face(rules: Rules) -> tuple[int, ...]:
    return tuple(rules.copies_of(face) for face in ALL_FACES)


def _played_cards(tricks: tuple[TrickView, ...]) -> Iterator[Card]:
    return (card for trick in tricks for play in trick.plays for card in play.cards)


def _count_unseen(view: View, held: dict[Card, int], memory: Memory) -> list[int]:
    unseen = list(_copies_by_face(view.rules))
    for card, number in held.items():
        unseen[card] -= number
    for card in chain(_remembered_cards(view, memory), _played_cards((view.trick,)), view.kitty or ()):
        unseen[card] -= 1
    return [max(0, number) for number in unseen]


def _remembered_cards(view: View, memory: Memory) -> Iterator[Card]:
    if memory is Memory.ALL:
        yield from _played_cards(view.tricks)
        return
    yield from _played_cards(view.tricks[-_RECENT_TRICKS:])
    if memory is Memory.HONOURS:
        assert view.trump is not None
        strength = view.trump.order.strength
        yield from (card for card in _played_cards(view.tricks[:-_RECENT_TRICKS]) if strength[card] > _HONOUR)


def _shares_of_unseen(view: View, void: list[list[bool]]) -> tuple[tuple[float, ...], ...]:
    """Return, for each seat and suit, the chance that this seat holds a certain unseen card.

    It is in proportion to the size of the hand. It is 0 for the view's own seat, and for seats without the suit.
    """
    kitty = 0 if view.kitty is not None else view.kitty_size
    rows = [[0.0] * EFFECTIVE_SUIT_COUNT for _ in void]
    for suit in range(EFFECTIVE_SUIT_COUNT):
        sizes = [0 if seat == view.seat or void[seat][suit] else size for seat, size in enumerate(view.hand_sizes)]
        total = sum(sizes) + kitty * KITTY_SHARE[suit]
        if total:
            for seat, size in enumerate(sizes):
                rows[seat][suit] = size / total
    return tuple(tuple(row) for row in rows)


def find_shown_gaps(view: View, tricks: Sequence[TrickView]) -> Gaps:
    """Return which seats have shown in `tricks` that they are void in a suit, or that they hold no pair of it."""
    assert view.trump is not None
    suit_of = view.trump.order.suit_of
    void = [[False] * EFFECTIVE_SUIT_COUNT for _ in range(view.rules.players)]
    no_pair = [[False] * EFFECTIVE_SUIT_COUNT for _ in range(view.rules.players)]
    for trick in tricks:
        lead = trick.plays[0] if len(trick.plays) > 1 else None
        if lead is None or _is_rainbow(lead.cards, suit_of):
            continue
        suit = suit_of[lead.cards[0]]
        required = count_demanded_pairs(lead, view.rules) if len(lead.cards) > 1 else 0
        for play in trick.plays[1:]:
            if len(play.cards) > 1 and is_bomb(play.cards, view.rules):
                continue  # a bomb shows nothing, because it may be played whatever the hand holds
            given = [card for card in play.cards if suit_of[card] == suit]
            if len(given) < len(lead.cards):
                void[play.seat][suit] = True
            elif required and count_pairs(given) < required:
                no_pair[play.seat][suit] = True
    return void, no_pair


def _is_rainbow(cards: Sequence[Card], suit_of: tuple[int, ...]) -> bool:
    return cards[0].rank is cards[-1].rank and suit_of[cards[-1]] != suit_of[cards[0]]


def count_pairs(cards: Sequence[Card]) -> int:
    """Return how many pairs these cards form. No card counts for two pairs."""
    return sum(number // _PAIR for number in count_faces(cards).values())


def count_demanded_pairs(lead: PlayView, rules: Rules) -> int:
    """Return how many pairs a lead demands. A seat that follows with fewer pairs has no pair of the suit left.

    For a lead with three or more equal cards, return at most 1. Only a follow without any pair shows this there.
    """
    may_keep_tuples = rules.protect_longer or rules.follow is Follow.MINIMAL
    if rules.follow is Follow.SUIT_ONLY or (may_keep_tuples and rules.decks > _PAIR):
        return 0
    if not rules.pairs_draw_tractors and all(len(set(unit)) == 1 for unit in lead.units):
        return 0
    widths = [number for unit in lead.units for number in count_faces(unit).values()]
    pairs = sum(width >= _PAIR for width in widths)
    return min(pairs, 1) if max(widths, default=0) > _PAIR else pairs


LIKELIEST: Final = 0.95
"""The chance that a seat of unknown side is on the declarers' side is never taken to be above this."""


def guess_allies(view: View) -> tuple[float, ...]:
    """Return for each seat the chance that it is on this seat's side. For this seat, the chance is 1."""
    assert view.seat is not None
    mine = _own_chance(view)
    guess = _chance_of_unknown(view)
    chances = [guess if side is None else float(side) for side in view.sides]
    together = [mine * one + (1 - mine) * (1 - one) for one in chances]
    together[view.seat] = 1.0
    return tuple(together)


def _own_chance(view: View) -> float:
    """Return the chance that this seat ends on the declarers' side."""
    assert view.seat is not None
    side = view.sides[view.seat]
    if side is not None:
        return float(side)
    if view.rules.teams is Teams.FRIENDS:
        return 0.9 if any(one.joined is None and one.call.card in view.hand for one in view.friends) else 0.05
    return 0.5


def _chance_of_unknown(view: View) -> float:
    """Return the chance that a seat of unknown side is on the declarers' side."""
    unknown = sum(side is None for seat, side in enumerate(view.sides) if seat != view.seat)
    if not unknown:
        return 0.5
    if view.rules.teams is Teams.FRIENDS:
        missing = sum(one.joined is None and one.call.card not in view.hand for one in view.friends)
        return min(LIKELIEST, missing / unknown)
    declarers = sum(side is True for side in view.sides)
    tens = view.rules.copies_of(card_of(Suit.SPADES, Rank.TEN))
    return min(LIKELIEST, max(1.0 - LIKELIEST, (tens - declarers) / unknown))
