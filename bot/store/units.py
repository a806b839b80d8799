"""Units of work that take one hop: on SQLite all their statements run in one visit to a thread.

Through an async session each statement of SQLite is several visits to a thread, and each visit costs the event loop
more than the statement itself. A unit of work is a coroutine that awaits nothing but its connection. On SQLite such a
coroutine never waits, so a thread runs it from beginning to end; on PostgreSQL it runs on the event loop.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import Executor
from contextlib import suppress
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, CursorResult, Engine
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

T = TypeVar("T")
Work = Callable[[AsyncConnection], Coroutine[Any, Any, T]]
"""A coroutine that awaits nothing but the connection it is given."""


class Unit(Protocol):
    """A transaction in steps. It begins with the first; what no step committed is undone."""

    async def run(self, work: Work[T]) -> T:
        """Run one step of the transaction."""


class LoopUnit:
    """A unit on the event loop, on the connection that `open_connection` opens at the first step."""

    def __init__(self, open_connection: Callable[[], Awaitable[AsyncConnection]]) -> None:
        self._open_connection = open_connection
        self._connection: AsyncConnection | None = None

    async def run(self, work: Work[T]) -> T:
        """Run one step of the transaction."""
        if self._connection is None:
            self._connection = await self._open_connection()
        return await work(self._connection)


class ThreadUnit:
    """A unit whose steps run in threads; it holds the lock of writers from its first step to its end.

    `fence` runs before the first step.
    """

    def __init__(self, hops: "Hops", writers: asyncio.Lock, fence: Work[None] | None = None) -> None:
        self._hops = hops
        self._writers = writers
        self._fence = fence
        self._open: Connection | None = None
        self._begun = False

    async def run(self, work: Work[T]) -> T:
        """Run one step in one hop. The first also begins; the one that commits or fails also ends the unit.

        Raises:
            RuntimeError: the unit has ended.
        """
        if not self._begun:
            await self._writers.acquire()
        elif self._open is None:
            raise RuntimeError("this transaction has ended")
        self._begun = True
        return await self._hops.hop(lambda: self._step(work))

    async def close(self) -> None:
        """Undo what was not committed."""
        try:
            if self._open is not None:
                await self._hops.hop(self._end)
        finally:
            if self._begun:
                self._writers.release()

    def _step(self, work: Work[T]) -> T:
        is_first = self._open is None
        self._open = self._open or self._hops.connect(writing=True)
        try:
            connection = self._hops.wrap(self._open)
            if is_first and self._fence is not None:
                drive(self._fence(connection))
            found = drive(work(connection))
        except BaseException:
            self._end()
            raise
        if not self._open.in_transaction():
            self._end()
        return found

    def _end(self) -> None:
        ended, self._open = self._open, None
        if ended is not None:
            ended.close()


class ThreadConnection(AsyncConnection):
    """A connection for coroutines that run in a thread: what is awaited is done at once."""

    async def execute(self, statement: Any, parameters: Any = None, **options: Any) -> CursorResult[Any]:
        """Execute a statement."""
        return self._proxied.execute(statement, parameters, **options)

    async def commit(self) -> None:
        """Commit the transaction."""
        self._proxied.commit()


class Hops:
    """Runs units of work in threads, each on a connection that only one thread uses at a time."""

    def __init__(self, engine: Engine, proxies: AsyncEngine, threads: Executor) -> None:
        self._reading = engine
        self._writing = engine.execution_options(sqlite_begin="BEGIN IMMEDIATE")
        self._proxies = proxies
        self._threads = threads

    def connect(self, *, writing: bool) -> Connection:
        """Return a connection with an open transaction."""
        connection = (self._writing if writing else self._reading).connect()
        try:
            connection.begin()
        except BaseException:
            connection.close()
            raise
        return connection

    def wrap(self, connection: Connection) -> AsyncConnection:
        """Return the connection for coroutines."""
        return ThreadConnection(self._proxies, connection)

    async def read(self, work: Work[T]) -> T:
        """Run a unit of work that changes nothing."""
        return await self.hop(lambda: self._read(work))

    def _read(self, work: Work[T]) -> T:
        with self.connect(writing=False) as connection:
            return drive(work(self.wrap(connection)))

    async def hop(self, step: Callable[[], T]) -> T:
        """Run a step in a thread. A cancelled caller waits until the step has ended: a thread cannot be stopped."""
        running = asyncio.get_running_loop().run_in_executor(self._threads, step)
        try:
            return await asyncio.shield(running)
        except asyncio.CancelledError:
            while not running.done():
                with suppress(asyncio.CancelledError):
                    await asyncio.wait({running})
            running.exception()  # seen, so that asyncio does not report it
            raise

    def close(self) -> None:
        """Close all connections."""
        self._threads.shutdown()
        self._reading.dispose()


def drive(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine that never waits.

    Raises:
        RuntimeError: it waits for something.
    """
    try:
        work.send(None)
    except StopIteration as ended:
        found: T = ended.value
        return found
    work.close()
    raise RuntimeError("a unit of work waits for nothing but its connection")
