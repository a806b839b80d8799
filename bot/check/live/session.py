"""The connection and the channel that the live checks share, and the type of a live check."""

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final

import aiohttp
import discord

from bot.render.renderer import PictureRenderer
from bot.ui.core.messages.emoji_book import EmojiBook
from bot.ui.core.messages.message import Message
from bot.ui.discord_io.components import to_discord
from bot.ui.discord_io.rate_limits import TOO_MANY_REQUESTS
from bot.ui.discord_io.send_failures import REQUEST_FAILURES

_ID: Final = re.compile(r"\d{15,}")
NO_MENTIONS: Final = discord.AllowedMentions.none()
Payload = dict[str, Any]


@dataclass(frozen=True, slots=True)
class RouteLimit:
    """A number of requests in a number of seconds."""

    requests: int
    seconds: float


@dataclass(slots=True)
class RouteLimits:
    """The limits of the routes that were used, by method and path without ids."""

    routes: dict[str, RouteLimit] = field(default_factory=dict)
    waits: int = 0
    """How many requests Discord refused because of a rate limit; discord.py repeats each after a wait."""

    def watch(self) -> aiohttp.TraceConfig:
        """Return an aiohttp trace that records the limits from the headers of each response."""
        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(self._note)
        return trace

    async def _note(self, _session: Any, _context: Any, end: aiohttp.TraceRequestEndParams) -> None:
        headers, path = end.response.headers, re.sub(r"^/api/v\d+", "", end.url.path)
        self.waits += end.response.status == TOO_MANY_REQUESTS
        if "X-RateLimit-Limit" in headers and "X-RateLimit-Reset-After" in headers:
            route = f"{end.method} {_ID.sub('{id}', path)}"
            known = self.routes.get(route, RouteLimit(0, 0.0))
            # this time is longest at the start of a period, so its maximum is the length of the period
            seconds = max(known.seconds, float(headers["X-RateLimit-Reset-After"]))
            self.routes[route] = RouteLimit(int(headers["X-RateLimit-Limit"]), seconds)


class CheckFailed(Exception):  # noqa: N818 - read as a sentence
    """A check failed although Discord refused no request. A `cure` that is not empty replaces the usual cure."""

    def __init__(self, text: str, cure: str = "") -> None:
        super().__init__(text)
        self.cure = cure


@dataclass(slots=True)
class LiveSession:
    """A connection to Discord, and the channel in which most checks are made."""

    client: discord.Client
    channel: discord.TextChannel
    renderer: PictureRenderer
    limits: RouteLimits
    commands: Sequence[Payload]
    """The commands of this version, as they are sent to Discord."""
    left_behind: list[str] = field(default_factory=list)
    """The addresses of messages that could not be deleted."""

    @asynccontextmanager
    async def post(
        self,
        message: Message,
        *,
        where: discord.abc.Messageable | None = None,
        v1: bool = False,
        emoji: EmojiBook | None = None,
    ) -> AsyncIterator[discord.Message]:
        """Post a message, by default in the channel, and delete it at the end."""
        content = to_discord(message, v1=v1, emoji=emoji or EmojiBook())
        arguments = content.send_arguments()
        sent = await (where or self.channel).send(**arguments, silent=True, allowed_mentions=NO_MENTIONS)
        try:
            yield sent
        finally:
            await self._delete(sent)

    async def _delete(self, message: discord.Message) -> None:
        try:
            await message.delete()
        except discord.NotFound:
            return
        except REQUEST_FAILURES:
            self.left_behind.append(message.jump_url)


@dataclass(frozen=True, slots=True)
class LiveCheck:
    """A check on Discord itself. `run` returns the finding's text, or raises CheckFailed or an error of discord.py."""

    name: str
    run: Callable[[LiveSession], Awaitable[str]]
    cure: str
