"""Shows tables one after the other, so that a start with very many tables sends Discord few requests at a time."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from bot.ids import TableId
from bot.play.ports import Clock
from bot.play.tables.table import Table
from bot.stopping import stop_tasks

SHOWN_AT_ONCE: Final = 16
"""How many tables are shown without a pause if none was shown for a while."""
PAUSE_SECONDS: Final = 1.0
"""The longest pause in seconds before another table. It leaves nearly all requests to Discord for users' actions."""
LONGEST_SECONDS: Final = 3600.0
"""The most seconds from the last `add` until all waiting tables are shown."""


class ShowQueue:
    """Tables that wait to be shown again. The outbox takes a table out earlier if something happens there."""

    def __init__(self, clock: Clock, show: Callable[[Table], Awaitable[None]]) -> None:
        """Create a queue that shows tables with `show`, which must not raise anything."""
        self._clock = clock
        self._show = show
        self._waiting: dict[TableId, Table] = {}
        self._free_at = float("-inf")
        """The time for which the last table is planned. If it is past, some tables can be shown without a pause."""
        self._due_at = float("-inf")
        """The time by which all waiting tables must be shown."""
        self._task: asyncio.Task[None] | None = None

    def add(self, table: Table) -> None:
        """Queue a table to be shown after those that already wait."""
        self._waiting[table.id] = table
        self._due_at = self._clock.now() + LONGEST_SECONDS
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run(), name="show tables")

    def take(self, table: TableId) -> bool:
        """Take a table out of the queue, because it is shown now. Return whether it was waiting."""
        return self._waiting.pop(table, None) is not None

    async def close(self) -> None:
        """Stop showing tables."""
        self._waiting.clear()
        await stop_tasks(self._task)

    async def _run(self) -> None:
        while self._waiting:
            pause = min(PAUSE_SECONDS, (self._due_at - self._clock.now()) / len(self._waiting))
            self._free_at = max(self._free_at, self._clock.now() - SHOWN_AT_ONCE * pause) + pause
            await self._clock.sleep_until(self._free_at)
            if (table := next(iter(self._waiting.values()), None)) is not None and self.take(table.id):
                await self._show(table)
