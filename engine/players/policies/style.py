"""The styles of the players that play by rules: what they remember, how accurate they are, what they value.

The weak levels lose as people do: they forget cards, ignore that later seats may beat their card, and hoard points. No
level ruffs a trick that a partner surely wins. In the last seat, no level gives points to a lost trick needlessly.
"""

import math
import random
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, TypeVar

from engine.players.policies.weights import MASTER_WEIGHTS, WEIGHTS, Weights

T = TypeVar("T")

_TIE: Final = 1e-6
"""Scores count as equal if they differ by no more than this."""


class Memory(StrEnum):
    """Which played cards a player remembers."""

    ALL = "all"
    HONOURS = "honours"  # remembers the last two tricks, and kings, aces, trumps and voids of earlier ones
    RECENT = "recent"  # remembers only the last two tricks


@dataclass(frozen=True, slots=True)
class Style:
    """A player's style."""

    memory: Memory = Memory.ALL
    noise: float = 0.0
    """The scale of the random error in the score of a play, in card points."""
    reach: float = 0.0
    """How many card points the chosen play may be worse than the best one."""
    throws: bool = True
    weights: Weights = WEIGHTS

    def pick(self, scored: list[tuple[float, T]], rng: random.Random) -> T:
        """Return the best option or, with `noise`, one that is at most `reach` worse. Ties are broken at random."""
        top = max(value for value, _ in scored)
        near = [(value, thing) for value, thing in scored if value >= top - max(_TIE, self.reach)]
        if len(near) == 1:
            return near[0][1]
        wavering = [value + (self.noise or _TIE) * _gumbel(rng) for value, _ in near]
        return near[wavering.index(max(wavering))][1]


def _gumbel(rng: random.Random) -> float:
    return -math.log(-math.log(rng.uniform(1e-12, 1 - 1e-12)))


EXPERT: Final = Style()
MASTER: Final = Style(weights=MASTER_WEIGHTS)
"""The style of the rule player whose choice a search tries to improve."""
SKILLED: Final = Style(
    Memory.HONOURS,
    noise=2.0,
    reach=5.0,
    weights=replace(WEIGHTS, zeal=0.25, liability=-0.8, exposed=0.2, second_honour=0.2),
)
CASUAL: Final = Style(
    Memory.RECENT,
    noise=3.0,
    reach=8.0,
    throws=False,
    weights=replace(
        WEIGHTS,
        zeal=0.15,
        liability=-1.1,
        void=6.0,
        draw=6.0,
        drawn=-4.0,
        exposed=0.0,
        second_honour=0.0,
    ),
)
