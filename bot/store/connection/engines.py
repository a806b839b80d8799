"""Prepares database files and makes SQLAlchemy engines. The docstring of `connections` gives the reasons."""

import asyncio
import sqlite3
import time
from collections import deque
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final, Self

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

_DRIVERS: Final = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}
BUSY_SECONDS: Final = 10.0


class BadDatabaseUrl(ValueError):  # noqa: N818 - `raise` makes it a sentence
    """The bot cannot use the database URL. The message is one line and repeats no password."""


class Unavailable(OSError):  # noqa: N818 - `raise` makes it a sentence
    """The database did not answer, or is busy, full or gone. Whether the last commit was kept is unknown."""


def database_url(url: str) -> URL:
    """Return the URL with the driver the bot uses for it. Raises BadDatabaseUrl: the bot cannot use the URL."""
    try:
        made = make_url(url)
    except ArgumentError as error:
        example = "sqlite+aiosqlite:///data/tractor.db"
        raise BadDatabaseUrl(f"the database URL cannot be read; an example: {example}") from error
    except ValueError:  # the library's message quotes the port, which may really be a part of the password
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
    """Return the file of an SQLite database; None for other databases, databases in memory and `file:` URIs."""
    name = url.database or ":memory:"
    return Path(name) if is_sqlite(url) and name != ":memory:" and not name.startswith("file:") else None


async def prepare_database(url: URL) -> None:
    """Create a missing SQLite file (and its folder) and turn on its write-ahead log. Do nothing for PostgreSQL.

    Raises Unavailable: another process keeps the file busy, or the file cannot be used as a database.
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
    """Create a file (and its folder) if it is missing. Only its owner may read and write it.

    The database holds tokens and the secrets of deals in progress. SQLite gives its write-ahead log the same
    permissions.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch(0o600)
    if not file.is_file():  # with a file's permissions, nobody could open a folder
        return
    with suppress(PermissionError):  # another user owns the file and has given this process access
        file.chmod(0o600)


def _turned_on(connection: sqlite3.Connection, give_up: float) -> bool:
    """Turn on the write-ahead log. If the file is busy, return False, or raise the error once `give_up` is over."""
    try:
        (mode,) = connection.execute("PRAGMA journal_mode=WAL").fetchone()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > give_up:
            raise
        return False
    if mode != "wal":
        raise sqlite3.OperationalError("its file system allows no write-ahead log")
    return True


class BufferedCursor(sqlite3.Cursor):
    """A cursor that reads all rows at once. Otherwise, a traceback could keep a half-read query and its lock alive."""

    _rows: deque[Any]

    def execute(self, *given: Any) -> Self:
        super().execute(*given)
        self._rows = deque(super().fetchall() if self.description else ())
        return self

    def fetchone(self) -> Any:
        return self._rows.popleft() if self._rows else None

    def fetchmany(self, size: int | None = 1) -> list[Any]:
        return [self._rows.popleft() for _ in range(min(size or 1, len(self._rows)))]

    def fetchall(self) -> list[Any]:
        return self.fetchmany(len(self._rows))


class RollingBackConnection(sqlite3.Connection):
    """A connection that rolls back when it is closed, even if a traceback still refers to a query."""

    def close(self) -> None:
        if self.in_transaction:
            self.rollback()
        super().close()


class BufferedConnection(sqlite3.Connection):
    """A connection whose cursors read all rows at once."""

    def cursor(self, factory: Any = BufferedCursor) -> Any:
        return super().cursor(factory)


def make_engine(url: URL, *, foreign_keys: bool = True, synchronous: str = "FULL", pooled: bool = True) -> AsyncEngine:
    """Return an engine with the settings that `connections` describes. It has no connections yet.

    Only tests and benchmarks change `synchronous`.
    """
    pool: dict[str, Any] = {"pool_pre_ping": url.get_backend_name() != "sqlite"} if pooled else {"poolclass": NullPool}
    if url.get_backend_name() == "sqlite":
        pool["connect_args"] = {"timeout": BUSY_SECONDS, "isolation_level": None, "factory": RollingBackConnection}
    elif pooled:  # migrations use no pool, because they may take longer than these limits
        # The server ends the transactions of a suspended process. Otherwise, their locks would block every takeover.
        settings = {"idle_in_transaction_session_timeout": str(int(BUSY_SECONDS * 1000))}
        limits = {"timeout": BUSY_SECONDS, "command_timeout": BUSY_SECONDS}
        pool["connect_args"] = limits | {"server_settings": settings}
    # A statement's parameters hold cards and tokens: they must not get into a message.
    engine = create_async_engine(url, hide_parameters=True, **pool)
    if url.get_backend_name() == "sqlite":
        _settle_sqlite(engine.sync_engine, foreign_keys=foreign_keys, synchronous=synchronous)
    return engine


def make_thread_engine(url: URL, *, synchronous: str = "FULL") -> Engine:
    """Return an engine whose connections to the SQLite file move between threads."""
    options: dict[str, Any] = {"isolation_level": None, "check_same_thread": False, "factory": BufferedConnection}
    connect = {"timeout": BUSY_SECONDS} | options
    engine = create_engine(url.set(drivername="sqlite+pysqlite"), hide_parameters=True, connect_args=connect)
    _settle_sqlite(engine, foreign_keys=True, synchronous=synchronous)
    return engine


def _settle_sqlite(engine: Engine, *, foreign_keys: bool, synchronous: str) -> None:
    pragmas = f"PRAGMA foreign_keys={'ON' if foreign_keys else 'OFF'}", f"PRAGMA synchronous={synchronous}"

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _record: object) -> None:
        cursor = connection.cursor()
        for pragma in pragmas:
            cursor.execute(pragma)
        cursor.close()

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        connection.exec_driver_sql(connection.get_execution_options().get("sqlite_begin", "BEGIN"))
