"""Connects to Discord, or to a simulated Discord on this machine only. Waits at the start until Discord answers."""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from typing import Any, Final

import aiohttp
import discord.asset
import discord.gateway
import discord.http
import yarl
from aiohttp.abc import AbstractResolver, ResolveResult

from bot.play.clock.repeating_task import retry_until_reached
from bot.ui.discord_io.rate_limits import FIRST_SERVER_ERROR, TOO_MANY_REQUESTS

MAX_WHOLE_BODY: Final = 2**20
"""The most bytes of a request's body that is written in one piece. A larger body would hold up everything else."""
LOCAL_HOST: Final = "127.0.0.1"
TIMEOUT: Final = 10.0
"""Seconds that one attempt to reach Discord may take at the start."""
FIRST_REQUESTS: Final = ("users/@me", "oauth2/applications/@me", "gateway/bot")
"""The paths that discord.py requests first. If one of these requests fails, discord.py gives up."""


class WholeBodyConnector(aiohttp.TCPConnector):
    """Writes a small request with files in one piece, because each separate part would cost a system call."""

    def __init__(self, **options: Any) -> None:
        super().__init__(limit=0, **options)  # no limit is needed, because discord.py itself limits its requests

    async def connect(self, req: aiohttp.ClientRequest, *args: Any, **kwargs: Any) -> aiohttp.connector.Connection:
        """Return a connection for a request."""
        body = req.body
        if isinstance(body, aiohttp.MultipartWriter) and (body.size or MAX_WHOLE_BODY + 1) <= MAX_WHOLE_BODY:
            await req.update_body(await body.as_bytes())
        return await super().connect(req, *args, **kwargs)


class NonLocalAddress(OSError):  # noqa: N818 - the name reads as a sentence
    """A connection to another machine was refused."""


def redirect_discord_py(origin: str) -> None:
    """Send all further requests of discord.py to `origin`, such as `http://127.0.0.1:4321`. Raises NonLocalAddress."""
    url = yarl.URL(origin)
    if url.host != LOCAL_HOST:
        raise NonLocalAddress(f"not on this machine: {url.host}")
    discord.http.Route.BASE = f"{origin}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = url.with_scheme("ws") / "gateway/"
    discord.asset.Asset.BASE = f"{origin}/cdn"


class LocalOnlyConnector(WholeBodyConnector):
    """Connects to 127.0.0.1 only. Refuses other names and addresses."""

    def __init__(self) -> None:
        super().__init__(resolver=_NullResolver())

    async def connect(self, req: aiohttp.ClientRequest, *args: Any, **kwargs: Any) -> aiohttp.connector.Connection:
        """Connect if the request goes to this machine; else raise NonLocalAddress."""
        if req.url.host != LOCAL_HOST:
            raise NonLocalAddress(f"not on this machine: {req.url.host}")
        return await super().connect(req, *args, **kwargs)


class _NullResolver(AbstractResolver):
    async def resolve(
        self, host: str, _port: int = 0, _family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        raise NonLocalAddress(f"not on this machine: {host}")

    async def close(self) -> None:
        """Do nothing, because there is nothing to close."""


async def wait_for_discord(
    base_url: str, token: str, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
) -> None:
    """Wait until Discord answers the requests that discord.py sends first. Log each new cause of failure once."""
    await retry_until_reached("Discord", lambda: _find_fault(base_url, token), sleep)


async def _find_fault(base_url: str, token: str) -> str | None:
    """Return why Discord does not answer; None if it answers, even if only to refuse the token."""
    headers, timeout = {"Authorization": f"Bot {token.strip()}"}, aiohttp.ClientTimeout(total=TIMEOUT)
    try:
        async with aiohttp.ClientSession(headers=headers, timeout=timeout) as session:
            for path in FIRST_REQUESTS:
                async with session.get(f"{base_url}/{path}") as answer:
                    if answer.status == TOO_MANY_REQUESTS or answer.status >= FIRST_SERVER_ERROR:
                        return f"status {answer.status}"
    except TimeoutError:
        return f"no answer in {TIMEOUT:.0f} seconds"
    except (aiohttp.ClientError, OSError) as error:
        return str(error) or type(error).__name__
    return None
