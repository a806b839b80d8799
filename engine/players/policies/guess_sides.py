"""The chance that each seat is a partner, where friends or hidden teams keep it secret."""

from typing import Final

from engine.model.cards import Rank, Suit, card_of
from engine.model.options import Teams
from engine.model.view import View

LIKELIEST: Final = 0.95
"""The highest chance of a side that is not known."""


def guess_allies(view: View) -> tuple[float, ...]:
    """Return for each seat the chance that it is on this seat's side; 1 for the seat itself."""
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
