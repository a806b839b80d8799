"""Records regularly that the program runs, so that the next start knows how long it was down."""

import asyncio
from typing import Final

import structlog

from bot.play.ports import Clock
from bot.ui.core.ports import KeyValueStore

log: Final = structlog.get_logger()

LAST_RUN_KEY: Final = "running"
"""Key of the time of the last record, as `Clock.now` counts it, like the deadlines."""
INTERVAL: Final = 30.0
"""Seconds between two records; a downtime may seem longer by this."""


class Heartbeat:
    """Records when the program last ran."""

    def __init__(self, key_values: KeyValueStore, clock: Clock) -> None:
        self._key_values = key_values
        self._clock = clock
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> float:
        """Start recording; return for how many seconds the program was down, 0 at the first start.

        It is negative if the machine's clock was set back by more than that, and counts every other change of it too.

        The first record comes before anything uses the downtime, so that none counts twice.
        """
        saved = await self._key_values.get(LAST_RUN_KEY)
        away = self._clock.now() - float(saved) if saved else 0.0
        await self._record()
        self._task = asyncio.create_task(self._run(), name="pulse")
        return away

    async def close(self) -> None:
        """Record for the last time."""
        if self._task is None:
            return
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        await self._record()

    async def _run(self) -> None:
        while True:
            await self._clock.sleep_until(self._clock.now() + INTERVAL)
            await self._record()

    async def _record(self) -> None:
        try:
            await self._key_values.set(LAST_RUN_KEY, repr(self._clock.now()))
        except Exception:  # the next record may succeed
            log.exception("the heartbeat could not be saved")
