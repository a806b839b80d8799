"""Waits for requests that discord.py may hold back until a rate limit is over, which can take an hour.

A request that is given up is cancelled but not awaited: discord.py sleeps until the limit is over even then.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final, TypeVar

T = TypeVar("T")

PATIENCE: Final = 30.0
"""Seconds that a request may take, with its waits for rate limits, where somebody waits for it."""


async def wait_at_most(seconds: float, work: Coroutine[Any, Any, T]) -> T:
    """Return the result of a request.

    Raises:
        TimeoutError: it takes longer; whether Discord has carried it out is unknown.
    """

    async def give_up() -> None:
        raise TimeoutError

    return await wait_and_report(seconds, work, give_up)


async def wait_and_report(seconds: float, work: Coroutine[Any, Any, T], report: Callable[[], Awaitable[None]]) -> T:
    """Return the result of a request, however long it takes; call `report` once if that is longer than `seconds`."""
    task = asyncio.create_task(work)
    task.add_done_callback(lambda done: done.cancelled() or done.exception())
    try:
        if not (await asyncio.wait({task}, timeout=seconds))[0]:
            await report()
        return await asyncio.shield(task)
    finally:
        task.cancel()
