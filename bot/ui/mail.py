"""Sending, changing and deleting messages, with Discord's refusals sorted by what to do about them."""

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import Enum
from typing import Any, Final, cast

import aiohttp
import discord
import structlog
from discord.http import handle_message_parameters
from discord.webhook.async_ import async_context

from bot.play.occupants import ChannelId, GuildId, MessageId, UserId
from bot.ui.body import Body
from bot.ui.emoji import EmojiBook
from bot.ui.layout import Drawn, draw

log: Final = structlog.get_logger()

SILENT: Final = discord.AllowedMentions.none()
A_DAY: Final = 1440
"""Minutes until Discord archives a thread in which nothing is written."""

UNKNOWN_MESSAGE: Final = 10008
_UNKNOWN_CHANNEL, _UNKNOWN_WEBHOOK = 10003, 10015
_THREAD_ARCHIVED, _OLD_MESSAGE, _BAD_TOKEN = 50083, 30046, 50027
_THREAD_EXISTS, _THREAD_LOCKED = 160004, 160005
_NOBODY: Final = {10007, 10013}
"""Unknown member, unknown user."""
OWN_MESSAGES: Final = 50
"""How many of the bot's own messages are remembered for each channel."""
THREAD_NAME: Final = 100


class Fault(Enum):
    """What to do about a message that Discord did not take."""

    GONE = "gone"  # the message, its channel or its thread is no more, or the token is dead
    TOO_OLD = "too_old"  # changes of this old message are throttled
    REFUSED = "refused"  # Discord does not like what it says
    FORBIDDEN = "forbidden"  # the bot may not speak there
    PASSING = "passing"  # Discord's trouble, or too much at once


class NotSent(Exception):  # noqa: N818 - read as a sentence
    """Discord did not take a message. Says nothing of what was in it."""

    def __init__(self, fault: Fault, code: int) -> None:
        super().__init__(f"{fault.value} ({code})")
        self.fault = fault
        self.code = code


