"""The stand-in's time, and the time that anything takes on its way."""

import asyncio
import time
from datetime import UTC, datetime


class LoopbackClock:
    """The machine's clock."""

    def time(self) -> float:
        """Return the time in seconds since 1970."""
        return time.time()

    async def sleep_until(self, moment: float) -> None:
        """Return once `time()` has reached the moment."""
        await asyncio.sleep(moment - self.time())


def iso(moment: float) -> str:
    """Return a moment as Discord writes it: ISO 8601 with microseconds and the zone."""
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="microseconds")


HIGHEST = 2000
"""Milliseconds. A press takes half to the bot and its answer half back: 3000 would be too late for every answer."""


def to_one_way(milliseconds: float) -> float:
    """Return the seconds of one direction for the milliseconds there and back. Raises ValueError."""
    if not 0 <= milliseconds <= HIGHEST:
        raise ValueError(f"the latency must be from 0 to {HIGHEST} milliseconds")
    return milliseconds / 2000
