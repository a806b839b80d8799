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
    """When the program last ran."""

    def __init__(self, notes: Notes, clock: Clock) -> None:
        self._notes = notes
        self._clock = clock
        self._task: asyncio.Task[None] | None = None

    async def begin(self) -> float:
        """Note from now on that the program runs; return for how many seconds it did not, 0 if it never has.

        The first note comes before anything is made of the absence, so that none is counted twice.
        """
        noted = await self._notes.recall(NOTE)
        away = max(0.0, self._clock.now() - float(noted)) if noted else 0.0
        await self._beat()
        self._task = asyncio.create_task(self._run(), name="pulse")
        return away

    async def close(self) -> None:
        """Note for the last time."""
        if self._task is None:
            return
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        await self._beat()

    async def _run(self) -> None:
        while True:
            await self._clock.sleep_until(self._clock.now() + EVERY)
            await self._beat()

    async def _beat(self) -> None:
        try:
            await self._notes.note(NOTE, repr(self._clock.now()))
        except Exception:  # the next one may be kept
            log.exception("it could not be noted that the program runs")
