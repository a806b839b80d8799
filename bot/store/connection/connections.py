"""Connections to the database: one engine, short reads that see one moment, and writers one after the other.

SQLite (the default) and PostgreSQL by URL. What the libraries leave to chance is settled here:

1. Python's sqlite3 begins transactions by itself, late, and not for every statement. Here it does not
   (isolation_level None), and SQLAlchemy's begin sends BEGIN, or BEGIN IMMEDIATE for a writer: a transaction that reads
   and then writes would otherwise be refused at its first write when another wrote in between.
2. Writers of this process queue on a fair lock before they ask SQLite, whose own waiting is sleeping and trying again.
   Its busy timeout is left for other processes.
3. Foreign keys and synchronous are per connection, not kept in the file: each connection sets them. The write-ahead log
   is kept in the file, and turning it on is refused at once while another does the same: `prepare` tries again.
4. aiosqlite visits its thread several times for each statement. What is short and frequent runs as a job,
   whose statements take one visit together (`run_in_thread`).
"""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager, closing, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any, Final, TypeVar, TypeVarTuple
from uuid import uuid4

from sqlalchemy import ColumnElement, Executable, Row, Select, func, select, text, true
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DataError, DBAPIError, IntegrityError, NotSupportedError, ProgrammingError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.orm import DeclarativeBase, InstrumentedAttribute

from bot.processes.process import EVERYTHING, GUILD_ID_SHIFT
from bot.store.connection.engines import BUSY_SECONDS, make_engine, make_thread_engine
from bot.store.connection.run_in_thread import Job, LoopSteps, Steps, ThreadSteps, WorkerThreads
from bot.store.connection.shared_writes import SharedWrites

R = TypeVar("R")
T = TypeVar("T")
Columns = TypeVarTuple("Columns")
_DRIVERS: Final = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}
_OURS: Final = (IntegrityError, ProgrammingError, DataError, NotSupportedError)
"""Errors that waiting does not cure."""
_THREADS: Final = 4
CHANGES_CHANNEL: Final = "tractor_changes"
"""The channel of PostgreSQL in which processes tell one another what they have changed."""


class BadDatabaseUrl(ValueError):  # noqa: N818 - read as a sentence
    """The URL names no database that the bot can use; the message is one line and repeats no password."""


class Unavailable(OSError):  # noqa: N818 - read as a sentence
    """The database did not answer, or is busy, full or gone. Whether the last commit was kept is unknown."""


def database_url(url: str) -> URL:
    """Return the URL with the driver the bot uses for it.

    Raises:
        BadDatabaseUrl: another kind of database, or SQLite without a file.
    """
    try:
        made = make_url(url)
    except ArgumentError as error:
        example = "sqlite+aiosqlite:///data/tractor.db"
        raise BadDatabaseUrl(f"the database URL cannot be read; an example: {example}") from error
    except ValueError:  # its message has what was taken for the port: the rest of a password
        cure = "in user and password write %40 for @, %3A for : and %2F for /"
        raise BadDatabaseUrl(f"the port in the database URL is no number; {cure}") from None
    if made.drivername not in _DRIVERS:
        raise BadDatabaseUrl(f"{made.drivername!r} is neither sqlite+aiosqlite nor postgresql+asyncpg")
    if is_sqlite(made) and sqlite_file(made) is None:
        raise BadDatabaseUrl("SQLite needs a file: what is kept in memory does not survive a restart")
    return made.set(drivername=_DRIVERS[made.drivername])


def is_sqlite(url: URL) -> bool:
    """Return whether this is an SQLite database."""
    return url.get_backend_name() == "sqlite"


def sqlite_file(url: URL) -> Path | None:
    """Return the file of an SQLite database; None when it has none, or is another kind."""
    name = url.database or ":memory:"
    return Path(name) if is_sqlite(url) and name != ":memory:" and not name.startswith("file:") else None


async def prepare_database(url: URL) -> None:
    """Make an SQLite file (and its folder) that has a write-ahead log; a database on a server is left as it is.

    Raises:
        Unavailable: another process keeps it busy, or it is no database.
    """
    file = sqlite_file(url)
    if file is not None:
        await asyncio.to_thread(_log_ahead, file)


