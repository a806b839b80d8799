"""Repeats an action at intervals, or retries it after random pauses that grow, until it succeeds."""

import asyncio
import itertools
import random
from collections.abc import Awaitable, Callable
from dataclasses import KW_ONLY, dataclass, field
from math import inf
from typing import Any, Final

import structlog

from bot.play.ports import Clock
from bot.stopping import stop_tasks

log: Final = structlog.get_logger()

FIRST_SECONDS: Final = 1.0
MOST_SECONDS: Final = 60.0

Chance = Callable[[], float]
"""Returns a number from 0 to 1, as `random.random` does."""
SHORTEST_PAUSE: Final = 0.5
"""The shortest pause between two calls in seconds, even if `wakeup` is set earlier."""


def draw_backoff(
    failures: int, *, first: float = FIRST_SECONDS, most: float = MOST_SECONDS, chance: Chance = random.random
) -> float:
    """Return a random wait in seconds, between half of the longest wait and all of it.

    The longest wait is `first` after one failure. Each further failure doubles it, up to `most`.
    """
    longest = min(most, first * 2.0 ** min(max(failures - 1, 0), 32))
    return longest * (0.5 + chance() / 2)


async def retry_until_reached(
    name: str, find_fault: Callable[[], Awaitable[str | None]], sleep: Callable[[float], Awaitable[None]]
) -> None:
    """Call `find_fault` until it returns None, with growing pauses. Log each cause that it returns, but only once."""
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


async def sleep_until_or_wake(clock: Clock, at: float | None, wakeup: asyncio.Event) -> None:
    """Sleep until `wakeup` is set, but at most until the time `at` (None for no limit)."""
    waiting: list[asyncio.Future[Any]] = [asyncio.ensure_future(wakeup.wait())]
    if at is not None:
        waiting.append(asyncio.ensure_future(clock.sleep_until(at)))
    try:
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in waiting:
            task.cancel()


@dataclass(eq=False, repr=False)
class RepeatingTask:
    """Calls `action` again and again until it is closed. A failed call is logged as `failure`, and the calls go on.

    The wait after a call is `interval` seconds, but at most `retry_after` if the call failed. Failures of the types
    `expected` are logged without a traceback. Setting `wakeup` ends a wait early, but not before half a second has
    passed.
    """

    name: str
    clock: Clock
    interval: float
    action: Callable[[], Awaitable[object]]
    failure: str
    _: KW_ONLY
    retry_after: float = inf
    expected: tuple[type[Exception], ...] = ()
    wakeup: asyncio.Event | None = None
    _task: asyncio.Task[None] | None = field(default=None, init=False)

    def start(self, first_wait: float = 0.0) -> None:
        """Start the calls, the first one after `first_wait` seconds. A second start does nothing."""
        if self._task is None:
            self._task = asyncio.create_task(self._run(first_wait), name=self.name)

    async def close(self) -> None:
        """Stop, and cancel a call that is running."""
        await stop_tasks(self._task)

    async def _run(self, wait: float) -> None:
        while True:
            await self._sleep(wait)
            wait = min(self.interval, self.retry_after)
            try:
                await self.action()
            except self.expected as error:
                log.error(self.failure, cause=str(error))  # noqa: TRY400 - the cause is enough
            except Exception:
                log.exception(self.failure)
            else:
                wait = self.interval

    async def _sleep(self, seconds: float) -> None:
        shortest = seconds if self.wakeup is None else min(seconds, SHORTEST_PAUSE)
        await self.clock.sleep_until(self.clock.now() + shortest)
        if self.wakeup is not None:
            await sleep_until_or_wake(self.clock, self.clock.now() + seconds - shortest, self.wakeup)