class Mail:
    """Messages of one client."""

    def __init__(self, client: discord.Client, *, v1: bool = False, emoji: EmojiBook | None = None) -> None:
        self._client = client
        self._v1 = v1
        self._emoji = emoji or EmojiBook()
        self._own: dict[ChannelId, deque[MessageId]] = defaultdict(lambda: deque(maxlen=OWN_MESSAGES))
        """What was sent lately, as far as this process remembers."""

    def drawn(self, body: Body, *, plain: bool = False) -> Drawn:
        """Return the body for one sending; `plain`: in the older form, whatever is usual."""
        return draw(body, v1=plain or self._v1, emoji=self._emoji)

    async def post(
        self, channel: ChannelId, body: Body, *, plain: bool = False, number: str | None = None
    ) -> MessageId:
        """Send a public message without a sound and return its id; `plain`: in the older form.

        `number` (at most 25 characters): what Discord has taken under it lately is not sent again, but found.

        Raises:
            NotSent: Discord did not take it.
        """
        with _sorted(self._emoji):
            where = self._client.get_partial_messageable(channel)
            drawn = self.drawn(body, plain=plain)
            once: dict[str, Any] = {} if number is None else {"nonce": number}
            sent = await where.send(**drawn.new(), **once, silent=True, allowed_mentions=SILENT)
        self._own[channel].append(MessageId(sent.id))
        return MessageId(sent.id)

    async def call(self, channel: ChannelId, body: Body, user: UserId) -> MessageId:
        """Send a public message that rings for one person only, and return its id; raises as `post` does."""
        ringing = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(user)])
        with _sorted(self._emoji):
            where = self._client.get_partial_messageable(channel)
            sent = await where.send(**self.drawn(body).new(), allowed_mentions=ringing)
        self._own[channel].append(MessageId(sent.id))
        return MessageId(sent.id)

    async def direct(self, user: UserId, body: Body) -> tuple[ChannelId, MessageId]:
        """Send a direct message and return where it is; raises as `post` does."""
        with _sorted(self._emoji):
            channel = await self._client.create_dm(discord.Object(user))
        return ChannelId(channel.id), await self.call(ChannelId(channel.id), body, user)

    async def edit(self, channel: ChannelId, message: MessageId, body: Body, *, plain: bool = False) -> None:
        """Change a public message; `plain` as for `post`, and raises as it does."""
        with _sorted(self._emoji):
            where = self._client.get_partial_messageable(channel).get_partial_message(message)
            await where.edit(**self.drawn(body, plain=plain).edit(), allowed_mentions=SILENT)

    async def delete(self, channel: ChannelId, message: MessageId) -> None:
        """Delete a public message of the bot's own; raises as `post` does."""
        with _sorted():
            await self._client.get_partial_messageable(channel).get_partial_message(message).delete()

    async def open_thread(
        self, guild: GuildId, channel: ChannelId, message: MessageId, name: str, people: Iterable[UserId]
    ) -> ChannelId:
        """Open a public thread on a message, or find the one that is there, and bring people in; raises as `post`."""
        where = self._client.get_partial_messageable(channel, guild_id=guild).get_partial_message(message)
        if where.guild is None:
            raise NotSent(Fault.GONE, _UNKNOWN_CHANNEL)
        with _sorted():
            try:
                thread = await where.create_thread(name=name[:THREAD_NAME], auto_archive_duration=A_DAY)
            except discord.HTTPException as refused:
                if refused.code != _THREAD_EXISTS:
                    raise
                return ChannelId(message)  # opened before the program was cut short: it has its message's id
        for user in people:
            try:
                await thread.add_user(discord.Object(user))
            except discord.HTTPException as refused:  # he finds the thread by its link
                log.info("somebody was not brought into a thread", code=refused.code)
        return ChannelId(thread.id)

    async def buried(self, channel: ChannelId, message: MessageId) -> bool:
        """Tell whether somebody else has written below a message; raises as `post` does."""
        with _sorted():
            shown = await self._client.http.get_channel(channel)
        newest = int(cast("dict[str, Any]", shown).get("last_message_id") or 0)
        return newest > message and MessageId(newest) not in self._own[channel]

    def in_guild(self, guild: GuildId) -> bool:
        """Tell whether the bot is in a server."""
        return self._client.get_guild(guild) is not None

    async def may_act(self, guild: GuildId, user: UserId) -> bool:
        """Tell whether somebody is in a server and not timed out there; yes where Discord does not say.

        Nobody tells the bot when people go: that takes an intent that Discord grants by hand.
        """
        known = self._client.get_guild(guild)
        if known is None:
            return True
        try:
            member = await known.fetch_member(user)
        except discord.NotFound as missing:
            return missing.code not in _NOBODY
        except (discord.DiscordException, aiohttp.ClientError, OSError):
            return True
        except (TypeError, KeyError, ValueError):  # what came back is no member
            return True
        return not member.is_timed_out()

    async def edit_private(self, token: str, message: MessageId | None, body: Body) -> None:
        """Change a private message through its token (`message` None: the interaction's own); raises as `post` does."""
        webhook, changes = self._webhook(token), self.drawn(body).edit()
        with _sorted(self._emoji):
            if message is not None:
                await webhook.edit_message(message, **changes)
                return
            with handle_message_parameters(**changes) as params:
                await async_context.get().edit_original_interaction_response(
                    webhook.id,
                    token,
                    session=webhook.session,
                    payload=params.payload,
                    multipart=params.multipart,
                    files=params.files,
                )

    async def send_private(self, token: str, body: Body) -> MessageId:
        """Send one more private message through a token and return its id; raises as `post` does."""
        with _sorted(self._emoji):
            sent = await self._webhook(token).send(**self.drawn(body).new(), ephemeral=True, wait=True)
        return MessageId(sent.id)

    async def delete_private(self, token: str, message: MessageId | None) -> None:
        """Delete a private message through its token; raises as `post` does."""
        webhook = self._webhook(token)
        with _sorted():
            if message is not None:
                await webhook.delete_message(message)
            else:
                adapter = async_context.get()
                await adapter.delete_original_interaction_response(webhook.id, token, session=webhook.session)

    def _webhook(self, token: str) -> discord.Webhook:
        assert self._client.application_id is not None
        webhook = discord.Webhook.partial(self._client.application_id, token, client=self._client)
        webhook.type = discord.WebhookType.application  # an interaction's: only these may be private
        return webhook


@contextmanager
def _sorted(emoji: EmojiBook | None = None) -> Iterator[None]:
    """Sort what Discord refuses; for an emoji of ours that is no more, the message can be sent again without any."""
    try:
        yield
    except discord.RateLimited as limited:
        raise NotSent(Fault.PASSING, 429) from limited
    except discord.HTTPException as refused:
        if emoji is not None and emoji.disowned(refused):
            raise NotSent(Fault.PASSING, refused.code) from refused
        raise NotSent(fault_of(refused), refused.code) from refused
    except (aiohttp.ClientError, OSError, TimeoutError) as lost:
        raise NotSent(Fault.PASSING, 0) from lost


def fault_of(refused: discord.HTTPException) -> Fault:
    """Return what to do about a refusal of Discord's."""
    if refused.code == _OLD_MESSAGE:
        return Fault.TOO_OLD
    gone = {_UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, _UNKNOWN_WEBHOOK, _THREAD_ARCHIVED, _THREAD_LOCKED, _BAD_TOKEN}
    if refused.code in gone or refused.status in {401, 404}:
        return Fault.GONE
    if refused.status == 403:  # noqa: PLR2004 - HTTP's Forbidden
        return Fault.FORBIDDEN
    if refused.status == 429 or refused.status >= 500:  # noqa: PLR2004 - HTTP's Too Many Requests and server errors
        return Fault.PASSING
    return Fault.REFUSED
