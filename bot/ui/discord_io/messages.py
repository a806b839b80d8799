"""Sends, edits and deletes messages, and sorts Discord's refusals by what to do about them."""

import asyncio
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from enum import Enum
from typing import Any, Final, TypeVar, cast

import aiohttp
import discord
import structlog
from discord.http import handle_message_parameters
from discord.webhook.async_ import async_context

from bot.ids import ChannelId, GuildId, MessageId, UserId
from bot.ui.core.messages.emoji_book import EmojiBook
from bot.ui.core.messages.message import Message
from bot.ui.core.tables.permissions import find_channel_permissions, find_missing_permissions, may_attach_files
from bot.ui.discord_io.components import DiscordMessage, to_discord
from bot.ui.discord_io.patience import PATIENCE, wait_at_most

log: Final = structlog.get_logger()
T = TypeVar("T")

NO_MENTIONS: Final = discord.AllowedMentions.none()
ARCHIVE_AFTER_MINUTES: Final = 1440
"""After how many minutes without messages a thread is archived."""
ARCHIVE_SOON_AFTER_MINUTES: Final = 60

UNKNOWN_MESSAGE: Final = 10008
_UNKNOWN_CHANNEL, _UNKNOWN_WEBHOOK = 10003, 10015
_THREAD_ARCHIVED, _OLD_MESSAGE, _BAD_TOKEN = 50083, 30046, 50027
_THREAD_EXISTS, _THREAD_LOCKED, _TOO_MANY_THREADS = 160004, 160005, 160006
_TOO_MANY_REQUESTS: Final = 429
_UNKNOWN_USER_CODES: Final = {10007, 10013}
"""Unknown member, unknown user."""
MAX_OWN_MESSAGES: Final = 50
"""How many of its own messages are remembered in each channel."""
MAX_THREAD_NAME_LENGTH: Final = 100
PATIENCE_FOR_PEOPLE: Final = 3.0
"""Seconds to add a user to a thread, while its table is not shown there yet."""


class SendFault(Enum):
    """The reaction to a message that Discord did not accept."""

    GONE = "gone"  # the message, channel or thread is deleted, or the token has expired
    LIMITED = "limited"  # a limit lasts too long to wait for: of edits of old messages, or of threads
    REFUSED = "refused"  # Discord refuses the content
    FORBIDDEN = "forbidden"  # the bot may not write there
    NO_PICTURES = "no_pictures"  # the bot may not attach pictures, which are sent as text
    TEMPORARY = "passing"  # a fault of Discord, or a rate limit


class SendFailed(Exception):  # noqa: N818 - read as a sentence
    """Discord did not accept a message; the error does not contain the message's content."""

    def __init__(self, fault: SendFault, code: int) -> None:
        super().__init__(f"{fault.value} ({code})")
        self.fault = fault
        self.code = code


