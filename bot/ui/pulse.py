"""Notes from time to time that the program runs, so that it knows after a start how long it was away."""

import asyncio
from typing import Final

import structlog

from bot.play.ports import Clock
from bot.ui.ports import Notes

log: Final = structlog.get_logger()

NOTE: Final = "running"
"""The note that keeps when the program last ran, in seconds since the epoch."""
EVERY: Final = 30.0
"""Seconds between two notes: so much longer than it was an absence may seem."""


class Pulse:
    """When the program last ran. `begin` only after `away` was asked."""

    def __init__(self, notes: Notes, clock: Clock) -> None:
        self._notes = notes
        self._clock = clock
        self._task: asyncio.Task[None] | None = None

    async def away(self) -> float:
        """Return for how many seconds the program did not run; 0 if it never has."""
        noted = await self._notes.recall(NOTE)
        return max(0.0, self._clock.now() - float(noted)) if noted else 0.0

    def begin(self) -> None:
        """Note from now on that the program runs."""
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="pulse")

    async def close(self) -> None:
        """Note for the last time."""
        if self._task is None:
            return
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        await self._beat()

    async def _run(self) -> None:
        while True:
            await self._beat()
            await self._clock.sleep_until(self._clock.now() + EVERY)

    async def _beat(self) -> None:
        try:
            await self._notes.note(NOTE, repr(self._clock.now()))
        except Exception:  # the next one may be kept
            log.exception("it could not be noted that the program runs")
