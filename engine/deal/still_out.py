"""Counts the cards that a seat has not seen yet, from its view alone."""

from collections import Counter
from dataclasses import dataclass
from typing import Final

from engine.cards_in_play.safe_throws import SeenCards, is_known_void
from engine.model.cards import Card, Rank, Suit
from engine.model.seats import Seat
from engine.model.trump import EFFECTIVE_SUITS, TRUMP_INDEX
from engine.model.view import View

_COUNTED: Final = {Rank.ACE, Rank.KING, Rank.TEN, Rank.FIVE}
"""The ranks of side suits that win tricks or are worth points."""


@dataclass(frozen=True, slots=True)
class StillOut:
    """The unseen cards of a deal, in hands or in the kitty, and what players have shown not to hold."""

    trumps: int
    jokers: tuple[Card, ...]
    """The jokers among these trumps, big ones first."""
    high: tuple[tuple[Card, ...], ...]
    """The aces, kings, tens and fives of each side suit that has any, from high to low."""
    voids: tuple[tuple[Suit, tuple[Seat, ...]], ...]
    """The other players who are known to have none of a suit."""


def count_still_out(view: View) -> StillOut:
    """Return what the view's seat has not seen yet."""
    order, suit_of = view.card_order, view.card_order.order.suit_of
    seen = SeenCards(view.hand, view.kitty or (), view.tricks, view.declarations, view.kitty_turned, view.declarer)
    unseen = seen.count_unseen(view.rules) - Counter(card for play in view.trick.plays for card in play.cards)
    cards = order.sort_for_display(unseen.elements())
    trumps = [card for card in cards if suit_of[card] == TRUMP_INDEX]
    sides = [index for index in dict.fromkeys(suit_of[card] for card in cards) if index != TRUMP_INDEX]
    high = (tuple(c for c in cards if suit_of[c] == index and c.rank in _COUNTED) for index in sides)
    return StillOut(
        len(trumps), tuple(card for card in trumps if card.is_joker), tuple(filter(None, high)), _list_voids(view)
    )


def _list_voids(view: View) -> tuple[tuple[Suit, tuple[Seat, ...]], ...]:
    others = [Seat(seat) for seat in range(view.rules.players) if seat != view.seat]
    tricks = (*view.tricks, view.trick) if view.trick.plays else view.tricks
    known = (
        (suit, tuple(one for one in others if is_known_void(one, index, tricks, view.card_order, view.rules)))
        for index, suit in enumerate(EFFECTIVE_SUITS)
    )
    return tuple((suit, seats) for suit, seats in known if seats)