class Messenger:
    """Sends, edits and deletes messages; each method raises SendFailed if Discord refuses.

    Public pictures are sent as text where the bot may not attach files.
    """

    def __init__(self, client: discord.Client, *, v1: bool = False, emoji: EmojiBook | None = None) -> None:
        self._client = client
        self._v1 = v1
        self._emoji = emoji or EmojiBook()
        self._own: dict[ChannelId, deque[MessageId]] = defaultdict(lambda: deque(maxlen=MAX_OWN_MESSAGES))
        """Messages that this process sent recently."""

    def render_message(self, content: Message, *, plain: bool = False) -> DiscordMessage:
        """Convert a message for one sending; `plain`: without Components V2."""
        return to_discord(content, v1=plain or self._v1, emoji=self._emoji)

    async def send(
        self, channel: ChannelId, content: Message, *, plain: bool = False, number: str | None = None
    ) -> MessageId:
        """Send a silent public message and return its id; `plain`: without Components V2.

        Discord finds a recent message with the same `number` (at most 25 characters) instead of sending it twice.
        """
        nonce: dict[str, Any] = {} if number is None else {"nonce": number}

        async def send_as(shown: Message) -> MessageId:
            async with _requesting(self._emoji):
                arguments = self.render_message(shown, plain=plain).send_arguments()
                where = self._client.get_partial_messageable(channel)
                return MessageId((await where.send(**arguments, **nonce, silent=True, allowed_mentions=NO_MENTIONS)).id)

        sent = await self._send_with_pictures(channel, content, send_as)
        self._own[channel].append(sent)
        return sent

    async def _send_with_pictures(
        self, channel: ChannelId, content: Message, send_as: Callable[[Message], Awaitable[T]]
    ) -> T:
        """Send a message with its pictures, or as text where the bot may not attach them."""
        if content.pictures and self.may_attach_files(channel):
            try:
                return await send_as(content)
            except SendFailed as unsent:
                if unsent.fault is not SendFault.FORBIDDEN:
                    raise
        return await send_as(content.with_pictures_as_text())

    async def send_ping(
        self, channel: ChannelId, content: Message, *users: UserId, number: str | None = None
    ) -> MessageId:
        """Send a public message that pings these users and nobody else, and return its id; `number` as in `send`."""
        nonce: dict[str, Any] = {} if number is None else {"nonce": number}
        mentions = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(u) for u in users])
        async with _requesting(self._emoji):
            where = self._client.get_partial_messageable(channel)
            arguments = self.render_message(content).send_arguments()
            sent = await where.send(**arguments, **nonce, allowed_mentions=mentions)
        self._own[channel].append(MessageId(sent.id))
        return MessageId(sent.id)

    async def send_direct(self, user: UserId, content: Message) -> tuple[ChannelId, MessageId]:
        """Send a direct message and return where it is."""
        async with _requesting(self._emoji):
            channel = await self._client.create_dm(discord.Object(user))
        return ChannelId(channel.id), await self.send_ping(ChannelId(channel.id), content, user)

    async def edit(self, channel: ChannelId, message: MessageId, content: Message, *, plain: bool = False) -> None:
        """Edit a public message."""

        async def edit_as(shown: Message) -> None:
            async with _requesting(self._emoji):
                arguments = self.render_message(shown, plain=plain).edit_arguments()
                where = self._client.get_partial_messageable(channel).get_partial_message(message)
                await where.edit(**arguments, allowed_mentions=NO_MENTIONS)

        await self._send_with_pictures(channel, content, edit_as)

    async def delete(self, channel: ChannelId, message: MessageId) -> None:
        """Delete a public message of the bot."""
        async with _requesting():
            await self._client.get_partial_messageable(channel).get_partial_message(message).delete()

    async def open_thread(
        self,
        guild: GuildId,
        channel: ChannelId,
        message: MessageId,
        name: str,
        people: Iterable[UserId],
        wait: float,
    ) -> ChannelId:
        """Open a public thread on a message, or find the existing one, and add people to it.

        `wait`: the most seconds for opening it; Discord allows few threads in a time, and then none for minutes.
        """
        where = self._client.get_partial_messageable(channel, guild_id=guild).get_partial_message(message)
        if where.guild is None:
            raise SendFailed(SendFault.GONE, _UNKNOWN_CHANNEL)
        opening = where.create_thread(name=name[:MAX_THREAD_NAME_LENGTH], auto_archive_duration=ARCHIVE_AFTER_MINUTES)
        opened = ChannelId(message)  # a thread has its message's id
        async with _requesting():
            try:
                await wait_at_most(wait, opening)
            except TimeoutError as late:
                if self._client.get_channel(opened) is None:  # else only discord.py's answer waits for the limit
                    raise SendFailed(SendFault.LIMITED, _TOO_MANY_REQUESTS) from late
            except discord.HTTPException as refused:
                if refused.code != _THREAD_EXISTS:
                    raise
                return opened  # before a crash
        await self._add_people(opened, people)
        return opened

    async def _add_people(self, thread: ChannelId, people: Iterable[UserId]) -> None:
        """Add people to a thread, as far as Discord lets the bot; the others can use the link."""
        for user in people:
            try:
                async with _requesting():
                    await wait_at_most(PATIENCE_FOR_PEOPLE, self._client.http.add_user_to_thread(thread, user))
            except SendFailed as unadded:
                log.info("a user could not be added to a thread", code=unadded.code)
                if unadded.fault is SendFault.TEMPORARY:
                    return

    async def is_buried(self, channel: ChannelId, message: MessageId) -> bool:
        """Return whether others have written below a message."""
        async with _requesting():
            shown = await self._client.http.get_channel(channel)
        newest = int(cast("dict[str, Any]", shown).get("last_message_id") or 0)
        return newest > message and MessageId(newest) not in self._own[channel]

    def may_attach_files(self, channel: ChannelId) -> bool:
        """Return whether pictures can be sent to a channel, as far as the cache knows."""
        return may_attach_files(self._client, channel)

    def find_missing_permissions(self, channel: ChannelId) -> tuple[str, ...]:
        """Return the names of the permissions that a table would lack in a channel, as far as the cache knows."""
        known = find_channel_permissions(self._client, channel)
        return () if known is None else find_missing_permissions(known[0], threaded=known[1])

    def is_in_guild(self, guild: GuildId) -> bool:
        """Return whether the bot is in a server."""
        return self._client.get_guild(guild) is not None

    async def can_take_part(self, guild: GuildId, user: UserId) -> bool:
        """Return whether a user is in a server and not timed out there; True if Discord does not say.

        The bot gets no event when members leave: that takes an intent that Discord grants by hand.
        """
        known = self._client.get_guild(guild)
        if known is None:
            return True
        try:
            member = await wait_at_most(PATIENCE, known.fetch_member(user))
        except discord.NotFound as missing:
            return missing.code not in _UNKNOWN_USER_CODES
        except (discord.DiscordException, aiohttp.ClientError, OSError):
            return True
        except (TypeError, KeyError, ValueError):  # Discord's answer is no member
            return True
        return not member.is_timed_out()

    def find_thread_name(self, thread: ChannelId) -> str | None:
        """Return the name of a thread, if Discord has told it."""
        known = self._client.get_channel(thread)
        return known.name if isinstance(known, discord.Thread) else None

    async def rename_thread(self, thread: ChannelId, name: str, *, is_over: bool = False) -> None:
        """Rename a thread, of which Discord allows two in ten minutes; with `is_over` it is archived soon after."""
        minutes = ARCHIVE_SOON_AFTER_MINUTES if is_over else ARCHIVE_AFTER_MINUTES
        async with _requesting(patiently=True):
            await self._client.http.edit_channel(
                thread, name=name[:MAX_THREAD_NAME_LENGTH], auto_archive_duration=minutes
            )

    async def close_thread(self, thread: ChannelId) -> None:
        """Archive a thread; a message opens it again."""
        async with _requesting(patiently=True):
            await self._client.http.edit_channel(thread, archived=True)

    async def edit_private(self, token: str, message: MessageId | None, content: Message) -> None:
        """Edit a private message through its token; `message` None means the interaction's own."""
        webhook, changes = self._webhook(token), self.render_message(content).edit_arguments()
        async with _requesting(self._emoji, patiently=True):
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

    async def send_private(self, token: str, content: Message) -> MessageId:
        """Send another private message through a token and return its id."""
        async with _requesting(self._emoji, patiently=True):
            sent = await self._webhook(token).send(
                **self.render_message(content).send_arguments(), ephemeral=True, wait=True
            )
        return MessageId(sent.id)

    async def delete_private(self, token: str, message: MessageId | None) -> None:
        """Delete a private message through its token."""
        webhook = self._webhook(token)
        async with _requesting(patiently=True):
            if message is not None:
                await webhook.delete_message(message)
            else:
                adapter = async_context.get()
                await adapter.delete_original_interaction_response(webhook.id, token, session=webhook.session)

    def _webhook(self, token: str) -> discord.Webhook:
        assert self._client.application_id is not None
        webhook = discord.Webhook.partial(self._client.application_id, token, client=self._client)
        webhook.type = discord.WebhookType.application  # responses to interactions, the only ones that may be private
        return webhook


