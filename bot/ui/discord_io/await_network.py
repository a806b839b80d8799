"""Waits at the start until Discord can be reached, because the bot may start before the network."""

import asyncio
import itertools
from collections.abc import Awaitable, Callable
from typing import Final

import aiohttp
import structlog

from bot.play.clock.backoff import draw_backoff

log: Final = structlog.get_logger()

TIMEOUT: Final = 10.0
"""Seconds for one attempt."""
SERVER_ERROR: Final = 500


async def wait_for_discord(base_url: str, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
    """Return once Discord answers; until then log each new cause once."""
    logged = set[str]()
    for failures in itertools.count(1):
        cause = await _find_fault(base_url)
        if cause is None:
            break
        if cause not in logged:
            logged.add(cause)
            log.warning("Discord cannot be reached: trying again", cause=cause)
        await sleep(draw_backoff(failures))
    if logged:
        log.info("Discord can be reached again")


async def _find_fault(base_url: str) -> str | None:
    """Return why Discord does not answer; None if it does. Any answer from Discord counts."""
    try:
        async with (
            aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=TIMEOUT)) as session,
            session.get(f"{base_url}/gateway") as answer,
        ):
            return f"status {answer.status}" if answer.status >= SERVER_ERROR else None
    except TimeoutError:
        return f"no answer in {TIMEOUT:.0f} seconds"
    except (aiohttp.ClientError, OSError) as error:
        return str(error) or type(error).__name__
