"""Runs searches in worker processes or one thread. The more searches wait, up to a limit, the shorter each is."""

import asyncio
import multiprocessing
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from enum import StrEnum
from math import inf
from typing import Any, Final, TypeVar

import structlog

from bot.play.computers import search_process
from bot.play.computers.search_limits import SearchLimits
from engine.model.actions import Action
from engine.model.view import View

log: Final = structlog.get_logger()

T = TypeVar("T")


class SearchFailure(StrEnum):
    """Why a search gave no answer."""

    QUEUE_FULL = "queue_full"
    LATE = "late"
    CRASHED = "crashed"
    CLOSED = "closed"


class SearchFailedError(Exception):
    """A search gave no answer, for the reason in `failure`."""

    def __init__(self, failure: SearchFailure) -> None:
        super().__init__(failure.value)
        self.failure = failure


class SearchWorkers:
    """Gives each search a worker in turn; no search waits longer than the limits allow."""

    def __init__(
        self, workers: int, limits: SearchLimits | None = None, make_pool: Callable[[int], Executor] | None = None
    ) -> None:
        self._workers = workers
        self._limits = limits or SearchLimits()
        self._make_pool = make_pool or make_process_pool
        self._free = asyncio.Semaphore(workers)
        self.waiting = 0
        """How many searches wait for a worker."""
        self._pool: Executor | None = None
        self._answers: set[asyncio.Future[Any]] = set()
        self._late: set[asyncio.Future[Any]] = set()
        """Late answers, for which nobody waits any more. Their workers may be stuck."""
        self._started_at = float("-inf")
        self._closed = False

    @property
    def is_busy(self) -> bool:
        """Whether all workers are searching, or some searches wait."""
        return self._free.locked() or self.waiting > 0

    def start(self) -> None:
        """Start the workers and let them load the engine, in the background."""
        self._get_pool()

    async def search(self, view: View, level: str, seed: str, at_most: float = inf) -> Action | None:
        """Return what a computer player finds; its worker learns nothing but the view. Raises SearchFailedError."""
        return await self.run(search_process.search_play, view, level, seed, at_most=at_most)

    async def run(self, call: Callable[..., T], *args: object, at_most: float = inf, counted: bool = False) -> T:
        """Let a worker call `call` with `args` and a time limit in seconds, and return the answer.

        The limit is at most `at_most`, and it is shorter while other searches wait. A `counted` call has no time limit.
        It ends after a fixed number of deals instead, so that its answer is always the same. Raises SearchFailedError.
        """
        late_at = time.monotonic() + (self._limits.stuck_after if counted else self._limits.patience)
        await self._wait_for_worker(late_at)
        share = self._limits.budget / (1 + self.waiting / self._workers)  # the more searches wait, the shorter each is
        answer = self._submit(call, *args, inf if counted else min(at_most, share))
        try:
            return await asyncio.wait_for(asyncio.shield(answer), late_at - time.monotonic())
        except TimeoutError:
            self._late.add(answer)
            answer.add_done_callback(self._late.discard)
            raise SearchFailedError(SearchFailure.LATE) from None
        except BrokenExecutor:
            raise SearchFailedError(SearchFailure.CRASHED) from None
        except asyncio.CancelledError:
            if answer.cancelled():  # `close` cancels answers; a cancelled caller does not
                raise SearchFailedError(SearchFailure.CLOSED) from None
            raise

    async def close(self) -> None:
        """Stop the workers; worker processes that still search after `patience` seconds are killed."""
        self._closed = True
        for answer in tuple(self._answers):  # a worker may answer after the event loop has been closed
            answer.cancel()
        pool, self._pool = self._pool, None
        if pool is None:
            return
        # wait, because the pool's thread must have ended before the interpreter does
        stopping = asyncio.create_task(asyncio.to_thread(pool.shutdown, cancel_futures=True))
        done, _ = await asyncio.wait({stopping}, timeout=self._limits.patience)
        if not done:
            self._kill_processes(pool)
            await stopping

    async def _wait_for_worker(self, late_at: float) -> None:
        if not self._free.locked():
            await self._free.acquire()
            return
        if len(self._late) >= self._workers:  # do not wait: all workers may be stuck
            raise SearchFailedError(SearchFailure.LATE)
        if self.waiting >= self._limits.waiting * self._workers:
            raise SearchFailedError(SearchFailure.QUEUE_FULL)
        self.waiting += 1
        try:
            await asyncio.wait_for(self._free.acquire(), late_at - time.monotonic())
        except TimeoutError:
            raise SearchFailedError(SearchFailure.LATE) from None
        finally:
            self.waiting -= 1

    def _submit(self, call: Callable[..., T], *args: object) -> "asyncio.Future[T]":
        """Give a call to a worker, and return a future. Even if nobody waits, the worker is busy until it answers."""
        try:
            pool = self._get_pool()
            answer = asyncio.wrap_future(self._ask(pool, call, *args))
        except BaseException:
            self._free.release()
            raise
        self._answers.add(answer)
        stuck = asyncio.get_running_loop().call_later(self._limits.stuck_after, self._end_stuck_workers, pool)
        answer.add_done_callback(lambda done: self._note_answer(done, pool, stuck))
        return answer

    def _ask(self, pool: Executor, call: Callable[..., T], *args: object) -> "Future[T]":
        try:
            return pool.submit(call, *args)
        except BrokenExecutor:
            self._drop_pool(pool)
            raise SearchFailedError(SearchFailure.CRASHED) from None

    def _note_answer(self, answer: "asyncio.Future[Any]", pool: Executor, stuck: asyncio.TimerHandle) -> None:
        self._answers.discard(answer)
        stuck.cancel()
        self._free.release()
        if not answer.cancelled() and isinstance(answer.exception(), BrokenExecutor):
            self._drop_pool(pool)

    def _get_pool(self) -> Executor:
        """Return the workers, started if necessary; fail if they crashed and were last started only a moment ago."""
        if self._closed:
            raise SearchFailedError(SearchFailure.CLOSED)
        if self._pool is None:
            if time.monotonic() < self._started_at + self._limits.rebuild_after:
                raise SearchFailedError(SearchFailure.CRASHED)
            self._pool = self._make_pool(self._workers)
            self._started_at = time.monotonic()
            for _ in range(self._workers):
                self._pool.submit(search_process.warm_up).add_done_callback(
                    lambda done: done.cancelled() or done.exception()
                )
        return self._pool

    def _drop_pool(self, pool: Executor) -> None:
        if self._pool is pool and not self._closed:
            log.warning("a worker process of computer players has crashed")
            pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    def _end_stuck_workers(self, pool: Executor) -> None:
        log.warning("a worker process of computer players is stuck")
        self._kill_processes(pool)

    def _kill_processes(self, pool: Executor) -> None:
        if isinstance(pool, ProcessPoolExecutor):
            for process in tuple((pool._processes or {}).values()):  # noqa: SLF001 - no public attribute has the processes
                process.kill()


def make_process_pool(workers: int) -> Executor:
    """Return worker processes that share nothing with this one, because they are started afresh and not forked."""
    return ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), search_process.start_process)


def make_thread(_workers: int) -> Executor:
    """Return an executor with one thread of this process."""
    return ThreadPoolExecutor(1, thread_name_prefix="search")


def create_search_workers(processes: int) -> SearchWorkers:
    """Return workers in this number of processes. If it is 0, they are a thread of this process and get less time."""
    if processes:
        return SearchWorkers(processes)
    return SearchWorkers(1, SearchLimits(budget=0.05, waiting=2), make_thread)
