"""One task sleeps until the next deadline of any table, and starts a task for each deadline that is due."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Final

import structlog
from structlog.contextvars import clear_contextvars

from bot.ids import TableId
from bot.play.clock.repeating_task import draw_backoff, sleep_until_or_wake
from bot.play.ports import Clock
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.values.stored_table import Deadline
from bot.stopping import stop_tasks
from engine.model.errors import IllegalAction

log: Final = structlog.get_logger()

RETRY_SECONDS: Final = 2.0
"""The longest wait before the first retry, in seconds. It doubles with each further failure, up to a minute."""


class DeadlineScheduler:
    """Calls `on_deadline` at each deadline of each table. If the deadline is still set afterwards, it calls again."""

    def __init__(self, clock: Clock, on_deadline: Callable[[TableId, Deadline | None], Awaitable[None]]) -> None:
        self._clock = clock
        self._on_deadline = on_deadline
        self._deadlines: dict[TableId, tuple[Deadline, ...]] = {}
        self._reload_at: dict[TableId, float] = {}
        """For each table to be reloaded, the time at which to call `on_deadline` with None."""
        self._changed = asyncio.Event()
        self._running: dict[tuple[TableId, Deadline | None], asyncio.Task[None]] = {}
        self._not_before: dict[tuple[TableId, Deadline | None], float] = {}
        self._failures: dict[tuple[TableId, Deadline | None], int] = {}
        self._task: asyncio.Task[None] | None = None

    def set_deadlines(self, table: TableId, deadlines: Iterable[Deadline]) -> None:
        """Replace the deadlines of a table."""
        if known := tuple(deadlines):
            self._deadlines[table] = known
        else:
            self._deadlines.pop(table, None)
        self._forget_retries(table)
        self._wake()

    def reload_soon(self, table: TableId, after: float = 0.0) -> None:
        """Call `on_deadline` with None for a table in `after` seconds, unless an earlier such call is planned."""
        at = self._clock.now() + after
        self._reload_at[table] = min(at, self._reload_at.get(table, at))
        self._wake()

    async def close(self) -> None:
        """Stop, and cancel the calls that are running."""
        await stop_tasks(self._task, *self._running.values())

    def _wake(self) -> None:
        self._changed.set()
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="deadlines")

    async def _run(self) -> None:
        clear_contextvars()  # later log lines must not carry the log fields of the press that started this task
        while True:
            self._changed.clear()
            waiting = [at for at in (self._start_due_reloads(), self._start_due_deadlines()) if at is not None]
            await sleep_until_or_wake(self._clock, min(waiting, default=None), self._changed)

    def _start_due_reloads(self) -> float | None:
        now = self._clock.now()
        for table in [table for table, at in self._reload_at.items() if at <= now]:
            del self._reload_at[table]
            self._start(table, None)
        return min(self._reload_at.values(), default=None)

    def _start_due_deadlines(self) -> float | None:
        now, waiting = self._clock.now(), list[float]()
        for table, deadlines in self._deadlines.items():
            for deadline in deadlines:
                at = max(deadline.at, self._not_before.get((table, deadline), 0.0))
                if (table, deadline) in self._running:
                    continue
                if at <= now:
                    self._start(table, deadline)
                else:
                    waiting.append(at)
        return min(waiting, default=None)

    def _start(self, table: TableId, deadline: Deadline | None) -> None:
        task = asyncio.create_task(self._handle(table, deadline), name=f"deadline {table}")
        self._running[table, deadline] = task
        task.add_done_callback(lambda _: self._finish(table, deadline))

    def _finish(self, table: TableId, deadline: Deadline | None) -> None:
        self._running.pop((table, deadline), None)
        self._changed.set()

    async def _handle(self, table: TableId, deadline: Deadline | None) -> None:
        try:
            await self._on_deadline(table, deadline)
        except TableRefused as refused:
            if refused.reason is not TableRefusal.BUSY:  # a failure of the store (BUSY) has been logged before
                log.info("a deadline came too late", table=table, reason=refused.reason.value)
        except IllegalAction as refused:
            log.error("the action of a deadline is illegal", table=table, reason=refused.reason.value)  # noqa: TRY400 - facts could name hidden cards
        except Exception:
            log.exception("a deadline could not be handled", table=table)
            if deadline is None:  # nothing else would load this table again
                self._reload_at[table] = self._clock.now() + self._draw_wait(table, None)
                return
        self._note_handled(table, deadline)

    def _note_handled(self, table: TableId, deadline: Deadline | None) -> None:
        if deadline in self._deadlines.get(table, ()):
            self._not_before[table, deadline] = self._clock.now() + self._draw_wait(table, deadline)
            return
        self._failures.pop((table, deadline), None)
        self._not_before.pop((table, deadline), None)

    def _forget_retries(self, table: TableId) -> None:
        known = self._deadlines.get(table, ())
        for key in [key for key in self._not_before if key[0] == table and key[1] not in known]:
            del self._not_before[key]
            self._failures.pop(key, None)

    def _draw_wait(self, table: TableId, deadline: Deadline | None) -> float:
        failures = self._failures[table, deadline] = self._failures.get((table, deadline), 0) + 1
        return draw_backoff(failures, first=RETRY_SECONDS)
