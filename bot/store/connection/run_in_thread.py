"""Runs jobs on the database. On SQLite, one thread runs a whole job without returning to the event loop.

Without jobs, each statement of SQLite takes several visits to aiosqlite's thread, and each visit costs the event loop
more than the statement itself. This works because SQLite's connection never suspends a job.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import Executor
from contextlib import suppress
from typing import Any, Final, Protocol, TypeVar

from sqlalchemy import Connection, CursorResult, Engine
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

T = TypeVar("T")
Job = Callable[[AsyncConnection], Coroutine[Any, Any, T]]
"""A coroutine function that gets a connection and awaits nothing but calls of this connection."""
MOST_TOGETHER: Final = 100
_Waiting = tuple[Job[object], "asyncio.Future[None]"]


class Steps(Protocol):
    """A transaction that runs step by step. The first step begins it. Uncommitted changes are rolled back."""

    async def run(self, job: Job[T]) -> T:
        """Run one step of the transaction."""


class LoopSteps:
    """Runs the steps of a transaction on the event loop. The first step opens the connection."""

    def __init__(self, open_connection: Callable[[], Awaitable[AsyncConnection]]) -> None:
        self._open_connection = open_connection
        self._connection: AsyncConnection | None = None

    async def run(self, job: Job[T]) -> T:
        if self._connection is None:
            self._connection = await self._open_connection()
        return await job(self._connection)


class ThreadSteps:
    """Runs `fence`, then a transaction's steps, in threads. Until `close`, other writers of this process wait."""

    def __init__(self, threads: "WorkerThreads", writers: asyncio.Lock, fence: Job[None] | None = None) -> None:
        self._threads = threads
        self._writers = writers
        self._fence = fence
        self._open: Connection | None = None
        self._begun = False

    async def run(self, job: Job[T]) -> T:
        """Run a step in a thread. A commit or an error ends the transaction.

        Raises RuntimeError: an earlier step has ended the transaction.
        """
        if not self._begun:
            await self._writers.acquire()
        elif self._open is None:
            raise RuntimeError("this transaction has ended")
        self._begun = True
        return await self._threads.run(lambda: self._step(job))

    async def close(self) -> None:
        """Roll back what was not committed, and let the next writer begin."""
        try:
            if self._open is not None:
                await self._threads.run(self._end)
        finally:
            if self._begun:
                self._writers.release()

    def _step(self, job: Job[T]) -> T:
        is_first = self._open is None
        self._open = self._open or self._threads.connect(writing=True)
        try:
            connection = self._threads.wrap(self._open)
            if is_first and self._fence is not None:
                drive(self._fence(connection))
            found = drive(job(connection))
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
    """A connection for jobs that run in a thread; its `execute` and `commit` never suspend the job."""

    async def execute(self, statement: Any, parameters: Any = None, **options: Any) -> CursorResult[Any]:
        return self._proxied.execute(statement, parameters, **options)

    async def commit(self) -> None:
        self._proxied.commit()


class WorkerThreads:
    """Runs jobs in threads, each on a connection that only one thread uses at a time."""

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
        """Return a connection that coroutines can await."""
        return ThreadConnection(self._proxies, connection)

    async def read(self, job: Job[T]) -> T:
        return await self.run(lambda: self._read(job))

    def _read(self, job: Job[T]) -> T:
        with self.connect(writing=False) as connection:
            return drive(job(self.wrap(connection)))

    async def run(self, step: Callable[[], T]) -> T:
        """Run a step in a thread. A cancelled caller waits for the step's end, because a thread cannot be stopped."""
        running = asyncio.get_running_loop().run_in_executor(self._threads, step)
        try:
            return await asyncio.shield(running)
        except asyncio.CancelledError:
            while not running.done():
                with suppress(asyncio.CancelledError):
                    await asyncio.wait({running})
            running.exception()  # asyncio would log an exception that nobody has retrieved
            raise

    def close(self) -> None:
        self._threads.shutdown()
        self._reading.dispose()


def drive(job: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine that never waits, and return its result. Raises RuntimeError if the coroutine does wait."""
    try:
        job.send(None)
    except StopIteration as ended:
        found: T = ended.value
        return found
    job.close()
    raise RuntimeError("a job may await nothing but its connection")


class SharedWrites:
    """Runs several jobs in one transaction, because each transaction costs a flush to the disk.

    If a job fails, all jobs of its transaction run again, each in a transaction of its own. A job must therefore be
    able to run twice, as an upsert is. If the database fails, all jobs fail.
    """

    def __init__(self, run_writing: Callable[[Job[object]], Awaitable[object]]) -> None:
        self._run_writing = run_writing
        self._waiting: deque[_Waiting] = deque()
        self._task: asyncio.Task[None] | None = None

    async def run(self, work: Job[object]) -> None:
        """Run and commit a job together with other waiting jobs. Raises the error of the job or of `run_writing`."""
        written = asyncio.get_running_loop().create_future()
        self._waiting.append((work, written))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._write_all(), name="shared writes")
        await written

    async def _write_all(self) -> None:
        while self._waiting:
            taken: list[_Waiting] = []
            try:
                await self._write_together(taken)
            except asyncio.CancelledError:
                for _, written in (*taken, *self._waiting):
                    written.cancel()
                raise
            except Exception as failure:  # noqa: BLE001 - the callers get this error
                await self._write_singly(taken, failure)
            else:
                _finish(taken, None)

    async def _write_together(self, taken: list[_Waiting]) -> None:
        async def write(connection: AsyncConnection) -> None:  # runs in a thread, while no other writer may begin
            while self._waiting and len(taken) < MOST_TOGETHER:
                taken.append(self._waiting.popleft())
                await taken[-1][0](connection)

        await self._run_writing(write)

    async def _write_singly(self, taken: list[_Waiting], failure: Exception) -> None:
        """Run each job of a failed transaction on its own, so that one failing job does not affect the others.

        If the database itself failed, these jobs fail. If no job had begun, all waiting jobs fail instead.
        """
        if len(taken) <= 1 or isinstance(failure, OSError):
            _finish(taken or [self._waiting.popleft() for _ in range(len(self._waiting))], failure)
            return
        for one in taken:
            try:
                await self._run_writing(one[0])
            except Exception as own:  # noqa: BLE001 - the job's caller gets this error
                _finish([one], own)
            else:
                _finish([one], None)


def _finish(taken: list[_Waiting], failure: Exception | None) -> None:
    for _, written in taken:
        if written.done():  # the job's caller was cancelled
            continue
        if failure is None:
            written.set_result(None)
        else:
            written.set_exception(failure)
