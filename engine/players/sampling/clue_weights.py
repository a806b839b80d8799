"""How much clues change the chance that a seat holds a card, and how likely cards are to be buried.

Fitted to deals of the level `expert` by `tests/bench/fit_clues.py`, as logarithms of odds.
"""

import math
from functools import lru_cache
from typing import Final

from engine.model.cards import Card
from engine.model.trump import TRUMP_INDEX
from engine.players.policies.beliefs import Beliefs
from engine.players.sampling.card_clues import Clue

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
