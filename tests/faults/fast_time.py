"""An event loop whose time passes only when nobody works: twenty minutes take a moment, and a busy machine none.

Time jumps to the next timer once no socket has anything to say and no thread works for the loop. Everything that runs
on the loop sees this time: the bot, discord.py, aiohttp and the local Discord.
"""

import asyncio
import selectors
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext, suppress
from unittest.mock import patch

import aiosqlite

from bot.loopback.clock import LoopbackClock
from bot.play.clock.timing import SystemClock

IN_FLIGHT = 0.001
"""Real seconds within which a message between two sockets of this machine arrives."""


class FastSelector(selectors.DefaultSelector):
    """Waits a moment for sockets, then lets time jump."""

    loop = None

    def select(self, timeout=None):
        if timeout is None or timeout <= 0 or self.loop.working:
            return super().select(timeout if timeout is None or timeout <= 0 else IN_FLIGHT)
        found = super().select(IN_FLIGHT)
        if not found and not self.loop.working:
            self.loop.passed += timeout
        return found


class FastLoop(asyncio.SelectorEventLoop):
    """An event loop with its own time."""

    def __init__(self):
        self.passed, self.working = 0.0, 0
        self.began = time.time()
        selector = FastSelector()
        super().__init__(selector)
        selector.loop = self

    def time(self):
        return self.passed

    def wall(self):
        """Return the time of day."""
        return self.began + self.passed

    @contextmanager
    def work(self):
        """Let no time pass meanwhile."""
        self.working += 1
        try:
            yield
        finally:
            self.working -= 1

    def finish_work(self):
        """Let time pass again, once the loop has heard of the result; called by a thread."""
        with suppress(RuntimeError):  # the loop is closed
            self.call_soon_threadsafe(self._note_done)

    def _note_done(self):
        self.working -= 1


class FastClock(LoopbackClock):
    """The local Discord's time."""

    def __init__(self, loop):
        super().__init__()
        self._loop = loop

    def time(self):
        return self._loop.wall() + self._moved


def bot_clock(loop):
    """Return the bot's time."""
    return SystemClock(wall=loop.wall, steady=loop.wall)


@contextmanager
def _threads_work():
    """Let no time pass while threads work: those of executors, and SQLite's."""
    execute, submit = aiosqlite.Connection._execute, ThreadPoolExecutor.submit

    async def execute_counted(connection, *args, **kwargs):
        loop = asyncio.get_running_loop()
        with loop.work() if isinstance(loop, FastLoop) else nullcontext():  # migrations have a loop of their own
            return await execute(connection, *args, **kwargs)

    def submit_counted(executor, *args, **kwargs):
        future, loop = submit(executor, *args, **kwargs), asyncio._get_running_loop()
        if isinstance(loop, FastLoop):
            loop.working += 1
            future.add_done_callback(lambda _: loop.finish_work())
        return future

    with (
        patch.object(aiosqlite.Connection, "_execute", execute_counted),
        patch.object(ThreadPoolExecutor, "submit", submit_counted),
    ):
        yield


def run_fast(make):
    """Run what `make` returns to its end, in fast time."""
    with _threads_work(), asyncio.Runner(loop_factory=FastLoop) as runner:
        return runner.run(make())
