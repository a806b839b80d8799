"""Computes how long to wait before another attempt: doubled at each failure, bounded, and random."""

import random
from collections.abc import Callable
from typing import Final

FIRST_SECONDS: Final = 1.0
MOST_SECONDS: Final = 60.0

Chance = Callable[[], float]
"""Returns a number from 0 to 1, as `random.random` does."""


def draw_backoff(
    failures: int, *, first: float = FIRST_SECONDS, most: float = MOST_SECONDS, chance: Chance = random.random
) -> float:
    """Return the seconds to wait after `failures` in a row: half of the bound or more, so that few retries collide."""
    longest = min(most, first * 2.0 ** min(max(failures - 1, 0), 32))
    return longest * (0.5 + chance() / 2)
