"""The stand-in's time: real by default; tests may move it forward or stop it."""

import asyncio
import time
from datetime import UTC, datetime

_FARTHEST = 100 * 365 * 86400.0


class LoopbackClock:
    """The time in seconds since 1970: the machine's clock plus an offset, or a fixed moment when frozen."""

    def __init__(self, *, frozen: bool = False) -> None:
        self._moved = 0.0
        self._frozen_at: float | None = time.time() if frozen else None
        self._turned = asyncio.Event()

    def time(self) -> float:
        """Return the time in seconds since 1970."""
        base = time.time() if self._frozen_at is None else self._frozen_at
        return base + self._moved

    def advance(self, seconds: float) -> None:
        """Move time forward and wake all sleepers that are due. Raises ValueError unless the step is positive."""
        if not 0 <= seconds <= _FARTHEST:
            raise ValueError("seconds must be positive and finite")
        self._moved += seconds
        self._turned.set()
        self._turned = asyncio.Event()

    async def sleep_until(self, moment: float) -> None:
        """Return once `time()` has reached the moment."""
        while (left := moment - self.time()) > 0:
            turned = self._turned.wait()
            try:
                await asyncio.wait_for(turned, None if self._frozen_at is not None else left)
            except TimeoutError:
                continue


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
