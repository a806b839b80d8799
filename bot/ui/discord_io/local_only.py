"""Points discord.py at a Discord on this machine, and keeps it from reaching any other."""

import socket
from typing import Any, Final

import aiohttp
import discord.asset
import discord.gateway
import discord.http
import yarl
from aiohttp.abc import AbstractResolver, ResolveResult

from bot.ui.discord_io.connector import WholeBodyConnector

LOCAL_HOST: Final = "127.0.0.1"


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
    """Resolves no name."""

    async def resolve(
        self, host: str, _port: int = 0, _family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        raise NonLocalAddress(f"not on this machine: {host}")

    async def close(self) -> None:
        """Nothing to close."""
