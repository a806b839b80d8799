"""Computes how long to wait before another attempt: doubled at each failure, bounded, and random."""

import itertools
import random
from collections.abc import Awaitable, Callable
from typing import Final

import structlog

log: Final = structlog.get_logger()

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


async def retry_until_reached(
    name: str, find_fault: Callable[[], Awaitable[str | None]], sleep: Callable[[float], Awaitable[None]]
) -> None:
    """Call `find_fault` until it returns None; until then log each new cause that it returns once."""
    logged = set[str]()
    for failures in itertools.count(1):
        if (cause := await find_fault()) is None:
            break
        if cause not in logged:
            logged.add(cause)
            log.warning("%s cannot be reached: trying again", name, cause=cause)
        await sleep(draw_backoff(failures))
    if logged:
        log.info("%s can be reached again", name)
