"""Engines of SQLAlchemy that begin and end transactions as `connections` says."""

import sqlite3
from collections import deque
from typing import Any, Final, Self

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

BUSY_SECONDS: Final = 10.0


class BufferedCursor(sqlite3.Cursor):
    """A cursor that reads all rows at once.

    A half-read query would keep its moment of the database, and with it the lock, after its transaction has ended: a
    traceback can hold it for long.
    """

    _rows: deque[Any]

    def execute(self, *given: Any) -> Self:
        """Execute a statement and read its rows."""
        super().execute(*given)
        self._rows = deque(super().fetchall() if self.description else ())
        return self

    def fetchone(self) -> Any:
        """Return the next row; None after the last."""
        return self._rows.popleft() if self._rows else None

    def fetchmany(self, size: int | None = 1) -> list[Any]:
        """Return the next rows."""
        return [self._rows.popleft() for _ in range(min(size or 1, len(self._rows)))]

    def fetchall(self) -> list[Any]:
        """Return the rows that are left."""
        return self.fetchmany(len(self._rows))


class RollingBackConnection(sqlite3.Connection):
    """A connection that undoes its open transaction when it is closed.

    SQLite ends a transaction only when its last statement is gone: after a cancelled one, a traceback can keep a
    half-read query, and with it the lock of writers, long after its connection was closed.
    """

    def close(self) -> None:
        """Undo what was not committed, and close."""
        if self.in_transaction:
            self.rollback()
        super().close()


class BufferedConnection(sqlite3.Connection):
    """A connection whose cursors read all rows at once."""

    def cursor(self, factory: Any = BufferedCursor) -> Any:
        """Return a cursor."""
        return super().cursor(factory)


def make_engine(url: URL, *, foreign_keys: bool = True, synchronous: str = "FULL", pooled: bool = True) -> AsyncEngine:
    """Return an engine that begins and ends transactions as the module says. Nothing is opened yet.

    `synchronous` is SQLite's; only the benchmark asks for another than FULL.
    """
    pool: dict[str, Any] = {"pool_pre_ping": url.get_backend_name() != "sqlite"} if pooled else {"poolclass": NullPool}
    if url.get_backend_name() == "sqlite":
        pool["connect_args"] = {"timeout": BUSY_SECONDS, "isolation_level": None, "factory": RollingBackConnection}
    elif pooled:  # a migration may take its time, a table may not
        # A process that is stopped in the middle of a transaction would keep its locks, and nobody could take over.
        settings = {"idle_in_transaction_session_timeout": str(int(BUSY_SECONDS * 1000))}
        limits = {"timeout": BUSY_SECONDS, "command_timeout": BUSY_SECONDS}
        pool["connect_args"] = limits | {"server_settings": settings}
    # A statement's parameters hold cards and tokens: they must not get into a message.
    engine = create_async_engine(url, hide_parameters=True, **pool)
    if url.get_backend_name() == "sqlite":
        _settle_sqlite(engine.sync_engine, foreign_keys=foreign_keys, synchronous=synchronous)
    return engine


def make_thread_engine(url: URL, *, synchronous: str = "FULL") -> Engine:
    """Return an engine for the same SQLite file whose connections move between threads."""
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
