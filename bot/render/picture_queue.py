"""Runs the jobs that make pictures in a few threads. Answers to users go first; waiting users take turns."""

from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from contextvars import ContextVar
from enum import IntEnum
from threading import Lock
from typing import Any, Final, TypeVar

Result = TypeVar("Result")


class Priority(IntEnum):
    """The urgency of a picture. Answers go first. After them, updates and animations take turns."""

    ANSWER = 0
    """A picture for someone who has just pressed or typed something."""
    UPDATE = 1
    """A picture in a message that is kept up to date."""
    ANIMATION = 2
    """A frame of an animation, or the encoding of all frames."""


PRIORITY: Final = ContextVar("PRIORITY", default=Priority.ANSWER)
"""The priority of the pictures that the current task makes. A task that updates messages changes it."""
OWNER: Final[ContextVar[Hashable]] = ContextVar("OWNER", default=None)
"""The user to whom the current task sends an answer, if there is one. A task that sends answers sets it."""
_Job = tuple[Callable[[], Any], "Future[Any]"]


class _Lane:
    """The waiting jobs of one priority. Owners take turns, and each owner's jobs stay in order."""

    def __init__(self) -> None:
        self._owners: dict[Hashable, dict[Hashable, _Job]] = {}

    def add(self, owner: Hashable, key: Hashable, job: _Job) -> None:
        self._owners.setdefault(owner, {})[key] = job

    def take(self) -> _Job | None:
        """Remove and return the next job, and put its owner at the end of the line."""
        if not self._owners:
            return None
        owner = next(iter(self._owners))
        jobs = self._owners.pop(owner)
        job = jobs.pop(next(iter(jobs)))
        if jobs:
            self._owners[owner] = jobs
        return job

    def remove(self, key: Hashable) -> _Job | None:
        for owner, jobs in self._owners.items():
            if key in jobs:
                job = jobs.pop(key)
                if not jobs:
                    del self._owners[owner]
                return job
        return None


class PictureQueue:
    """Runs jobs by priority in `workers` threads. If there are several, at least one makes no animations."""

    def __init__(self, workers: int) -> None:
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="render")
        self._lanes = {priority: _Lane() for priority in Priority}
        # animations take seconds, so they leave one thread to other jobs if there are several
        self._most_animations = max(1, workers - 1)
        self._animations = 0
        self._animation_is_next = False
        self._lock = Lock()

    def submit(
        self, key: Hashable, function: Callable[[], Result], priority: Priority | None = None
    ) -> "Future[Result]":
        """Run `function` in its turn, by default with the task's priority. No other waiting job may have this key."""
        future: Future[Result] = Future()
        lane = PRIORITY.get() if priority is None else priority
        owner = None if lane is Priority.UPDATE else OWNER.get()
        with self._lock:
            self._pool.submit(self._run_next)  # a thread that becomes free takes whichever job is first at that time
            self._lanes[lane].add(owner, key, (function, future))
        return future

    def promote(self, key: Hashable) -> None:
        """Give a waiting update with this key the priority of an answer, if the current task sends an answer."""
        if PRIORITY.get() is not Priority.ANSWER:
            return
        with self._lock:
            job = self._lanes[Priority.UPDATE].remove(key)
            if job is not None:
                self._lanes[Priority.ANSWER].add(OWNER.get(), key, job)

    def close(self) -> None:
        """Stop the threads and cancel the waiting jobs."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        with self._lock:
            for lane in self._lanes.values():
                while (job := lane.take()) is not None:
                    job[1].cancel()

    def _take_next(self) -> tuple[_Job, Priority] | None:
        with self._lock:
            others = [Priority.UPDATE, Priority.ANIMATION]
            if self._animation_is_next:
                others.reverse()
            for priority in (Priority.ANSWER, *others):
                if priority is Priority.ANIMATION and self._animations >= self._most_animations:
                    continue
                if (job := self._lanes[priority].take()) is not None:
                    if priority is not Priority.ANSWER:
                        self._animation_is_next = priority is Priority.UPDATE
                    self._animations += priority is Priority.ANIMATION
                    return job, priority
        return None

    def _run_next(self) -> None:
        taken = self._take_next()
        if taken is None:
            return
        (function, future), priority = taken
        try:
            _run(function, future)
        finally:
            if priority is Priority.ANIMATION:
                self._finish_animation()

    def _finish_animation(self) -> None:
        """Let a thread look for a job again. Threads skip animations while as many as allowed are being made."""
        with self._lock:
            self._animations -= 1
            with suppress(RuntimeError):  # the queue may have been closed
                self._pool.submit(self._run_next)


def _run(function: Callable[[], Any], future: "Future[Any]") -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        result = function()
    except BaseException as failure:  # noqa: BLE001 - the caller gets the exception, as from an executor
        future.set_exception(failure)
    else:
        future.set_result(result)
