"""Taking the best of several things, with a hand as sure as the player's style."""

import math
import random
from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")

_TIE = 1e-6


def best(things: Iterable[T], score: Callable[[T], float], noise: float, rng: random.Random) -> T:
    """Return the thing with the best score; `noise` is the scale of the error made on each (Gumbel, as in a softmax).

    Of equally good things chance takes one.
    """
    scale = noise or _TIE
    return max(
        (
            (score(thing) - scale * math.log(-math.log(rng.uniform(1e-12, 1 - 1e-12))), at, thing)
            for at, thing in enumerate(things)
        ),
        key=lambda scored: scored[:2],
    )[2]
