"""What a seat can tell from its view: cards unseen, who is void, who has no pair left, where the rest may lie.

All of it is deduced from public plays and the seat's own cards; nothing is guessed that the rules do not force.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from engine.cards import ALL_FACES, Card, counts
from engine.leads import copies
from engine.players.base import Recall
from engine.players.sides import allies
from engine.rules import Follow, Rules
from engine.seats import Seat, after, round_from
from engine.trump import TRUMP_INDEX, Trump
from engine.view import TrickView, View

SUITS_AND_TRUMP = 5
_FIVE = 5
_POINT_FACES = tuple(face for face in ALL_FACES if face.points)
_LATELY = 2
"""How many tricks the forgetful remember."""
_HONOUR = 12
"""Strength of a side card from which on those remember it who remember honours: above the queen."""
_KITTY_WEIGHT = (0.7, 0.7, 0.7, 0.7, 0.1)
"""How readily cards of each suit are buried, against lying in a hand."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A seat's knowledge at one moment. Lists by seat, then by effective suit, or by face."""

    view: View
    me: Seat
    trump: Trump
    held: dict[Card, int]
    by_suit: tuple[dict[Card, int], ...]
    """The hand by effective suit."""
    unseen: tuple[int, ...]
    """By face: cards that may be in other hands (or in a kitty that this seat has not seen)."""
    rising: tuple[tuple[tuple[int, int], ...], ...]
    """By suit: strength and number of each face not seen, rising."""
    left: tuple[int, ...]
    """By suit: cards not seen."""
    points_unseen: tuple[tuple[int, int], ...]
    """By suit: kings and tens, and fives, not seen."""
    void: tuple[tuple[bool, ...], ...]
    no_pair: tuple[tuple[bool, ...], ...]
    share: tuple[tuple[float, ...], ...]
    """The chance that a given unseen card of the suit is in the seat's hand."""
    ally: tuple[float, ...]

    @property
    def others(self) -> tuple[Seat, ...]:
        """The other seats in play order from the next one on."""
        players = self.view.rules.players
        return round_from(after(self.me, players), players)[:-1]

    @property
    def behind(self) -> tuple[Seat, ...]:
        """The seats that play after this one in the trick in progress."""
        return self.others[: self.view.rules.players - 1 - len(self.view.trick.plays)]

    def void_chance(self, seat: int, suit: int) -> float:
        """Return the chance that a seat has no card of the suit."""
        if self.void[seat][suit]:
            return 1.0
        return float((1 - self.share[seat][suit]) ** self.left[suit])


def read(view: View, recall: Recall = Recall.ALL) -> Reading:
    """Return what the seat can tell; `recall` says what of the tricks before it still has in mind."""
    assert view.seat is not None
    assert view.trump is not None
    order = view.trump.order
    held = counts(view.hand)
    unseen = _unseen(view, held, recall)
    by_suit: tuple[dict[Card, int], ...] = tuple({} for _ in range(SUITS_AND_TRUMP))
    for card, number in held.items():
        by_suit[order.suit_of[card]][card] = number
    rising: tuple[list[tuple[int, int]], ...] = tuple([] for _ in range(SUITS_AND_TRUMP))
    for card in ALL_FACES:
        if unseen[card]:
            rising[order.suit_of[card]].append((order.strength[card], unseen[card]))
    left = tuple(sum(number for _, number in faces) for faces in rising)
    void, no_pair = _shown(view, recall)
    return Reading(
        view,
        view.seat,
        view.trump,
        held,
        by_suit,
        tuple(unseen),
        tuple(tuple(sorted(faces)) for faces in rising),
        left,
        _points_unseen(unseen, order.suit_of),
        tuple(tuple(row) for row in void),
        tuple(tuple(row) for row in no_pair),
        _shares(view, void),
        allies(view),
    )


def _points_unseen(unseen: list[int], suit_of: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    found = [[0, 0] for _ in range(SUITS_AND_TRUMP)]
    for face in _POINT_FACES:
        found[suit_of[face]][face.points == _FIVE] += unseen[face]
    return tuple((tens, fives) for tens, fives in found)


@lru_cache(maxsize=64)
def _pack(rules: Rules) -> tuple[int, ...]:
    return tuple(copies(face, rules) for face in ALL_FACES)


def _all_played(tricks: tuple[TrickView, ...]) -> Iterator[Card]:
    return (card for trick in tricks for play in trick.plays for card in play.cards)


def _unseen(view: View, held: dict[Card, int], recall: Recall) -> list[int]:
    unseen = list(_pack(view.rules))
    for card, number in held.items():
        unseen[card] -= number
    for card in _remembered(view, recall):
        unseen[card] -= 1
    for play in view.trick.plays:
        for card in play.cards:
            unseen[card] -= 1
    for card in view.kitty or ():
        unseen[card] -= 1
    return [max(0, number) for number in unseen]


def _remembered(view: View, recall: Recall) -> Iterator[Card]:
    if recall is Recall.ALL:
        yield from _all_played(view.tricks)
        return
    yield from _all_played(view.tricks[-_LATELY:])
    if recall is Recall.HONOURS:
        assert view.trump is not None
        strength = view.trump.order.strength
        yield from (card for card in _all_played(view.tricks[:-_LATELY]) if strength[card] > _HONOUR)


def _shown(view: View, recall: Recall) -> tuple[list[list[bool]], list[list[bool]]]:
    """Return who has shown to be void in a suit, and who to have no pair left in it."""
    assert view.trump is not None
    players, suit_of = view.rules.players, view.trump.order.suit_of
    void = [[False] * SUITS_AND_TRUMP for _ in range(players)]
    no_pair = [[False] * SUITS_AND_TRUMP for _ in range(players)]
    tricks = view.tricks if recall is not Recall.RECENT else view.tricks[-_LATELY:]
    shapes = view.rules.follow is not Follow.SUIT_ONLY
    for trick in (*tricks, view.trick):
        if len(trick.plays) < 2:  # noqa: PLR2004 - nobody has followed
            continue
        lead = trick.plays[0]
        suit = suit_of[lead.cards[0]]
        if lead.cards[0].rank is lead.cards[-1].rank and suit_of[lead.cards[-1]] != suit:
            continue  # a rainbow shows nothing
        pairs = len(lead.cards) - len(set(lead.cards)) if shapes and len(lead.cards) > 1 else 0
        for play in trick.plays[1:]:
            given = [card for card in play.cards if suit_of[card] == suit]
            if len(given) < len(lead.cards):
                void[play.seat][suit] = True
            elif pairs and len(given) - len(set(given)) < pairs:
                no_pair[play.seat][suit] = True
    return void, no_pair


def _shares(view: View, void: list[list[bool]]) -> tuple[tuple[float, ...], ...]:
    """Return the chance by seat and suit that one unseen card lies there: by hand sizes, over those not void."""
    kitty = 0 if view.kitty is not None else view.kitty_size
    rows = [[0.0] * SUITS_AND_TRUMP for _ in void]
    for suit in range(SUITS_AND_TRUMP):
        sizes = [0 if seat == view.seat or void[seat][suit] else size for seat, size in enumerate(view.hand_sizes)]
        total = sum(sizes) + kitty * _KITTY_WEIGHT[suit]
        if total:
            for seat, size in enumerate(sizes):
                rows[seat][suit] = size / total
    return tuple(tuple(row) for row in rows)


def trumps_held(reading: Reading) -> int:
    """Return how many trumps this seat holds."""
    return sum(reading.by_suit[TRUMP_INDEX].values())
