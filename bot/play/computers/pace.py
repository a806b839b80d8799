"""Computes how long a computer player seems to think: longer where a person would."""

import math
from itertools import islice
from typing import Final

from bot.play.clock.timing import Timing
from engine.deal.legal_actions import forced_play, legal_plays
from engine.model.view import Ask, View

FORCED: Final = 0.25
"""Multiples of the usual pause, like all below: 0.3, 0.6 and 2.5 seconds for a pause of 1.2."""
_EASIEST: Final = 0.5
_HARDEST: Final = 2.08
_PLAYS_COUNTED: Final = 16
"""The most plays that make a choice harder."""
_MANY_POINTS: Final = 10
_FOR_POINTS: Final = 0.35
_FOR_LEAD: Final = 0.25


def compute_pause(view: View, timing: Timing) -> float:
    """Return how long a seat waits before it acts, in seconds, from what it is asked and how hard that is."""
    match view.ask:
        case Ask.DECLARE:
            return timing.computer_declare_pause
        case Ask.BURY:
            return _HARDEST * timing.computer_pause
        case Ask.LEAD | Ask.FOLLOW:
            return _compute_difficulty(view) * timing.computer_pause
        case _:
            return timing.computer_pause


def _compute_difficulty(view: View) -> float:
    """Return how hard a play is to choose, as a multiple of the usual pause."""
    if forced_play(view) is not None:
        return FORCED
    plays = sum(1 for _ in islice(legal_plays(view, _PLAYS_COUNTED), _PLAYS_COUNTED))
    share = math.log2(max(plays, 2) / 2) / math.log2(_PLAYS_COUNTED / 2)  # a choice of two is the easiest
    more = _FOR_LEAD if view.ask is Ask.LEAD else _FOR_POINTS * (view.trick.points >= _MANY_POINTS)
    return min(_HARDEST, _EASIEST + share + more)