def _log_ahead(file: Path) -> None:
    try:
        protect_file(file)
    except OSError as error:
        raise Unavailable(f"{error.filename}: {error.strerror}") from error
    give_up = time.monotonic() + BUSY_SECONDS
    try:
        with closing(sqlite3.connect(file, timeout=BUSY_SECONDS, isolation_level=None)) as connection:
            while not _turned_on(connection, give_up):
                time.sleep(0.02)
    except sqlite3.Error as error:
        raise Unavailable(f"{file} cannot be used as a database: {error}") from error


def protect_file(file: Path) -> None:
    """Create a file (and its folder) that only its owner may read, or take others' rights from it.

    Secrets of deals in progress and tokens are in it; SQLite's logs get the same rights.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch(0o600)
    if not file.is_file():  # a folder by mistake, in which nobody could find anything without the right to enter it
        return
    with suppress(PermissionError):  # it belongs to somebody else, who has given this process access
        file.chmod(0o600)


def _turned_on(connection: sqlite3.Connection, give_up: float) -> bool:
    """Return whether the log is on; False: another connection is in the way, and there is time to try again."""
    try:
        (mode,) = connection.execute("PRAGMA journal_mode=WAL").fetchone()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > give_up:
            raise
        return False
    if mode != "wal":
        raise sqlite3.OperationalError("its file system allows no write-ahead log")
    return True


@contextmanager
def translate_errors() -> Iterator[None]:
    """Raise `Unavailable` when a database is busy or cannot be reached; let programming mistakes pass."""
    try:
        yield
    except _OURS:
        raise
    except PoolTimeout as error:
        raise Unavailable("the database is busy: no connection came free") from error
    except DBAPIError as error:
        if getattr(error.orig, "sqlite_errorname", None) == "SQLITE_ERROR":
            raise  # SQLite's name for a statement that makes no sense
        raise Unavailable(f"the database did not answer: {error.orig}") from error


def is_unique_violation(error: IntegrityError) -> bool:
    """Return whether a row with the same unique key exists; False for any other broken constraint."""
    cause = error.orig
    if (name := getattr(cause, "sqlite_errorname", None)) is not None:
        return name in {"SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_UNIQUE"}
    return getattr(cause, "sqlstate", None) == "23505"


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
        # SQLite shows a reader one moment anyway; PostgreSQL does at this isolation level.
        reading = {} if lite else {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        self._reading = engine.execution_options(**reading)
        self._shared_writes = SharedWrites(self.run_writing)
        self.fence: Job[None] | None = None
        """Fails unless this process may still write; the first step of every transaction that writes."""
        self.shards = EVERYTHING
        """The servers for which this process does what has to be done by itself."""
        self.sender: Final = uuid4().hex[:12]
        """Tells what this process has changed from what others have."""

    @classmethod
    async def open(cls, url: str, *, synchronous: str = "FULL") -> "Connections":
        """Open the database at `url` and check that it answers; a new SQLite file (and its folder) is created.

        Raises:
            BadDatabaseUrl: the URL cannot be used.
            Unavailable: it does not answer. OSError too comes from a server that cannot be reached.
        """
        made = database_url(url)
        await prepare_database(made)
        connections = cls(*_make_engines(made, synchronous))
        try:
            async with connections.read() as connection:
                await connection.execute(text("SELECT 1"))
        except BaseException:
            await connections.close()
            raise
        return connections

    async def close(self) -> None:
        """Close all connections."""
        if self._threads is not None:
            self._threads.close()
        await self._engine.dispose()

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """Open a transaction that sees one moment of the database and changes nothing.

        Raises:
            Unavailable: the database did not answer.
        """
        with translate_errors():
            async with self._reading.connect() as connection:
                yield connection

    async def fetch_all(self, query: Select[*Columns]) -> Sequence[Row[*Columns]]:
        """Return all rows of a query."""

        async def fetch(connection: AsyncConnection) -> Sequence[Row[*Columns]]:
            return (await connection.execute(query)).all()

        return await self.run_reading(fetch)

    async def fetch_one(self, query: Select[*Columns]) -> Row[*Columns] | None:
        """Return the only row of a query, or None."""

        async def fetch(connection: AsyncConnection) -> Row[*Columns] | None:
            return (await connection.execute(query)).one_or_none()

        return await self.run_reading(fetch)

    async def fetch_values(self, query: Select[T]) -> Sequence[T]:
        """Return the first column of a query."""

        async def fetch(connection: AsyncConnection) -> Sequence[T]:
            return (await connection.execute(query)).scalars().all()

        return await self.run_reading(fetch)

    async def fetch_value(self, query: Select[T]) -> T | None:
        """Return the first column of a query's first row, or None."""

        async def fetch(connection: AsyncConnection) -> T | None:
            return (await connection.execute(query)).scalar()

        return await self.run_reading(fetch)

    async def count(self, model: type[DeclarativeBase], *conditions: ColumnElement[bool]) -> int:
        """Return how many rows of a model meet all conditions."""
        return await self.fetch_value(select(func.count()).select_from(model).where(*conditions)) or 0

    def is_own(self, guild: InstrumentedAttribute[int]) -> ColumnElement[bool]:
        """Return the condition that a server is one of this process's."""
        if self.shards.is_everything:
            return true()
        return (guild // (1 << GUILD_ID_SHIFT) % self.shards.count).in_(self.shards.ids)

    async def tell(self, connection: AsyncConnection, change: str) -> None:
        """Tell other processes what the transaction of `connection` changes, once it is committed."""
        if self.dialect == "postgresql":
            await connection.execute(select(func.pg_notify(CHANGES_CHANNEL, f"{self.sender} {change}")))

    @asynccontextmanager
    async def open_driver_connection(self) -> AsyncIterator[Any]:
        """Open a connection as the database's driver has it, outside any transaction."""
        async with self._engine.connect() as connection:
            yield (await connection.get_raw_connection()).driver_connection

    @asynccontextmanager
    async def write(self, *, fenced: bool = True) -> AsyncIterator[AsyncConnection]:
        """Open a transaction that may write; what was not committed on the way out is undone.

        Only the leases themselves are written without the fence.

        Raises:
            Unavailable: the database did not answer, or another process kept it busy.
            LeaseLost: another process plays instead of this one.
        """
        with translate_errors():
            async with self._writer, self._writing.connect() as connection:
                _ = await connection.begin()  # BEGIN IMMEDIATE now, not at the first statement
                if fenced and self.fence is not None:
                    await self.fence(connection)
                yield connection

    async def execute(self, statement: Executable) -> None:
        """Run and commit one statement. Raises Unavailable: as `write`."""
        async with self.write() as connection:
            await connection.execute(statement)
            await connection.commit()

    async def run_reading(self, job: Job[R]) -> R:
        """Run a job that sees one moment of the database and changes nothing; on SQLite in a thread.

        Raises:
            Unavailable: as `read`.
        """
        if self._threads is None:
            async with self.read() as connection:
                return await job(connection)
        with translate_errors():
            return await self._threads.read(job)

    async def run_writing(self, job: Job[R]) -> R:
        """Run a job and commit it; on SQLite in a thread. Raises Unavailable: as `write`."""

        async def commit(connection: AsyncConnection) -> R:
            found = await job(connection)
            await connection.commit()
            return found

        async with self.write_in_steps() as steps:
            return await steps.run(commit)

    async def run_small_write(self, job: Job[None]) -> None:
        """Run and commit a job that may run twice; on SQLite jobs that wait at once share a transaction.

        Raises:
            Unavailable: as `write`.
        """
        if self._threads is None:  # writers do not wait for one another, and shared transactions could deadlock
            await self.run_writing(job)
        else:
            await self._shared_writes.run(job)

    @asynccontextmanager
    async def write_in_steps(self) -> AsyncIterator[Steps]:
        """Open a transaction in steps, which may write. It begins with the first step; what none committed is undone.

        Raises:
            Unavailable: as `write`.
        """
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


def _make_engines(url: URL, synchronous: str) -> tuple[AsyncEngine, WorkerThreads | None]:
    engine = make_engine(url, synchronous=synchronous)
    if not is_sqlite(url):
        return engine, None
    threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="database")
    return engine, WorkerThreads(make_thread_engine(url, synchronous=synchronous), engine, threads)
