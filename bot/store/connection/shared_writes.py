"""Small writes that wait at the same time share one transaction, and so one way to the disk."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connection.run_in_thread import Job

MOST_TOGETHER: Final = 100
_Waiting = tuple[Job[None], "asyncio.Future[None]"]


class SharedWrites:
    """Runs jobs that may run twice, such as an upsert: if one fails, each of them gets its own transaction."""

    def __init__(self, run_writing: Callable[[Job[None]], Awaitable[None]]) -> None:
        self._run_writing = run_writing
        self._waiting: deque[_Waiting] = deque()
        self._task: asyncio.Task[None] | None = None

    async def run(self, work: Job[None]) -> None:
        """Run a job and commit it, with those that wait meanwhile. Raises what `run_writing` raises."""
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
            except Exception as failure:  # noqa: BLE001 - the callers get it
                await self._write_singly(taken, failure)
            else:
                _finish(taken, None)

    async def _write_together(self, taken: list[_Waiting]) -> None:
        async def write(connection: AsyncConnection) -> None:  # in a thread on SQLite, once it is the writer
            while self._waiting and len(taken) < MOST_TOGETHER:
                taken.append(self._waiting.popleft())
                await taken[-1][0](connection)

        await self._run_writing(write)

    async def _write_singly(self, taken: list[_Waiting], failure: Exception) -> None:
        """Find out whose work fails; if it is the database, or no transaction could begin, all of them do."""
        if not taken or len(taken) == 1 or isinstance(failure, OSError):
            _finish(taken or [self._waiting.popleft() for _ in range(len(self._waiting))], failure)
            return
        for one in taken:
            try:
                await self._run_writing(one[0])
            except Exception as own:  # noqa: BLE001 - its caller gets it
                _finish([one], own)
            else:
                _finish([one], None)


def _finish(taken: list[_Waiting], failure: Exception | None) -> None:
    for _, written in taken:
        if written.done():  # its caller was cancelled
            continue
        if failure is None:
            written.set_result(None)
        else:
            written.set_exception(failure)
