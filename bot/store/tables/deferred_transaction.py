"""A table's transaction that waits until it is committed, and then runs as one job."""

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ids import GuildId, LeagueId, TableId
from bot.play.values.occupants import Occupant
from bot.play.values.stored_table import Deadline, DealBooking, DealSecret, RecordEntry
from bot.play.values.table_info import TableInfo
from bot.store.connection.run_in_thread import Steps
from bot.store.tables.transaction import SqlTransaction
from engine.model.options import Level
from engine.model.rules import Rules

T = TypeVar("T")
Step = Callable[[SqlTransaction], Awaitable[T]]


class DeferredTransaction:
    """Implements `bot.play.ports.Transaction`. What must be written is written when its outcome is asked for.

    Refusals and `Fenced` are therefore raised by `commit`, or by the next method that returns something.
    """

    def __init__(self, steps: Steps) -> None:
        self._steps = steps
        self._deferred: list[Step[None]] = []
        self._begun: SqlTransaction | None = None
        self._committed = False

    async def add_table(self, info: TableInfo) -> TableId:
        return await self._run(lambda tx: tx.add_table(info))

    async def save_table(self, info: TableInfo) -> None:
        self._defer(lambda tx: tx.save_table(info))

    async def append_entry(self, table: TableId, entry: RecordEntry) -> None:
        self._defer(lambda tx: tx.append_entry(table, entry))

    async def save_deal(self, table: TableId, deal: DealSecret, order: str | None) -> None:
        self._defer(lambda tx: tx.save_deal(table, deal, order))

    async def save_deadlines(self, table: TableId, deadlines: Sequence[Deadline]) -> None:
        self._defer(lambda tx: tx.save_deadlines(table, deadlines))

    async def start_match(
        self, table: TableId, guild: GuildId, rules: Rules, seats: Sequence[Occupant], league: LeagueId | None = None
    ) -> tuple[Level, ...] | None:
        return await self._run(lambda tx: tx.start_match(table, guild, rules, seats, league))

    async def report_match(self, table: TableId) -> None:
        self._defer(lambda tx: tx.report_match(table))

    async def book_deal(self, booking: DealBooking) -> None:
        self._defer(lambda tx: tx.book_deal(booking))

    async def commit(self) -> None:
        await self._run(lambda tx: tx.commit())
        self._committed = True

    def _defer(self, step: Step[None]) -> None:
        self._require_open()
        self._deferred.append(step)

    async def _run(self, step: Step[T]) -> T:
        self._require_open()
        deferred, self._deferred = self._deferred, []

        async def run_all(connection: AsyncConnection) -> T:
            transaction = self._begun = self._begun or SqlTransaction(connection)
            for one in deferred:
                await one(transaction)
            return await step(transaction)

        return await self._steps.run(run_all)

    def _require_open(self) -> None:
        if self._committed:
            raise RuntimeError("this transaction has been committed")
