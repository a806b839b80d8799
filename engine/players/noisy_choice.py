"""Chooses the best of several options, with the errors of the player's style."""

import math
import random
from typing import Final, TypeVar

from engine.players.player import Style

T = TypeVar("T")

TIE: Final = 1e-6
"""Scores this close count as equal."""


def pick(scored: list[tuple[float, T]], style: Style, rng: random.Random) -> T:
    """Return the best option, or with a noisy style one at most `style.reach` below it.

    The error of each score has a Gumbel distribution, as in a softmax. Ties are broken at random.
    """
    top = max(value for value, _ in scored)
    near = [(value, thing) for value, thing in scored if value >= top - max(TIE, style.reach)]
    if len(near) == 1:
        return near[0][1]
    wavering = [value + (style.noise or TIE) * _gumbel(rng) for value, _ in near]
    return near[wavering.index(max(wavering))][1]


def _gumbel(rng: random.Random) -> float:
    return -math.log(-math.log(rng.uniform(1e-12, 1 - 1e-12)))
