"""Sends the newest state of one message: one sending at a time, a pause between two, nothing in between kept."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import structlog

from bot.play.ports import Clock

log: Final = structlog.get_logger()

RETRIES: Final = 5
FIRST_RETRY: Final = 2.0
"""Seconds until the first new try; each further one waits twice as long."""


LAST_WORDS: Final = 3.0
"""Seconds that a sending may still take when the program stops."""


class TryLater(Exception):  # noqa: N818 - read as a sentence
    """What was to be sent could not be; it may well work in a while."""


class Courier:
    """Calls `send` after `wake`, never twice at once, and no sooner than `pause` seconds after the last time.

    `send` looks at the newest state itself, so any number of wakings while it is under way cost one more sending.
    """

    def __init__(self, clock: Clock, send: Callable[[], Awaitable[None]], pause: float, name: str) -> None:
        self._clock = clock
        self._send = send
        self._pause = pause
        self._name = name
        self._wanted = False
        self._not_before = 0.0
        self._task: asyncio.Task[None] | None = None
        self._sending = False

    def wake(self) -> None:
        """Have the newest state sent soon."""
        self._wanted = True
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run(), name=self._name)

    def sent(self) -> None:
        """Note that the message has just been changed by another way."""
        self._not_before = self._clock.now() + self._pause

    async def close(self) -> None:
        """Stop: what is being sent may still arrive, nothing more is begun."""
        self._wanted = False
        if self._task is None:
            return
        if self._sending:
            await asyncio.wait({self._task}, timeout=LAST_WORDS)
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def idle(self) -> None:
        """Wait until everything wanted so far is sent."""
        while self._task is not None and not self._task.done():
            await asyncio.wait({self._task})

    async def _run(self) -> None:
        failures = 0
        while self._wanted:
            await self._clock.sleep_until(self._not_before)
            self._wanted, self._sending = False, True
            try:
                await self._send()
            except TryLater:
                failures += 1
                self._wanted = self._wanted or failures <= RETRIES  # it may have been woken during the last try
                self._not_before = self._clock.now() + FIRST_RETRY * 2 ** min(failures - 1, RETRIES)
            except Exception:
                log.exception("a message could not be brought up to date", message=self._name)
                self.sent()
            else:
                failures = 0
                self.sent()
            finally:
                self._sending = False
