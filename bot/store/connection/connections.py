"""Connections to the database. Each read sees one consistent snapshot.

The URL chooses SQLite (the default) or PostgreSQL. This module and `engines` avoid these traps of the libraries:

1. By default, Python's sqlite3 begins transactions by itself, late, and not for every statement. `engines` turns this
   off (isolation_level None). SQLAlchemy's begin sends BEGIN instead, or BEGIN IMMEDIATE for a writer. With BEGIN, a
   transaction that reads before it writes would be refused if another writer committed in between.
2. SQLite allows one writer at a time. A waiting writer sleeps and tries again, in no fair order. Writers of this
   process therefore queue on a fair lock first. SQLite's busy timeout is only for waits on other processes.
3. The settings foreign_keys and synchronous are not kept in the file, so each connection sets them. The write-ahead
   log is kept in the file. If two connections turn it on at once, SQLite refuses one of them; `engines` tries again.
4. aiosqlite visits its thread several times for each statement, so frequent work runs as jobs (`run_in_thread`).
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, nullcontext
from typing import Any, Final, TypeVar, TypeVarTuple
from uuid import uuid4

from sqlalchemy import ColumnElement, CursorResult, Executable, Row, Select, func, select, text, true
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, NotSupportedError, ProgrammingError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.orm import InstrumentedAttribute

from bot.processes.process import EVERYTHING, GUILD_ID_SHIFT
from bot.store.connection.engines import Unavailable, database_url, make_engine, make_thread_engine, prepare_database
from bot.store.connection.run_in_thread import Job, LoopSteps, SharedWrites, Steps, ThreadSteps, WorkerThreads
from bot.store.connection.upsert import count_rows
from bot.store.schema.base import Base

R = TypeVar("R")
T = TypeVar("T")
Columns = TypeVarTuple("Columns")
_OURS: Final = (IntegrityError, ProgrammingError, DataError, NotSupportedError)
"""Errors that a statement or its values cause. Trying again later would not help."""
_DUPLICATES: Final = {"SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_UNIQUE", "23505"}
"""The error codes of SQLite and PostgreSQL for a second row with the same unique key."""
_THREADS: Final = 4
CHANGES_CHANNEL: Final = "tractor_changes"
"""The channel of PostgreSQL in which processes tell one another what they have changed."""


@contextmanager
def translate_errors() -> Iterator[None]:
    """Raise `Unavailable` if the database is busy, full, gone or damaged. Let errors of statements and values pass."""
    try:
        yield
    except _OURS:
        raise
    except PoolTimeout as error:
        raise Unavailable("the database is busy: no connection came free") from error
    except DBAPIError as error:
        if getattr(error.orig, "sqlite_errorname", None) == "SQLITE_ERROR":
            raise  # SQLite's name for errors such as wrong syntax or a missing table
        raise Unavailable(f"the database did not answer: {error.orig}") from error


@contextmanager
def translate_duplicate(refusal: Exception) -> Iterator[None]:
    """Raise `refusal` if the block fails because a row with the same unique key exists; let all other errors pass."""
    try:
        yield
    except IntegrityError as error:
        codes = {getattr(error.orig, name, None) for name in ("sqlite_errorname", "sqlstate")}
        if codes.isdisjoint(_DUPLICATES):
            raise
        raise refusal from error


class Connections:
    """The connections to one database. Make them with `open`, and `close` them at the end."""

    def __init__(self, engine: AsyncEngine, threads: WorkerThreads | None = None) -> None:
        self._engine = engine
        self._threads = threads
        self.dialect: str = engine.dialect.name
        """`sqlite` or `postgresql`."""
        lite = self.dialect == "sqlite"
        self._writer: asyncio.Lock | nullcontext[None] = asyncio.Lock() if lite else nullcontext()
        self._writing = engine.execution_options(sqlite_begin="BEGIN IMMEDIATE") if lite else engine
        # On SQLite, a transaction always reads one snapshot. On PostgreSQL, it does so only at this isolation level.
        reading = {} if lite else {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        self._reading = engine.execution_options(**reading)
        self._shared_writes = SharedWrites(self.run_writing)
        self.fence: Job[None] | None = None
        """The first job of each transaction that may write. It raises LeaseLost if this process has lost its leases.

        It is None before the first lease. Writes of the leases themselves skip it.
        """
        self.shards = EVERYTHING
        """The shards whose due work, such as deadlines, this process does."""
        self.sender: Final = uuid4().hex[:12]
        """Distinguishes the changes of this process from those of others."""

    @classmethod
    async def open(cls, url: str, *, synchronous: str = "FULL") -> "Connections":
        """Open the database at `url`; a missing SQLite file (and its folder) is created.

        Raises BadDatabaseUrl: the URL cannot be used. Raises Unavailable: the database does not answer. Raises
        another OSError: the server cannot be reached.
        """
        made = database_url(url)
        await prepare_database(made)
        engine, workers = make_engine(made, synchronous=synchronous), None
        if engine.dialect.name == "sqlite":
            threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="database")
            workers = WorkerThreads(make_thread_engine(made, synchronous=synchronous), engine, threads)
        connections = cls(engine, workers)
        try:
            async with connections.read() as connection:
                await connection.execute(text("SELECT 1"))
        except BaseException:
            await connections.close()
            raise
        return connections

    async def close(self) -> None:
        if self._threads is not None:
            self._threads.close()
        await self._engine.dispose()

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """Open a read-only transaction that sees one snapshot. Raises OSError: the database did not answer."""
        with translate_errors():
            async with self._reading.connect() as connection:
                yield connection

    async def fetch_all(self, query: Select[*Columns]) -> Sequence[Row[*Columns]]:
        return await self._fetch(query, lambda found: found.all())

    async def fetch_one(self, query: Select[*Columns]) -> Row[*Columns] | None:
        """Return the only row of a query, or None."""
        return await self._fetch(query, lambda found: found.one_or_none())

    async def fetch_values(self, query: Select[T]) -> Sequence[T]:
        return await self._fetch(query, lambda found: found.scalars().all())

    async def fetch_value(self, query: Select[T]) -> T | None:
        """Return the first column of a query's first row, or None."""
        return await self._fetch(query, lambda found: found.scalar())

    async def _fetch(self, query: Executable, pick: Callable[[CursorResult[Any]], R]) -> R:
        async def fetch(connection: AsyncConnection) -> R:
            return pick(await connection.execute(query))

        return await self.run_reading(fetch)

    async def count(self, model: type[Base], *conditions: ColumnElement[bool]) -> int:
        return await self.run_reading(lambda connection: count_rows(connection, model, *conditions))

    def is_own(self, guild: InstrumentedAttribute[int]) -> ColumnElement[bool]:
        """Return the SQL condition that a server belongs to the shards of this process."""
        if self.shards.is_everything:
            return true()
        return (guild // (1 << GUILD_ID_SHIFT) % self.shards.count).in_(self.shards.ids)

    async def tell(self, connection: AsyncConnection, change: str) -> None:
        """On PostgreSQL, notify the other processes of a change. They get the notification after the commit."""
        if self.dialect == "postgresql":
            await connection.execute(select(func.pg_notify(CHANGES_CHANNEL, f"{self.sender} {change}")))

    @asynccontextmanager
    async def open_driver_connection(self) -> AsyncIterator[Any]:
        """Open a connection of the database's driver (asyncpg), outside any transaction."""
        async with self._engine.connect() as connection:
            yield (await connection.get_raw_connection()).driver_connection

    @asynccontextmanager
    async def write(self, *, fenced: bool = True) -> AsyncIterator[AsyncConnection]:
        """Open a transaction that may write. Changes that the block does not commit are rolled back.

        If `fenced`, it first checks that this process still has its leases. Only writes of leases are not fenced.
        Raises OSError: the database did not answer or was busy. Raises LeaseLost: another process has taken over.
        """
        with translate_errors():
            async with self._writer, self._writing.connect() as connection:
                _ = await connection.begin()  # this sends BEGIN IMMEDIATE now, not at the first statement
                if fenced and self.fence is not None:
                    await self.fence(connection)
                yield connection

    @asynccontextmanager
    async def transaction(self, *, fenced: bool = True) -> AsyncIterator[AsyncConnection]:
        """Open a transaction as `write` does, and commit it at the end unless the block raises."""
        async with self.write(fenced=fenced) as connection:
            yield connection
            await connection.commit()

    async def execute(self, statement: Executable) -> None:
        """Run and commit one statement. Raises what `write` raises."""
        async with self.transaction() as connection:
            await connection.execute(statement)

    async def run_reading(self, job: Job[R]) -> R:
        """Run a job that changes nothing and sees one snapshot of the database. Raises what `read` raises."""
        if self._threads is None:
            async with self.read() as connection:
                return await job(connection)
        with translate_errors():
            return await self._threads.read(job)

    async def run_writing(self, job: Job[R]) -> R:
        """Run a job and commit it; on SQLite in a thread. Raises what `write` raises."""

        async def commit(connection: AsyncConnection) -> R:
            found = await job(connection)
            await connection.commit()
            return found

        async with self.write_in_steps() as steps:
            return await steps.run(commit)

    async def run_small_write(self, job: Job[object]) -> None:
        """Run a job and commit it. On SQLite, waiting jobs share a transaction.

        If one of several jobs fails, all of them run again. Raises what `write` raises.
        """
        if self._threads is None:  # on PostgreSQL, writers need not queue, and shared transactions could deadlock
            await self.run_writing(job)
        else:
            await self._shared_writes.run(job)

    @asynccontextmanager
    async def write_in_steps(self) -> AsyncIterator[Steps]:
        """Yield the steps of a transaction that may write. Raises what `write` raises."""
        if self._threads is None:
            async with AsyncExitStack() as stack:
                yield LoopSteps(lambda: stack.enter_async_context(self.write()))
            return
        assert isinstance(self._writer, asyncio.Lock)
        steps = ThreadSteps(self._threads, self._writer, self.fence)
        with translate_errors():
            try:
                yield steps
            finally:
                await steps.close()


class Repository:
    """Base of the classes that read and write one kind of value each. All of them share the program's connections."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
