"""Waits for requests that discord.py may hold back until a rate limit is over, which can take an hour.

A request that is given up is cancelled but not awaited: discord.py sleeps until the limit is over even then.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final, TypeVar

import aiohttp
import discord

from bot.play.clock.repeating_task import retry_until_reached

T = TypeVar("T")

PATIENCE: Final = 30.0
"""Seconds that a request may take, with its waits for rate limits, where somebody waits for it."""
TIMEOUT: Final = 10.0
"""Seconds for one attempt to reach Discord before the start."""
TOO_MANY_REQUESTS: Final = 429
SERVER_ERROR: Final = 500
FIRST_REQUESTS: Final = ("users/@me", "oauth2/applications/@me", "gateway/bot")
"""The paths that discord.py requests first; it gives up if one of them fails."""
REQUEST_FAILURES: Final = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
"""What discord.py raises when Discord refuses a request or cannot be reached."""
MAX_LENGTH: Final = 300


async def wait_at_most(seconds: float, work: Coroutine[Any, Any, T]) -> T:
    """Return the result of a request that takes at most `seconds`.

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


async def wait_for_discord(
    base_url: str, token: str, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
) -> None:
    """Return once Discord answers all that discord.py asks first; until then log each new cause once."""
    await retry_until_reached("Discord", lambda: _find_fault(base_url, token), sleep)


async def _find_fault(base_url: str, token: str) -> str | None:
    """Return why Discord does not answer; None if it does. A refusal of the token is an answer."""
    headers, timeout = {"Authorization": f"Bot {token.strip()}"}, aiohttp.ClientTimeout(total=TIMEOUT)
    try:
        async with aiohttp.ClientSession(headers=headers, timeout=timeout) as session:
            for path in FIRST_REQUESTS:
                async with session.get(f"{base_url}/{path}") as answer:
                    if answer.status == TOO_MANY_REQUESTS or answer.status >= SERVER_ERROR:
                        return f"status {answer.status}"
    except TimeoutError:
        return f"no answer in {TIMEOUT:.0f} seconds"
    except (aiohttp.ClientError, OSError) as error:
        return str(error) or type(error).__name__
    return None


def describe_failure(error: BaseException) -> str:
    """Return one line about a failed request; not for requests whose bodies hold secrets, which it may quote."""
    return " ".join(str(error).split())[:MAX_LENGTH] or type(error).__name__
