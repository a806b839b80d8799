"""Waits at the start until Discord answers, because the bot may start before the network, or while Discord fails."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import aiohttp

from bot.play.clock.repeating_task import retry_until_reached

TIMEOUT: Final = 10.0
"""Seconds for one attempt."""
TOO_MANY_REQUESTS: Final = 429
SERVER_ERROR: Final = 500
FIRST_REQUESTS: Final = ("users/@me", "oauth2/applications/@me", "gateway/bot")
"""What discord.py asks first; it gives up if one of them fails."""


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
