"""Time at the tables: the real clock, and the one task that sleeps until the earliest deadline of all."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable
from typing import Final

import structlog

from bot.play.occupants import TableId
from bot.play.ports import Clock, Deadline
from bot.play.refusals import Refused
from engine.errors import IllegalAction

log: Final = structlog.get_logger()

Ring = Callable[[TableId, Deadline | None], Awaitable[None]]
RETRY: Final = 2.0
"""Seconds until a deadline that could not be met is tried again."""


class SystemClock:
    """The machine's time."""

    def now(self) -> float:
        """Return seconds since the epoch."""
        return time.time()

    async def sleep_until(self, at: float) -> None:
        """Wait until `at`; in steps, so that a machine that slept wakes on time."""
        while (left := at - time.time()) > 0:  # noqa: ASYNC110 - it waits for a time, not for an event
            await asyncio.sleep(min(left, 60.0))


class Alarm:
    """Rings at each deadline, one task for all tables. A ring that fails is logged and tried again."""

    def __init__(self, clock: Clock, ring: Ring) -> None:
        self._clock = clock
        self._ring = ring
        self._due: dict[TableId, tuple[Deadline, ...]] = {}
        self._reload: dict[TableId, float] = {}
        """Tables that ring without a deadline, and when."""
        self._changed = asyncio.Event()
        self._ringing: dict[tuple[TableId, Deadline | None], asyncio.Task[None]] = {}
        self._not_before: dict[tuple[TableId, Deadline], float] = {}
        self._task: asyncio.Task[None] | None = None

    def set(self, table: TableId, deadlines: Iterable[Deadline]) -> None:
        """Replace the deadlines of a table."""
        known = tuple(deadlines)
        if known:
            self._due[table] = known
        else:
            self._due.pop(table, None)
        self._wake()

    def soon(self, table: TableId, after: float = 0.0) -> None:
        """Ring once for a table without a deadline, `after` so many seconds."""
        self._reload[table] = self._clock.now() + after
        self._wake()

    async def close(self) -> None:
        """Stop ringing; a ring under way is cut short."""
        tasks = [t for t in (self._task, *self._ringing.values()) if t is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _wake(self) -> None:
        self._changed.set()
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="alarm")

    async def _run(self) -> None:
        while True:
            self._changed.clear()
            waiting = [at for at in (self._reload_due(), self._ring_due()) if at is not None]
            await self._wait(min(waiting, default=None))

    def _reload_due(self) -> float | None:
        """Ring for the tables whose time it is; return when the next one's is."""
        now = self._clock.now()
        for table in [table for table, at in self._reload.items() if at <= now]:
            del self._reload[table]
            self._start(table, None)
        return min(self._reload.values(), default=None)

    def _ring_due(self) -> float | None:
        """Start the rings that are due; return when the next one will be."""
        now, waiting = self._clock.now(), list[float]()
        for table, deadlines in self._due.items():
            for deadline in deadlines:
                at = max(deadline.at, self._not_before.get((table, deadline), 0.0))
                if (table, deadline) in self._ringing:
                    continue
                if at <= now:
                    self._start(table, deadline)
                else:
                    waiting.append(at)
        return min(waiting, default=None)

    async def _wait(self, until: float | None) -> None:
        changed = asyncio.ensure_future(self._changed.wait())
        sleepers = [changed] if until is None else [changed, asyncio.ensure_future(self._clock.sleep_until(until))]
        try:
            await asyncio.wait(sleepers, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for sleeper in sleepers:
                sleeper.cancel()

    def _start(self, table: TableId, deadline: Deadline | None) -> None:
        task = asyncio.create_task(self._ring_once(table, deadline), name=f"ring {table}")
        self._ringing[table, deadline] = task
        task.add_done_callback(lambda _: self._done(table, deadline))

    def _done(self, table: TableId, deadline: Deadline | None) -> None:
        self._ringing.pop((table, deadline), None)
        self._changed.set()

    async def _ring_once(self, table: TableId, deadline: Deadline | None) -> None:
        try:
            await self._ring(table, deadline)
        except Refused as refused:
            log.info("a deadline came too late", table=table, why=refused.why.value)
        except IllegalAction as refused:
            log.error("a deadline breaks the rules", table=table, reason=refused.reason.value)  # noqa: TRY400 - facts could name hidden cards
        except Exception:
            log.exception("a deadline could not be met", table=table)
            if deadline is None:  # nobody else would look at this table again
                self._reload[table] = self._clock.now() + RETRY
        if deadline is not None and deadline in self._due.get(table, ()):
            self._not_before[table, deadline] = self._clock.now() + RETRY
        elif deadline is not None:
            self._not_before.pop((table, deadline), None)
