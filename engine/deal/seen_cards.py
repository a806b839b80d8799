"""Lists the cards that a seat has not seen yet, and finds leads that nobody can beat."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from engine.cards_in_play.leads import Lead
from engine.cards_in_play.safe_throws import SeenCards, is_known_void
from engine.cards_in_play.units import find_unit_paths
from engine.deal.legal_actions import as_lead
from engine.model.cards import Card, Rank, Suit, count_faces
from engine.model.options import Bombs
from engine.model.seats import Seat
from engine.model.trump import EFFECTIVE_SUITS, TRUMP_INDEX
from engine.model.view import Ask, View

_COUNTED: Final = {Rank.ACE, Rank.KING, Rank.TEN, Rank.FIVE}
"""The ranks of side suits that are listed, because they often win tricks or have points."""
Leads = tuple[tuple[Card, ...], ...]
MIN_LEADS = 2
"""The fewest leads with which a player may claim the rest of the tricks; a single lead is simply played."""


@dataclass(frozen=True, slots=True)
class StillOut:
    """The cards of a deal that a seat has not seen, and the suits that other players are known to lack."""

    trumps: int
    jokers: tuple[Card, ...]
    """The jokers that are still out, big ones first."""
    high: tuple[tuple[Card, ...], ...]
    """The unseen aces, kings, tens and fives of each side suit, from high to low. Suits without any are left out."""
    voids: tuple[tuple[Suit, tuple[Seat, ...]], ...]
    """The suits that other players are known to lack, each with these players."""


def count_still_out(view: View) -> StillOut:
    """Return the cards that the view's seat has not seen yet, and the suits that others are known to lack."""
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


def find_sure_leads(view: View, fewest: int = MIN_LEADS) -> Leads:
    """Return leads that play the whole hand. They are in an order in which nobody can beat any of them.

    Return () if that cannot be proved, or if there are fewer leads than `fewest`.

    The proof uses only the view: an unseen card may be in any other hand that is not known to be void in its suit.
    """
    rules = view.rules
    if view.ask is not Ask.LEAD or rules.bombs is not Bombs.OFF or rules.rainbows is not None or rules.pickup:
        return ()
    leads = tuple(_group_hand(view))
    if len(leads) < fewest:
        return ()
    longest = max(leads, key=len)
    others = tuple(one for one in leads if one is not longest)
    orders = (*others, longest), leads  # the longest lead should be last, where it multiplies the kitty most
    return next((order for order in orders if _is_sure(view, order)), ())


def _group_hand(view: View) -> Iterator[tuple[Card, ...]]:
    """Yield the leads of the hand, trumps first, from high to low. Copies of a card are led together if possible."""
    order = view.card_order
    ordered = sorted(
        view.hand, key=lambda card: (not order.is_trump(card), order.effective_suit(card), -order.strength(card), card)
    )
    for _, group in groupby(ordered):
        cards = tuple(group)
        if as_lead(view, cards).is_throw:
            yield from ((card,) for card in cards)
        else:
            yield cards


def _is_sure(view: View, leads: Leads) -> bool:
    assert view.seat is not None
    seen = SeenCards(view.hand, view.kitty or (), view.tricks, view.declarations, view.kitty_turned, view.declarer)
    unseen, led = seen.count_unseen(view.rules), Counter[int]()
    others = [Seat(seat) for seat in range(view.rules.players) if seat != view.seat]
    suit_of = view.card_order.order.suit_of
    void = {
        (other, suit): is_known_void(other, suit, view.tricks, view.card_order, view.rules)
        for other in others
        for suit in set(map(suit_of.__getitem__, unseen))
    }
    held = Counter(suit_of[card] for card in unseen.elements())
    for cards in leads:
        lead = as_lead(view, cards)
        for other in others:
            # An earlier lead of n cards has drawn n cards of its suit from each other hand, or all that this hand had.
            possible = [c for c in unseen.elements() if led[suit_of[c]] < held[suit_of[c]]]
            if _may_beat(view, lead, [c for c in possible if not void[other, suit_of[c]]]):
                return False
        led[suit_of[cards[0]]] += len(cards)
    return True


def _may_beat(view: View, lead: Lead, possible: list[Card]) -> bool:
    """Return whether a hand could beat the lead if it holds some of these cards, in the suit or by a ruff."""
    (unit,), order = lead.units, view.card_order.order
    above = order.adjacent_above(lead.gone)
    same = count_faces(card for card in possible if order.suit_of[card] == lead.index)
    if any(order.strength[path[-1]] > unit.top for path in find_unit_paths(same, unit.kind, above)):
        return True
    trumps = count_faces(card for card in possible if order.suit_of[card] == TRUMP_INDEX)
    return lead.index != TRUMP_INDEX and bool(find_unit_paths(trumps, unit.kind, above))
