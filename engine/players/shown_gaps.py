"""Which suits other seats have shown to be void in, and in which they have shown to hold no pair any more."""

from collections.abc import Sequence
from typing import Final

from engine.cards_in_play.trick import is_bomb
from engine.model.cards import Card, count_faces
from engine.model.options import Follow
from engine.model.rules import Rules
from engine.model.trump import EFFECTIVE_SUIT_COUNT
from engine.model.view import PlayView, TrickView, View

Gaps = tuple[list[list[bool]], list[list[bool]]]
"""By seat, then by effective suit: is it void, and does it hold no pair?"""
_PAIR: Final = 2


def find_shown_gaps(view: View, tricks: Sequence[TrickView]) -> Gaps:
    """Return who is certain to be void in which suit and who to hold no pair in it, by the follows in `tricks`."""
    assert view.trump is not None
    suit_of = view.trump.order.suit_of
    void = [[False] * EFFECTIVE_SUIT_COUNT for _ in range(view.rules.players)]
    no_pair = [[False] * EFFECTIVE_SUIT_COUNT for _ in range(view.rules.players)]
    for trick in tricks:
        lead = trick.plays[0] if len(trick.plays) > 1 else None
        if lead is None or _is_rainbow(lead.cards, suit_of):
            continue
        suit = suit_of[lead.cards[0]]
        owed = count_demanded_pairs(lead, view.rules) if len(lead.cards) > 1 else 0
        for play in trick.plays[1:]:
            if len(play.cards) > 1 and is_bomb(play.cards, view.rules):
                continue  # a bomb need not follow
            given = [card for card in play.cards if suit_of[card] == suit]
            if len(given) < len(lead.cards):
                void[play.seat][suit] = True
            elif owed and count_pairs(given) < owed:
                no_pair[play.seat][suit] = True
    return void, no_pair


def _is_rainbow(cards: Sequence[Card], suit_of: tuple[int, ...]) -> bool:
    return cards[0].rank is cards[-1].rank and suit_of[cards[-1]] != suit_of[cards[0]]


def count_pairs(cards: Sequence[Card]) -> int:
    """Return how many pairs can be made of cards at once."""
    return sum(number // _PAIR for number in count_faces(cards).values())


def count_demanded_pairs(lead: PlayView, rules: Rules) -> int:
    """Return the number of pairs below which a follow shows that no pair of the suit is left in the hand.

    0 where nothing follows from it: a hand may keep a pair that is part of a longer tuple or of a tractor. A wider
    tuple is followed by some pairs and not by others, so only a follow without any pair tells.
    """
    may_keep_tuples = rules.protect_longer or rules.follow is Follow.MINIMAL
    if rules.follow is Follow.SUIT_ONLY or (may_keep_tuples and rules.decks > _PAIR):
        return 0
    if not rules.pairs_draw_tractors and all(len(set(unit)) == 1 for unit in lead.units):
        return 0
    widths = [number for unit in lead.units for number in count_faces(unit).values()]
    pairs = sum(width >= _PAIR for width in widths)
    return min(pairs, 1) if max(widths, default=0) > _PAIR else pairs
