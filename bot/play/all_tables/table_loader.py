"""Loads tables from their records into memory when they are needed, and all live ones after a start."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from itertools import islice
from typing import Final
from weakref import WeakValueDictionary

import structlog

from bot.ids import GuildId, TableId
from bot.play.all_tables.table_statistics import TableStatistics
from bot.play.clock.deadline_scheduler import DeadlineScheduler
from bot.play.ports import Fenced
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.tables.table import Publisher, Table
from bot.play.tables.table_state import TableServices
from bot.play.values.table_info import LIVE_STATUSES, TableInfo
from bot.processes.process import Shards
from bot.stopping import stop_tasks
from engine.model.errors import IllegalAction

log: Final = structlog.get_logger()

MAX_LOADED_TABLES: Final = 1000
"""If more tables than this are in memory, finished ones are unloaded."""
LOADED_TOGETHER: Final = 10
"""How many tables one transaction resumes after a start. Nobody can act at one of them until all are resumed."""
RESTART_GRACE: Final = 15.0
"""After a restart or an outage of the store, no deadline is due for this many seconds."""


@dataclass(eq=False, repr=False)
class TableLoader:
    """Loads tables and keeps them in memory; after a start, it resumes the live ones."""

    _services: TableServices
    _publisher: Publisher
    _scheduler: DeadlineScheduler
    _schedule: Callable[[Table], None]
    _statistics: TableStatistics
    _shards: Shards
    tables: dict[TableId, Table] = field(init=False, default_factory=dict)
    broken: set[TableId] = field(init=False, default_factory=set)
    _loading: WeakValueDictionary[TableId, asyncio.Lock] = field(init=False, default_factory=WeakValueDictionary)
    _resuming: dict[TableId, float] = field(init=False, default_factory=dict)
    """The live tables that have not resumed since the start, each with the seconds for which the program was down."""
    _unloaded: dict[TableId, GuildId] = field(init=False, default_factory=dict)
    """The live tables that are still to be loaded after the start, in order of loading, each with its server."""
    _task: asyncio.Task[None] | None = field(init=False, default=None)

    async def get(self, id_: TableId) -> Table:
        """Return a table, loaded if necessary. Raises TableRefused if there is none, or if it cannot be loaded."""
        if (known := self.tables.get(id_)) is not None:
            return known
        async with self._loading.setdefault(id_, asyncio.Lock()):
            if (known := self.tables.get(id_)) is not None:
                return known
            table = await self._load(id_)
            if id_ in self._resuming:  # postpone its deadlines before any of them can be due
                await table.resume_after_downtime(self.get_earliest_due(), self._resuming[id_])
                del self._resuming[id_]
            self._remember(table)
        self._schedule(table)
        return table

    def get_earliest_due(self) -> float:
        """Return the earliest time at which a deadline may be due at a table that resumes now."""
        return self._services.clock.now() + RESTART_GRACE

    async def start(self, away: float, on_loaded: Callable[[Table], None]) -> None:
        """Begin to load all live tables. Their deadlines move by `away`, the seconds of downtime.

        Each table that could be loaded is passed to `on_loaded`. While this goes on, `get` loads a table at once.
        """
        self._unloaded = dict(await self._services.store.list_live_tables())
        self._resuming = dict.fromkeys(self._unloaded, away)
        self._task = asyncio.create_task(self._load_all(on_loaded), name="live tables")

    async def wait(self) -> None:
        """Return once `start` has tried to load every live table."""
        if self._task is not None:
            await asyncio.shield(self._task)

    async def load_guild(self, guild: GuildId) -> None:
        """Load the live tables of a server at once, because commands search all of them."""
        for id_ in [id_ for id_, where in self._unloaded.items() if where == guild]:
            with suppress(TableRefused):  # the task that `start` began tries this table again
                await self.get(id_)

    async def stop(self) -> None:
        """Stop loading."""
        await stop_tasks(self._task)

    async def _load_all(self, on_loaded: Callable[[Table], None]) -> None:
        while together := tuple(islice(self._unloaded, LOADED_TOGETHER)):
            try:
                await self._load_together(together)
            except Exception:
                log.exception("tables could not be loaded at the start", tables=together)
                for id_ in together:
                    self._scheduler.reload_soon(id_, RESTART_GRACE)
            for id_ in together:
                del self._unloaded[id_]
                if (table := self.tables.get(id_)) is not None:
                    on_loaded(table)

    async def _load_together(self, ids: Iterable[TableId]) -> None:
        try:
            async with AsyncExitStack() as loading:
                for id_ in sorted(ids):
                    await loading.enter_async_context(self._loading.setdefault(id_, asyncio.Lock()))
                loaded: list[Table] = []
                for id_ in ids:
                    with suppress(TableRefused):  # the table is broken, or will be tried again later
                        loaded += [] if id_ in self.tables else [await self._load(id_)]
                await self._resume_together(loaded)
        except (Fenced, OSError, TimeoutError):  # load the tables one by one; a table that fails is tried again later
            for id_ in ids:
                with suppress(TableRefused):
                    await self.get(id_)

    async def _resume_together(self, tables: Sequence[Table]) -> None:
        """Resume tables in one transaction, because each commit waits for the disk."""
        if not tables:
            return
        earliest = self.get_earliest_due()
        async with self._services.store.begin() as tx:
            for table in tables:
                await table.resume_in(tx, earliest, self._resuming[table.id])
            await tx.commit()
        for table in tables:
            del self._resuming[table.id]
            self._remember(table)
        for table in tables:
            self._schedule(table)

    async def _load(self, id_: TableId) -> Table:
        if id_ in self.broken:
            raise TableRefused(TableRefusal.BROKEN, table=id_)
        try:
            stored = await self._services.store.load(id_)
            if stored is not None and not self._is_played_elsewhere(stored.facts):
                return Table(stored, self._services, self._publisher)
        except OSError as unanswered:
            self._scheduler.reload_soon(id_, self._services.health.note_failure(id_, None, unanswered))
            raise TableRefused(TableRefusal.BUSY) from None
        except ValueError as broken:  # the record cannot be read, or breaks the rules
            self.broken.add(id_)
            reason = broken.reason.value if isinstance(broken, IllegalAction) else None
            kind = type(broken).__name__  # the error's message and traceback could name hidden cards
            log.error("a table's record cannot be loaded", table=id_, kind=kind, reason=reason)  # noqa: TRY400 - see above
            raise TableRefused(TableRefusal.BROKEN, table=id_) from None
        raise TableRefused(TableRefusal.NO_TABLE)

    def _is_played_elsewhere(self, facts: TableInfo) -> bool:
        """Return whether another process plays this live table. If two processes played it, both would deal."""
        return facts.status in LIVE_STATUSES and not self._shards.has_guild(facts.guild)

    def _remember(self, table: Table) -> None:
        self.tables[table.id] = table
        self._statistics.note_loaded(table)
        if len(self.tables) > MAX_LOADED_TABLES:
            others = [one for one in self.tables.values() if one is not table]
            over = [one.id for one in others if one.facts.status not in LIVE_STATUSES]
            for id_ in over[: len(self.tables) - MAX_LOADED_TABLES]:
                del self.tables[id_]
