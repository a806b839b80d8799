"""Connects to Discord with requests in one piece, or only to a simulated Discord on this machine."""

import socket
from typing import Any, Final

import aiohttp
import discord.asset
import discord.gateway
import discord.http
import yarl
from aiohttp.abc import AbstractResolver, ResolveResult

MAX_WHOLE_BODY: Final = 2**20
"""Bytes; a larger body is written in pieces, so that it does not hold up everything else."""
LOCAL_HOST: Final = "127.0.0.1"


class WholeBodyConnector(aiohttp.TCPConnector):
    """Writes a request with pictures in one piece, because each of its nine parts would cost a system call."""

    def __init__(self, **options: Any) -> None:
        super().__init__(limit=0, **options)  # discord.py limits its requests itself

    async def connect(self, req: aiohttp.ClientRequest, *args: Any, **kwargs: Any) -> aiohttp.connector.Connection:
        """Return a connection for a request."""
        body = req.body
        if isinstance(body, aiohttp.MultipartWriter) and (body.size or MAX_WHOLE_BODY + 1) <= MAX_WHOLE_BODY:
            await req.update_body(await body.as_bytes())
        return await super().connect(req, *args, **kwargs)


class NonLocalAddress(OSError):  # noqa: N818 - read as a sentence
    """A connection to another machine was refused."""


def redirect_discord_py(origin: str) -> None:
    """Send all of discord.py's requests to `origin`, such as `http://127.0.0.1:4321`, for the rest of the process.

    Raises:
        NonLocalAddress: it is not on 127.0.0.1.
    """
    url = yarl.URL(origin)
    if url.host != LOCAL_HOST:
        raise NonLocalAddress(f"not on this machine: {url.host}")
    discord.http.Route.BASE = f"{origin}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = url.with_scheme("ws") / "gateway/"
    discord.asset.Asset.BASE = f"{origin}/cdn"


class LocalOnlyConnector(WholeBodyConnector):
    """Connects to 127.0.0.1 only, and refuses other names and addresses."""

    def __init__(self) -> None:
        super().__init__(resolver=_NullResolver())

    async def connect(self, req: aiohttp.ClientRequest, *args: Any, **kwargs: Any) -> aiohttp.connector.Connection:
        """Connect if the request goes to this machine; else raise NonLocalAddress."""
        if req.url.host != LOCAL_HOST:
            raise NonLocalAddress(f"not on this machine: {req.url.host}")
        return await super().connect(req, *args, **kwargs)


class _NullResolver(AbstractResolver):
    """Refuses to resolve any name."""

    async def resolve(
        self, host: str, _port: int = 0, _family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        raise NonLocalAddress(f"not on this machine: {host}")

    async def close(self) -> None:
        """Nothing to close."""
