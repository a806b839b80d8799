"""Estimates from clues whether a player holds a certain card. A clue is a play that makes this more or less likely.

Clues are for four seats in fixed teams with up to two decks. A clue is a habit, not a proof: a player who gives a four
to a partner's trick probably holds no ten of that suit.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import Final

from engine.model.cards import ALL_FACES, FACES, Card
from engine.model.trump import EFFECTIVE_SUIT_COUNT, TRUMP_INDEX
from engine.model.view import PlayView, TrickView, View
from engine.players.policies.beliefs import Beliefs

SEATS: Final = 4
_THIRD: Final = 2
_LAST: Final = 3


class Clue(IntEnum):
    """Something that a seat did. It changes the chance that this seat holds a certain card, "this card" below."""

    LOWER_UNDER = 0
    """The other side was winning the trick, and the seat lost a card without points that is higher than this card."""
    LOWER_FOR_PARTNER = 1
    """The partner was winning the trick, and the seat played a card without points that is higher than this card."""
    LOWER_DISCARD = 2
    """The other side was winning, and the seat discarded a card of this suit, higher than this and without points."""
    PLAIN_FOR_POINTS = 3
    """This card has no points. The seat followed the card's suit, and gave points to the other side."""
    FEED_LAST = 4
    """This card has points. The seat played last to a trick that its partner won, and gave no points."""
    FEED_THIRD = 5
    """This card has points. The seat played third to a trick that its partner was winning, and gave no points."""
    FEED_DISCARD = 6
    """This side card has points. The partner was winning a trick, and the seat discarded a card without points."""
    WIN_LAST_POINTS = 7
    """This card would have won a trick with points to which the seat played last, but the seat lost it."""
    HIGHER_LEAD = 8
    """The seat led a lower card of this suit. Players who lead low often hold higher cards."""
    LOWER_MANY = 9
    """In a lost trick of several cards, the seat played cards without points that are higher than this card."""
    TWIN = 10
    """The seat played a single card of this face. With this card as well, it might have played a pair."""
    DECLARER_TRUMP = 11
    """The seat made trumps or is the declarer, and this card is a trump."""
    LOWER_SIDE_LEAD = 12
    """The seat led a higher card of this side suit."""
    BOSS_NOT_LED = 13
    """The seat led a trump. It could have led this side card, which nobody could have beaten."""
    WIN_SECOND_POINTS = 14
    """Playing second, the seat lost to a card with points that this card would have beaten."""
    SUIT_DISCARDED = 15
    """The seat discarded from this side suit. Players who do so tend to hold more cards of it."""


@dataclass(slots=True)
class _Taking:
    """The single card to beat in a trick."""

    seat: int
    strength: int
    is_trump: bool
    points: int


