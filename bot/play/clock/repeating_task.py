"""A task that repeats one action while the program runs."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import structlog

from bot.play.ports import Clock

log: Final = structlog.get_logger()


class RepeatingTask:
    """Calls `action` until it is closed; a call that fails is logged as `failure`, and the next one tries again.

    The next call comes `interval` seconds after the end of the last one, after a failure `retry_after` if that is less.
    Failures of the types in `expected` are logged by their cause, without a traceback.
    """

    def __init__(
        self,
        name: str,
        clock: Clock,
        interval: float,
        action: Callable[[], Awaitable[object]],
        failure: str,
        *,
        retry_after: float = float("inf"),
        expected: tuple[type[Exception], ...] = (),
    ) -> None:
        self._name = name
        self._clock = clock
        self._interval = interval
        self.action = action
        self._failure = failure
        self._retry_after = min(interval, retry_after)
        self._expected = expected
        self._task: asyncio.Task[None] | None = None

    def start(self, first_wait: float = 0.0) -> None:
        """Start, with the first call in `first_wait` seconds; a second start does nothing."""
        if self._task is None:
            self._task = asyncio.create_task(self._run(first_wait), name=self._name)

    async def close(self) -> None:
        """Stop; a call under way is cancelled."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self, wait: float) -> None:
        while True:
            await self._clock.sleep_until(self._clock.now() + wait)
            wait = self._interval if await self._call() else self._retry_after

    async def _call(self) -> bool:
        """Return whether the call succeeded."""
        try:
            await self.action()
        except self._expected as error:
            log.error(self._failure, cause=str(error))  # noqa: TRY400 - the cause says all
            return False
        except Exception:
            log.exception(self._failure)
            return False
        return True
