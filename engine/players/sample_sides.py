"""Who is on the declarers' side in a sampled deal, where friends or hidden tens keep it secret."""

import random

from engine.model.cards import Card, Rank, card_of
from engine.model.options import Teams
from engine.model.trump import EFFECTIVE_SUIT_COUNT
from engine.model.view import View
from engine.players.bit_layout import BitLayout
from engine.players.playout.hands import HeldCards


def sample_sides(view: View, hands: HeldCards, layout: BitLayout, rng: random.Random) -> tuple[bool, ...]:
    """Return for each seat whether it is on the declarers' side if the cards lie like this."""
    if None not in view.sides:
        return tuple(bool(side) for side in view.sides)
    if view.rules.teams is Teams.FRIENDS:
        return _sample_friends(view, hands, layout, rng)
    ten = _get_called_ten(view)
    return tuple(
        ten is not None and _holds(hands, seat, ten, layout) if side is None else side
        for seat, side in enumerate(view.sides)
    )


def _sample_friends(view: View, hands: HeldCards, layout: BitLayout, rng: random.Random) -> tuple[bool, ...]:
    """Let one of the seats that hold each called card join; the declarer cannot, and a side has no seat twice."""
    sides = [side is True for side in view.sides]
    for friend in view.friends:
        if friend.joined is not None:
            continue
        able = [seat for seat, side in enumerate(sides) if not side and _holds(hands, seat, friend.call.card, layout)]
        if able:
            sides[rng.choice(able)] = True
    return tuple(sides)


def _get_called_ten(view: View) -> Card | None:
    suit = view.trump.suit if view.trump is not None else None
    return None if suit is None else card_of(suit, Rank.TEN)


def _holds(hands: HeldCards, seat: int, card: Card, layout: BitLayout) -> bool:
    """Return whether a seat holds a card of this face."""
    return bool(hands.held[EFFECTIVE_SUIT_COUNT * seat + layout.suit[card]] & layout.bit[card])
