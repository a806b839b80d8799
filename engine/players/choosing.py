"""Taking the best of several things, with a hand as sure as the player's style."""

import math
import random
from typing import Final, TypeVar

from engine.players.base import Style

T = TypeVar("T")

TIE: Final = 1e-6
"""Scores so close are the same."""


def pick(scored: list[tuple[float, T]], style: Style, rng: random.Random) -> T:
    """Return the thing with the best score, or, by an unsure hand, one that falls short of it by `style.reach` at most.

    The error made on each is Gumbel's, as in a softmax. Of equally good things chance takes one.
    """
    top = max(value for value, _ in scored)
    near = [(value, thing) for value, thing in scored if value >= top - max(TIE, style.reach)]
    if len(near) == 1:
        return near[0][1]
    wavering = [value + (style.noise or TIE) * _gumbel(rng) for value, _ in near]
    return near[wavering.index(max(wavering))][1]


def _gumbel(rng: random.Random) -> float:
    return -math.log(-math.log(rng.uniform(1e-12, 1 - 1e-12)))
