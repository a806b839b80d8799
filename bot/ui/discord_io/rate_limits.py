"""Limits how long a request waits for Discord's rate limits, because discord.py alone may wait for an hour."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from typing import Any, Final, TypeVar

import aiohttp
import discord

from bot.play.clock.repeating_task import draw_backoff

T = TypeVar("T")

PATIENCE: Final = 30.0
"""The most seconds that a request may take while somebody waits for it. This includes waits for rate limits."""
SLOW_AFTER: Final = 30.0
"""Seconds after which the bot reports that Discord holds back a request in the background."""
HELD_BACK: Final = "Discord makes the bot wait"
FIRST_RETRY_SECONDS: Final = 5.0
"""The longest pause before the first retry of a request in the background; it is doubled for each further retry."""
MOST_RETRY_SECONDS: Final = 900.0
OLD_MESSAGE: Final = 30046
"""Discord's code for too many edits of an old message."""
SLOW_MODE: Final = 20016
"""Discord's code for a message that a channel's slow mode forbids. It comes with status 429, like a rate limit."""
TOO_MANY_REQUESTS: Final = 429
FIRST_SERVER_ERROR: Final = 500
_PATIENCE: Final[ContextVar[float | None]] = ContextVar("patience", default=None)
"""How many seconds the request in progress may wait for a rate limit; None sets no limit."""
_IS_SENT_ONCE: Final = ContextVar("is_sent_once", default=False)
"""Whether the request in progress fails at the first fault of Discord. Otherwise discord.py repeats it."""


async def wait_at_most(seconds: float, work: Coroutine[Any, Any, T]) -> T:
    """Return a request's result. Raises TimeoutError after `seconds`; Discord may still carry out the request."""

    async def give_up() -> None:
        raise TimeoutError

    return await _wait_and_report(seconds, work, give_up)


async def wait_patiently(work: Coroutine[Any, Any, T], report: Callable[[str], Awaitable[None]]) -> T:
    """Return the result of a background request. After `SLOW_AFTER`, call `report` once and keep waiting."""
    return await _wait_and_report(SLOW_AFTER, work, lambda: report(HELD_BACK))


def draw_retry_pause(failures: int) -> float:
    """Return the seconds to wait after a request in the background has failed `failures` times in a row."""
    return draw_backoff(failures, first=FIRST_RETRY_SECONDS, most=MOST_RETRY_SECONDS)


async def _wait_and_report(seconds: float, work: Coroutine[Any, Any, T], report: Callable[[], Awaitable[None]]) -> T:
    """Return a request's result. After `seconds`, call `report` once. If `report` raises an error, stop waiting."""
    task = asyncio.create_task(work)
    task.add_done_callback(lambda done: done.cancelled() or done.exception())
    try:
        if not (await asyncio.wait({task}, timeout=seconds))[0]:
            await report()
        return await asyncio.shield(task)
    finally:
        task.cancel()  # not awaited, because discord.py sleeps until the limit is over even in a cancelled request


@contextmanager
def limit_patience(seconds: float | None, *, once: bool = False) -> Iterator[None]:
    """Make requests raise LimitTooLong at rate limits longer than `seconds`. None keeps the limit of an outer block.

    With `once`, here or in an outer block, a request fails at the first fault of Discord. Otherwise discord.py sends
    the request up to 5 times in 25 s.
    """
    before = _PATIENCE.set(_PATIENCE.get() if seconds is None else seconds)
    sent_before = _IS_SENT_ONCE.set(once or _IS_SENT_ONCE.get())
    try:
        yield
    finally:
        _PATIENCE.reset(before)
        _IS_SENT_ONCE.reset(sent_before)


class LimitTooLong(Exception):  # noqa: N818 - the name reads as a sentence
    """A rate limit lasts longer than the request may wait."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"for {seconds:g} s")
        self.seconds = seconds


def refuse_long_limits(end_global_limit: Callable[[], object]) -> aiohttp.TraceConfig:
    """Return an aiohttp trace that raises an error where discord.py would otherwise sleep or repeat a request."""
    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(partial(_raise_at_once, end_global_limit))
    return trace


async def _raise_at_once(
    end_global_limit: Callable[[], object], _session: Any, _context: Any, end: aiohttp.TraceRequestEndParams
) -> None:
    if end.response.status >= FIRST_SERVER_ERROR and _IS_SENT_ONCE.get():
        raise discord.DiscordServerError(end.response, None)
    if end.response.status != TOO_MANY_REQUESTS or end.response.content_type != "application/json":
        return
    body, patience = await end.response.json(), _PATIENCE.get()
    if body.get("global"):  # discord.py does not end the limit if this request is cancelled
        asyncio.get_running_loop().call_later(body["retry_after"], end_global_limit)
    is_long = patience is not None and not body.get("global") and body.get("retry_after", 0.0) > patience
    if body.get("code") == OLD_MESSAGE or (is_long and body.get("code") == SLOW_MODE):
        raise discord.HTTPException(end.response, body)
    if is_long:
        raise LimitTooLong(body["retry_after"])