class _ClueFinder:
    def __init__(self, view: View) -> None:
        assert view.trump is not None
        order = view.trump.order
        self.suit_of, self.strength = order.suit_of, order.strength
        self.faces: list[list[Card]] = [[] for _ in range(EFFECTIVE_SUIT_COUNT)]
        for card in ALL_FACES:
            self.faces[self.suit_of[card]].append(card)
        self.side_points = [card for suit in self.faces[:TRUMP_INDEX] for card in suit if card.points]
        self.out = [view.rules.copies_of(card) for card in ALL_FACES]
        self.found = [[0] * FACES for _ in range(SEATS)]

    def mark(self, seat: int, clue: Clue, suit: int, applies: Callable[[Card, int], bool]) -> None:
        """Note the clue for those faces of a suit for which `applies(face, strength)` is true."""
        bit, mine, strength = 1 << clue, self.found[seat], self.strength
        for card in self.faces[suit]:
            if applies(card, strength[card]):
                mine[card] |= bit

    def read_trick(self, trick: TrickView) -> None:
        if len(trick.plays[0].cards) > 1:
            for play in trick.plays[1:]:
                self._read_many(play, trick.plays[0], trick.winner)
        else:
            self._read_singles(trick)
        for play in trick.plays:
            for card in play.cards:
                self.out[card] -= 1
                if play.cards.count(card) == 1:
                    self.found[play.seat][card] |= 1 << Clue.TWIN

    def _read_many(self, play: PlayView, lead: PlayView, winner: int | None) -> None:
        suit = self.suit_of[lead.cards[0]]
        plain = [self.strength[card] for card in play.cards if not card.points and self.suit_of[card] == suit]
        if play.seat != winner and plain and all(self.suit_of[card] == suit for card in play.cards):
            low = min(plain)
            self.mark(play.seat, Clue.LOWER_MANY, suit, lambda card, at: not card.points and at < low)

    def _read_singles(self, trick: TrickView) -> None:
        lead = trick.plays[0]
        card = lead.cards[0]
        suit, high = self.suit_of[card], self.strength[card]
        self.mark(lead.seat, Clue.HIGHER_LEAD, suit, lambda _, at: at > high)
        if suit == TRUMP_INDEX:
            self._read_trump_lead(lead.seat)
        else:
            self.mark(lead.seat, Clue.LOWER_SIDE_LEAD, suit, lambda _, at: at < high)
        taking = _Taking(lead.seat, high, suit == TRUMP_INDEX, card.points)
        for place, play in enumerate(trick.plays[1:], 1):
            self._read_follow(play, suit, place, taking)
            self._let_play(play, suit, taking)

    def _read_trump_lead(self, seat: int) -> None:
        """Note the highest unplayed card of each side suit. The seat would probably have led it before trumps."""
        for faces in self.faces[:TRUMP_INDEX]:
            left = [card for card in faces if self.out[card]]
            if left:
                self.found[seat][max(left, key=self.strength.__getitem__)] |= 1 << Clue.BOSS_NOT_LED

    def _let_play(self, play: PlayView, suit: int, taking: _Taking) -> None:
        card = play.cards[0]
        if self._takes(card, suit, taking):
            taking.seat, taking.strength = play.seat, self.strength[card]
            taking.is_trump = self.suit_of[card] == TRUMP_INDEX
        taking.points += card.points

    def _takes(self, card: Card, suit: int, taking: _Taking) -> bool:
        if self.suit_of[card] == TRUMP_INDEX:
            return not taking.is_trump or self.strength[card] > taking.strength
        return self.suit_of[card] == suit and not taking.is_trump and self.strength[card] > taking.strength

    def _read_follow(self, play: PlayView, suit: int, place: int, taking: _Taking) -> None:
        ours = not (play.seat ^ taking.seat) & 1
        if self.suit_of[play.cards[0]] != suit:
            self._read_discard(play, ours=ours)
        elif ours:
            self._read_for_partner(play, suit, place)
        elif not self._takes(play.cards[0], suit, taking):
            self._read_under(play, suit, place, taking)

    def _read_for_partner(self, play: PlayView, suit: int, place: int) -> None:
        if play.cards[0].points:
            return
        high = self.strength[play.cards[0]]
        feed = Clue.FEED_LAST if place == _LAST else Clue.FEED_THIRD
        self.mark(play.seat, feed, suit, lambda card, _: card.points > 0)
        self.mark(play.seat, Clue.LOWER_FOR_PARTNER, suit, lambda card, at: not card.points and at < high)

    def _read_under(self, play: PlayView, suit: int, place: int, taking: _Taking) -> None:
        high, top = self.strength[play.cards[0]], taking.strength
        may_win = suit == TRUMP_INDEX or not taking.is_trump
        if may_win and taking.points and place != _THIRD:
            clue = Clue.WIN_LAST_POINTS if place == _LAST else Clue.WIN_SECOND_POINTS
            self.mark(play.seat, clue, suit, lambda _, at: at > top)
        if play.cards[0].points:
            self.mark(play.seat, Clue.PLAIN_FOR_POINTS, suit, lambda card, _: not card.points)
        else:
            self.mark(play.seat, Clue.LOWER_UNDER, suit, lambda card, at: not card.points and at < high)

    def _read_discard(self, play: PlayView, *, ours: bool) -> None:
        card = play.cards[0]
        suit, high = self.suit_of[card], self.strength[card]
        if suit != TRUMP_INDEX:
            self.mark(play.seat, Clue.SUIT_DISCARDED, suit, lambda _card, _at: True)
        if card.points or suit == TRUMP_INDEX:
            return
        if ours:
            for other in self.side_points:
                self.found[play.seat][other] |= 1 << Clue.FEED_DISCARD
        else:
            self.mark(play.seat, Clue.LOWER_DISCARD, suit, lambda face, at: not face.points and at < high)


