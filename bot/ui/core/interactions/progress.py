"""Shows the progress of a job that takes a while, and finally its result."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import Final, Protocol

from bot.ui.core.interactions.responses import NewMessage, Response, ShowProgress
from bot.ui.core.messages.message import Message

SHOWN_AT_ONCE: Final = 0.8
"""How many seconds a response waits for a job that is nearly done, so that no progress flickers."""
UPDATE_PAUSE: Final = 1.5
"""Seconds between two edits of the progress."""
MAX_UPDATE_SECONDS: Final = 13 * 60.0
"""A private message can be edited for fifteen minutes; later the same command or button shows the result."""


class Job(Protocol):
    """A job in progress. `changed` is set at its next step, and then replaced."""

    changed: asyncio.Event

    @property
    def is_over(self) -> bool:
        """Whether the job has ended."""


async def show_job(job: Job, show: Callable[[], Awaitable[Message]]) -> Response:
    """Return what `show` shows of a job: its result, or its progress until then."""
    with suppress(TimeoutError):
        await asyncio.wait_for(_wait_until_over(job), SHOWN_AT_ONCE)
    is_over = job.is_over
    shown = await show()
    return NewMessage(shown) if is_over else ShowProgress(shown, _follow(job, show))


async def _wait_until_over(job: Job) -> None:
    while not job.is_over:
        await job.changed.wait()


async def _follow(job: Job, show: Callable[[], Awaitable[Message]]) -> AsyncIterator[Message]:
    """Yield the progress when it has changed, at most every `UPDATE_PAUSE` seconds, and finally the result."""
    loop = asyncio.get_running_loop()
    until = loop.time() + MAX_UPDATE_SECONDS
    while not job.is_over and loop.time() < until:
        changed = job.changed
        with suppress(TimeoutError):
            await asyncio.wait_for(_wait_until_over(job), UPDATE_PAUSE)
        await changed.wait()
        if not job.is_over:
            yield await show()
    yield await show()