@asynccontextmanager
async def _requesting(emoji: EmojiBook | None = None, *, patiently: bool = False) -> AsyncIterator[None]:
    """Translate the failures of requests; `patiently`: without a time limit.

    That is for what nothing waits for, and for private messages: discord.py does not release the lock of a token if a
    request is cancelled while it waits for the limit.
    """
    try:
        async with asyncio.timeout(None if patiently else PATIENCE):
            yield
    except discord.HTTPException as refused:
        if emoji is not None and emoji.forget_refused(refused):
            raise SendFailed(SendFault.TEMPORARY, refused.code) from refused
        raise SendFailed(to_send_fault(refused), refused.code) from refused
    except (aiohttp.ClientError, OSError, TimeoutError) as lost:
        raise SendFailed(SendFault.TEMPORARY, 0) from lost


def refuse_old_edits() -> aiohttp.TraceConfig:
    """Return what makes discord.py raise when Discord limits edits of old messages, in place of a long sleep."""
    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(_raise_for_old_message)
    return trace


async def _raise_for_old_message(_session: Any, _context: Any, end: aiohttp.TraceRequestEndParams) -> None:
    if end.response.status == _TOO_MANY_REQUESTS and end.response.content_type == "application/json":
        body = await end.response.json()
        if body.get("code") == _OLD_MESSAGE:
            raise discord.HTTPException(end.response, body)


def to_send_fault(refused: discord.HTTPException) -> SendFault:
    """Return the reaction to Discord's refusal."""
    if refused.code in {_OLD_MESSAGE, _TOO_MANY_THREADS}:
        return SendFault.LIMITED
    gone = {_UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, _UNKNOWN_WEBHOOK, _THREAD_ARCHIVED, _THREAD_LOCKED, _BAD_TOKEN}
    if refused.code in gone or refused.status in {401, 404}:
        return SendFault.GONE
    if refused.status == 403:  # noqa: PLR2004 - HTTP's Forbidden
        return SendFault.FORBIDDEN
    if refused.status == _TOO_MANY_REQUESTS or refused.status >= 500:  # noqa: PLR2004 - HTTP's server errors
        return SendFault.TEMPORARY
    return SendFault.REFUSED
