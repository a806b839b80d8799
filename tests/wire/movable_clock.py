"""A clock of the local Discord that tests can move."""

import asyncio

from bot.loopback import LoopbackClock

_FARTHEST = 100 * 365 * 86400.0


class MovableClock(LoopbackClock):
    """A clock that tests can move forward. Otherwise it runs like the machine's clock, or stands still if frozen."""

    def __init__(self, *, frozen: bool = False) -> None:
        self._moved = 0.0
        self._frozen_at = super().time() if frozen else None
        self._turned = asyncio.Event()

    def time(self) -> float:
        """Return the time in seconds since 1970."""
        base = super().time() if self._frozen_at is None else self._frozen_at
        return base + self._moved

    def advance(self, seconds: float) -> None:
        """Move time forward and wake all sleepers that are due. Raises ValueError for a negative or infinite step."""
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
