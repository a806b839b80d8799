"""What the checks on Discord share: the connected client, the channel, and messages that are deleted again."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final

import discord

from bot.check.live.limits import RouteLimits
from bot.render.renderer import PictureRenderer
from bot.ui.core.messages.emoji_book import EmojiBook
from bot.ui.core.messages.message import Message
from bot.ui.discord_io.components import to_discord
from bot.ui.discord_io.patience import REQUEST_FAILURES

NO_MENTIONS: Final = discord.AllowedMentions.none()
Payload = dict[str, Any]


class CheckFailed(Exception):  # noqa: N818 - read as a sentence
    """Discord accepted the requests, but the outcome is wrong. `cure`: in place of the check's own."""

    def __init__(self, text: str, cure: str = "") -> None:
        super().__init__(text)
        self.cure = cure


@dataclass(slots=True)
class LiveSession:
    """A connection to Discord and the channel in which everything is tried."""

    client: discord.Client
    channel: discord.TextChannel
    renderer: PictureRenderer
    limits: RouteLimits
    commands: Sequence[Payload]
    """The commands of this version, as they are sent to Discord."""
    left_behind: list[str] = field(default_factory=list)
    """What could not be removed."""

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
    """One thing to try. `run` returns what was found, and raises CheckFailed or what discord.py raises."""

    name: str
    run: Callable[[LiveSession], Awaitable[str]]
    cure: str