def find_clues(view: View) -> tuple[tuple[int, ...], ...]:
    """Return clues as bits `1 << Clue`, for each seat and each face. They tell how likely the seat is to hold it."""
    finder = _ClueFinder(view)
    for trick in (*view.tricks, view.trick):
        if trick.plays:
            finder.read_trick(trick)
    makers = {one.seat for one in view.declarations[-1:]} | ({view.declarer} if view.declarer is not None else set())
    for seat in makers:
        finder.mark(seat, Clue.DECLARER_TRUMP, TRUMP_INDEX, lambda _card, _at: True)
    return tuple(map(tuple, finder.found))


CLUE_WEIGHTS: Final = {
    Clue.LOWER_UNDER: -1.33,
    Clue.LOWER_FOR_PARTNER: -0.69,
    Clue.LOWER_DISCARD: -0.65,
    Clue.PLAIN_FOR_POINTS: -0.85,
    Clue.FEED_LAST: -1.25,
    Clue.FEED_THIRD: -1.8,
    Clue.FEED_DISCARD: -1.1,
    Clue.WIN_LAST_POINTS: -1.55,
    Clue.HIGHER_LEAD: 0.37,
    Clue.LOWER_MANY: -0.72,
    Clue.TWIN: -2.22,
    Clue.DECLARER_TRUMP: 0.32,
    Clue.LOWER_SIDE_LEAD: -0.2,
    Clue.BOSS_NOT_LED: -0.36,
    Clue.WIN_SECOND_POINTS: -0.63,
    Clue.SUIT_DISCARDED: 0.36,
}
KITTY_WEIGHTS: Final = {
    "any": -0.2,
    "trump": -4.0,
    "boss": -2.75,
    "low": 1.58,
    "ten": -3.0,
    "five": -2.72,
    "pair": -0.7,
}
_LOW: Final = 8
_TEN: Final = 10


@lru_cache(maxsize=1 << len(Clue))
def weigh_clues(clues: int) -> float:
    """Return by how much these clues together multiply the odds that a seat holds a card."""
    return math.exp(sum(weight for clue, weight in CLUE_WEIGHTS.items() if clues >> clue & 1))


def weigh_buried(beliefs: Beliefs, card: Card) -> float:
    """Return by how much a card's traits multiply the odds that it is buried."""
    return math.exp(sum(KITTY_WEIGHTS[trait] for trait in list_traits(beliefs, card)))


def list_traits(beliefs: Beliefs, card: Card) -> list[str]:
    """Return the traits of a card that change the odds that it is buried. They are keys of `KITTY_WEIGHTS`."""
    order = beliefs.trump.order
    suit = order.suit_of[card]
    found = ["any"]
    if suit == TRUMP_INDEX:
        found.append("trump")
    else:
        found += ["boss"] if card in order.tiers[suit][-1] else []
        found += ["low"] if order.strength[card] <= _LOW else []
    if card.points:
        found.append("ten" if card.points == _TEN else "five")
    if beliefs.unseen[card] > 1:
        found.append("pair")
    return found
