"""Connections to the database: one engine, short reads that see one moment, and writers one after the other.

SQLite (the default) and PostgreSQL by URL. What the libraries leave to chance is settled here:

1. Python's sqlite3 begins transactions by itself, late, and not for every statement. Here it does not
   (isolation_level None), and SQLAlchemy's begin sends BEGIN, or BEGIN IMMEDIATE for a writer: a transaction that reads
   and then writes would otherwise be refused at its first write when another wrote in between.
2. Writers of this process queue on a fair lock before they ask SQLite, whose own waiting is sleeping and trying again.
   Its busy timeout is left for other processes.
3. Foreign keys and synchronous are per connection, not kept in the file: each connection sets them. The write-ahead log
   is kept in the file, and turning it on is refused at once while another does the same: `prepare` tries again.
"""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any, Final, TypeVar, TypeVarTuple

from sqlalchemy import ColumnElement, Connection, Row, Select, event, func, select, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DataError, DBAPIError, IntegrityError, NotSupportedError, ProgrammingError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.orm import DeclarativeBase
from sqlalchemy.pool import NullPool

T = TypeVar("T")
Columns = TypeVarTuple("Columns")
BUSY_SECONDS: Final = 10.0
_DRIVERS: Final = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}
_OURS: Final = (IntegrityError, ProgrammingError, DataError, NotSupportedError)
"""Errors that waiting does not cure."""


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
    if made.drivername not in _DRIVERS:
        raise BadDatabaseUrl(f"{made.drivername!r} is neither sqlite+aiosqlite nor postgresql+asyncpg")
    if is_sqlite(made) and sqlite_file(made) is None:
        raise BadDatabaseUrl("SQLite needs a file: what is kept in memory does not survive a restart")
    return made.set(drivername=_DRIVERS[made.drivername])


def is_sqlite(url: URL) -> bool:
    """Return whether this is an SQLite database."""
    return url.get_backend_name() == "sqlite"


def sqlite_file(url: URL) -> Path | None:
    """Return the file of an SQLite database; None when it has none."""
    name = url.database
    return None if name in {None, "", ":memory:"} or str(name).startswith("file:") else Path(str(name))


async def prepare_database(url: URL) -> None:
    """Make an SQLite file (and its folder) that has a write-ahead log; a database on a server is left as it is.

    Raises:
        Unavailable: another process keeps it busy, or it is no database.
    """
    file = sqlite_file(url) if is_sqlite(url) else None
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


def make_engine(url: URL, *, foreign_keys: bool = True, synchronous: str = "FULL", pooled: bool = True) -> AsyncEngine:
    """Return an engine that begins and ends transactions as the module says. Nothing is opened yet.

    `synchronous` is SQLite's; only the benchmark asks for another than FULL.
    """
    pool: dict[str, Any] = {"pool_pre_ping": not is_sqlite(url)} if pooled else {"poolclass": NullPool}
    if is_sqlite(url):
        pool["connect_args"] = {"timeout": BUSY_SECONDS, "isolation_level": None}
    elif pooled:  # a migration may take its time, a table may not
        pool["connect_args"] = {"timeout": BUSY_SECONDS, "command_timeout": BUSY_SECONDS}
    # A statement's parameters hold cards and tokens: they must not get into a message.
    engine = create_async_engine(url, hide_parameters=True, **pool)
    if is_sqlite(url):
        _settle_sqlite(engine, foreign_keys=foreign_keys, synchronous=synchronous)
    return engine


def _settle_sqlite(engine: AsyncEngine, *, foreign_keys: bool, synchronous: str) -> None:
    pragmas = f"PRAGMA foreign_keys={'ON' if foreign_keys else 'OFF'}", f"PRAGMA synchronous={synchronous}"

    @event.listens_for(engine.sync_engine, "connect")
    def connected(connection: Any, _record: object) -> None:
        cursor = connection.cursor()
        for pragma in pragmas:
            cursor.execute(pragma)
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begun(connection: Connection) -> None:
        connection.exec_driver_sql(connection.get_execution_options().get("sqlite_begin", "BEGIN"))


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

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self.dialect: str = engine.dialect.name
        """`sqlite` or `postgresql`."""
        lite = self.dialect == "sqlite"
        self._writer: asyncio.Lock | nullcontext[None] = asyncio.Lock() if lite else nullcontext()
        self._writing = engine.execution_options(sqlite_begin="BEGIN IMMEDIATE") if lite else engine
        # SQLite shows a reader one moment anyway; PostgreSQL does at this isolation level.
        reading = {} if lite else {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        self._reading = engine.execution_options(**reading)

    @classmethod
    async def open(cls, url: str, *, synchronous: str = "FULL") -> "Connections":
        """Open the database at `url` and check that it answers; a new SQLite file (and its folder) is created.

        Raises:
            BadDatabaseUrl: the URL cannot be used.
            Unavailable: it does not answer. OSError too comes from a server that cannot be reached.
        """
        made = database_url(url)
        await prepare_database(made)
        connections = cls(make_engine(made, synchronous=synchronous))
        try:
            async with connections.read() as connection:
                await connection.execute(text("SELECT 1"))
        except BaseException:
            await connections.close()
            raise
        return connections

    async def close(self) -> None:
        """Close all connections."""
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
        async with self.read() as connection:
            return (await connection.execute(query)).all()

    async def fetch_one(self, query: Select[*Columns]) -> Row[*Columns] | None:
        """Return the only row of a query, or None."""
        async with self.read() as connection:
            return (await connection.execute(query)).one_or_none()

    async def fetch_values(self, query: Select[T]) -> Sequence[T]:
        """Return the first column of a query."""
        async with self.read() as connection:
            return (await connection.execute(query)).scalars().all()

    async def fetch_value(self, query: Select[T]) -> T | None:
        """Return the first column of a query's first row, or None."""
        async with self.read() as connection:
            return (await connection.execute(query)).scalar()

    async def count(self, model: type[DeclarativeBase], *conditions: ColumnElement[bool]) -> int:
        """Return how many rows of a model meet all conditions."""
        return await self.fetch_value(select(func.count()).select_from(model).where(*conditions)) or 0

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """Open a transaction that may write; what was not committed on the way out is undone.

        Raises:
            Unavailable: the database did not answer, or another process kept it busy.
        """
        with translate_errors():
            async with self._writer, self._writing.connect() as connection:
                _ = await connection.begin()  # BEGIN IMMEDIATE now, not at the first statement
                yield connection
