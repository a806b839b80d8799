"""A queue of pictures for a few threads: those that somebody waits for go before updates."""

from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import ContextVar
from enum import IntEnum
from threading import Lock
from typing import Any, Final, TypeVar

Result = TypeVar("Result")


class Priority(IntEnum):
    """Who a picture is for; lower values go first."""

    ANSWER = 0
    """For someone who has just pressed or typed something."""
    UPDATE = 1
    """For a message that is kept up to date."""


PRIORITY: Final = ContextVar("PRIORITY", default=Priority.ANSWER)
"""Why pictures are rendered in this task. Tasks that update messages set it."""
_Job = tuple[Callable[[], Any], "Future[Any]"]


class PictureQueue:
    """Runs jobs in `workers` threads: answers before updates, and in order among themselves."""

    def __init__(self, workers: int) -> None:
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="render")
        self._waiting: dict[Priority, dict[Hashable, _Job]] = {priority: {} for priority in Priority}
        self._lock = Lock()

    def submit(self, key: Hashable, function: Callable[[], Result]) -> "Future[Result]":
        """Run `function` in a thread, in the turn of this task's priority; no other waiting job may have the key."""
        future: Future[Result] = Future()
        with self._lock:
            self._pool.submit(self._run_next)  # the thread takes whichever job is first when it is free
            self._waiting[PRIORITY.get()][key] = (function, future)
        return future

    def promote(self, key: Hashable) -> None:
        """Move a waiting update among the answers, if this task answers someone."""
        with self._lock:
            if PRIORITY.get() is Priority.ANSWER and key in self._waiting[Priority.UPDATE]:
                self._waiting[Priority.ANSWER][key] = self._waiting[Priority.UPDATE].pop(key)

    def close(self) -> None:
        """Stop the threads and cancel the waiting jobs."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        while (job := self._take_first()) is not None:
            job[1].cancel()

    def _take_first(self) -> _Job | None:
        with self._lock:
            for jobs in self._waiting.values():
                if jobs:
                    return jobs.pop(next(iter(jobs)))
        return None

    def _run_next(self) -> None:
        job = self._take_first()
        if job is None or not job[1].set_running_or_notify_cancel():
            return
        function, future = job
        try:
            result = function()
        except BaseException as failure:  # noqa: BLE001 - the caller gets it, as from an executor
            future.set_exception(failure)
        else:
            future.set_result(result)
