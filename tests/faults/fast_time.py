"""An event loop with a time of its own, in which work takes no time and long waits are skipped.

When no socket is ready, the time jumps to the next timer. Work that usually runs in threads runs on the loop. The bot,
discord.py, aiohttp and the local Discord all use this time.
"""

import asyncio
import selectors
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from unittest.mock import patch

from bot.play.clock.timing import SystemClock
from tests.wire.movable_clock import MovableClock


class FastSelector(selectors.DefaultSelector):
    """Skips the wait for the next timer if no socket is ready. Messages on this machine therefore take no time."""

    loop = None

    def select(self, timeout=None):
        found = super().select(timeout and 0)
        if not found and timeout:
            self.loop.passed += timeout
        return found


class FastLoop(asyncio.SelectorEventLoop):
    """An event loop with its own time."""

    def __init__(self):
        self.passed = 0.0
        self.began = time.time()
        selector = FastSelector()
        super().__init__(selector)
        selector.loop = self

    def time(self):
        return self.passed

    def wall(self):
        """Return the time of day."""
        return self.began + self.passed

    def call_soon_threadsafe(self, callback, *args, context=None):
        here = threading.get_ident() == self._thread_id
        return (self.call_soon if here else super().call_soon_threadsafe)(callback, *args, context=context)


class FastClock(MovableClock):
    """A clock for the local Discord that shows the loop's time."""

    def __init__(self, loop):
        super().__init__()
        self._loop = loop

    def time(self):
        return self._loop.wall() + self._moved


def bot_clock(loop):
    """Return a clock for the bot that shows the loop's time."""
    return SystemClock(wall=loop.wall, steady=loop.wall)


def _carry_out(future, function):
    if future.cancelled():
        return
    try:
        future.set_result(function())
    except BaseException as error:  # noqa: BLE001 - the future passes it on
        future.set_exception(error)


class _JobsAtOnce:
    """Replaces the job queue of SQLite's thread, and runs each job at once."""

    def put_nowait(self, job):
        future, function = job
        _carry_out(Future() if future is None else future, function)


def _submit_to_loop(_executor, function, *args, **kwargs):
    future = Future()
    asyncio.get_running_loop().call_soon(_carry_out, future, lambda: function(*args, **kwargs))
    return future


@contextmanager
def _without_threads():
    """Let the loop do work that executors and SQLite would do in threads."""
    with (
        patch("aiosqlite.core.SimpleQueue", _JobsAtOnce),
        patch("aiosqlite.core.Thread"),
        patch.object(ThreadPoolExecutor, "submit", _submit_to_loop),
    ):
        yield


def run_fast(make):
    """Create a coroutine with `make`, and run it to its end in fast time. Return its result."""
    with _without_threads(), asyncio.Runner(loop_factory=FastLoop) as runner:
        return runner.run(make())
