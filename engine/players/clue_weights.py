"""How much clues change the chance that a seat holds a card, and how likely cards are to be buried.

Fitted to deals of the level `club` by `tests/bench/fit_clues.py`, as logarithms of odds.
"""

import math
from functools import lru_cache
from typing import Final

from engine.model.cards import Card
from engine.model.trump import TRUMP_INDEX
from engine.players.beliefs import Beliefs
from engine.players.card_clues import Clue

CLUE_WEIGHTS: Final = {
    Clue.LOWER_UNDER: -1.3,
    Clue.LOWER_FOR_PARTNER: -0.64,
    Clue.LOWER_DISCARD: -0.46,
    Clue.PLAIN_FOR_POINTS: -0.98,
    Clue.FEED_LAST: -0.82,
    Clue.FEED_THIRD: -1.53,
    Clue.FEED_DISCARD: -0.7,
    Clue.WIN_LAST_POINTS: -1.03,
    Clue.HIGHER_LEAD: 0.4,
    Clue.LOWER_MANY: -0.62,
    Clue.TWIN: -2.19,
    Clue.DECLARER_TRUMP: 0.48,
}
KITTY_WEIGHTS: Final = {
    "any": -0.21,
    "trump": -3.39,
    "boss": -2.31,
    "low": 1.57,
    "ten": -2.31,
    "five": -2.44,
    "pair": -0.63,
}
_LOW: Final = 8
_TEN: Final = 10


@lru_cache(maxsize=1 << len(Clue))
def weigh_clues(clues: int) -> float:
    """Return the factor by which these clues change the odds that a seat holds a card."""
    return math.exp(sum(weight for clue, weight in CLUE_WEIGHTS.items() if clues >> clue & 1))


def weigh_buried(beliefs: Beliefs, card: Card) -> float:
    """Return the factor by which what a card is changes the odds that it is buried."""
    return math.exp(sum(KITTY_WEIGHTS[trait] for trait in list_traits(beliefs, card)))


def list_traits(beliefs: Beliefs, card: Card) -> list[str]:
    """Return what tells how likely a card is to be buried."""
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
