"""Sends, edits and deletes messages, and opens and renames threads."""

from collections import defaultdict, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Any, Final, TypeVar, cast

import aiohttp
import discord
import structlog
from discord.http import handle_message_parameters
from discord.webhook.async_ import async_context

from bot.ids import ChannelId, GuildId, MessageId, UserId
from bot.ui.core.messages.message import Message
from bot.ui.core.services import Services
from bot.ui.core.tables.bot_permissions import find_channel_permissions, find_missing_permissions, may_attach_files
from bot.ui.discord_io.components import DiscordMessage, to_discord
from bot.ui.discord_io.rate_limits import PATIENCE, TOO_MANY_REQUESTS, LimitTooLong, limit_patience, wait_at_most
from bot.ui.discord_io.send_failures import THREAD_EXISTS, UNKNOWN_CHANNEL, Attempts, SendFailed, SendFault

log: Final = structlog.get_logger()
T = TypeVar("T")

NO_MENTIONS: Final = discord.AllowedMentions.none()
ARCHIVE_AFTER_MINUTES: Final = 1440

_UNKNOWN_USER_CODES: Final = {10007, 10013}
"""Discord's codes for an unknown member and an unknown user."""
MAX_OWN_MESSAGES: Final = 50
MAX_THREAD_NAME_LENGTH: Final = 100
PATIENCE_FOR_PEOPLE: Final = 3.0
"""The most seconds that adding one user to a thread may take. Until all are added, the table is not shown."""


class Messenger:
    """Sends messages and opens threads. Sends text where the bot may not attach pictures. Methods raise SendFailed."""

    def __init__(self, client: discord.Client, services: Services) -> None:
        self._client = client
        self._services = services
        self._attempts = Attempts(services.emoji, services.refusals, PATIENCE, once=True)
        self._insistent = Attempts(services.emoji, services.refusals, PATIENCE)
        """Makes discord.py repeat requests after faults of Discord, because no caller repeats them."""
        self._private = Attempts(services.emoji, services.refusals, None, once=True)
        self._private_insistent = Attempts(services.emoji, services.refusals, None)
        self._own: dict[ChannelId, deque[MessageId]] = defaultdict(lambda: deque(maxlen=MAX_OWN_MESSAGES))
        """The newest public messages that this messenger sent, by channel."""

    def render_message(self, content: Message, *, plain: bool = False) -> DiscordMessage:
        """Convert a message for discord.py; `plain` avoids Components V2."""
        return to_discord(content, v1=plain, emoji=self._services.emoji)

    async def send(self, channel: ChannelId, content: Message, *, number: str | None = None) -> MessageId:
        """Send a silent public message and return its id.

        `number` has up to 25 characters. If a recent message has the same number, Discord returns that message.
        """
        return (await self._send(self._insistent, channel, content, number=number))[0]

    @asynccontextmanager
    async def _within_limit(self, method: str, channel: ChannelId) -> AsyncIterator[None]:
        """Raise SendFailed if a known rate limit forbids this HTTP method in a channel. Remember new rate limits."""
        memory = self._services.refusals
        if left := memory.get_limit(method, channel):
            raise SendFailed(SendFault.TEMPORARY, TOO_MANY_REQUESTS, left)
        try:
            yield
        except SendFailed as unsent:
            if unsent.retry_after:
                memory.note_limit(method, channel, unsent.retry_after)
            raise

    async def send_in_some_form(
        self, channel: ChannelId, content: Message, *, plain: bool, refused: bool, number: str | None
    ) -> tuple[MessageId, bool]:
        """Send as `send` does, but without discord.py's retries. Return the id, and whether the message is classic.

        A classic message does not use Components V2. With `plain`, no other form is tried. With `refused`, Discord has
        refused all forms before, so only the simplest form is tried.
        """
        return await self._send(self._attempts, channel, content, plain=plain, refused=refused, number=number)

    async def _send(
        self,
        attempts: Attempts,
        channel: ChannelId,
        content: Message,
        *,
        plain: bool = False,
        refused: bool = False,
        number: str | None,
        mentions: discord.AllowedMentions | None = None,
    ) -> tuple[MessageId, bool]:
        options: dict[str, Any] = {} if number is None else {"nonce": number}
        options |= {"silent": mentions is None, "allowed_mentions": mentions or NO_MENTIONS}
        where = self._client.get_partial_messageable(channel)

        async def send(shown: Message, is_plain: bool) -> MessageId:  # noqa: FBT001 - the signature is given
            async def send_as(shown: Message) -> discord.Message:
                return await where.send(**self.render_message(shown, plain=is_plain).send_arguments(), **options)

            sent = MessageId((await self._send_with_pictures(channel, shown, send_as)).id)
            self._own[channel].append(sent)
            return sent

        async with self._within_limit("POST", channel):
            return await attempts.in_forms(send, content, plain=plain, refused=refused)

    async def _send_with_pictures(
        self, channel: ChannelId, content: Message, send_as: Callable[[Message], Awaitable[T]]
    ) -> T:
        if content.pictures and self.may_attach_files(channel):
            try:
                async with self._attempts.watch():
                    return await send_as(content)
            except SendFailed as unsent:
                if unsent.fault is not SendFault.FORBIDDEN:
                    raise
                log.info("a message is sent as text instead of pictures", channel=channel, code=unsent.code)
        return await send_as(content.with_pictures_as_text())

    async def send_ping(
        self, channel: ChannelId, content: Message, *users: UserId, number: str | None = None
    ) -> MessageId:
        """Send a public message that pings only these users, and return its id. `send` explains `number`."""
        mentions = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(u) for u in users])
        return (await self._send(self._insistent, channel, content, number=number, mentions=mentions))[0]

    async def send_direct(
        self, user: UserId, content: Message, *, number: str | None = None
    ) -> tuple[ChannelId, MessageId]:
        """Send a direct message, and return its channel and its id. `send` explains `number`."""
        channel = await self._insistent.once(lambda: self._client.create_dm(discord.Object(user)))
        return ChannelId(channel.id), await self.send_ping(ChannelId(channel.id), content, user, number=number)

    async def edit(
        self, channel: ChannelId, message: MessageId, content: Message, *, plain: bool | None = None
    ) -> bool:
        """Edit a public message, and return whether it has the classic form.

        `plain` says whether the message was sent in the classic form, because an edit cannot change the form. None
        means that this is unknown.
        """

        async def edit(is_plain: bool) -> None:  # noqa: FBT001 - the signature is given
            async def edit_as(shown: Message) -> None:
                arguments = self.render_message(shown, plain=is_plain).edit_arguments()
                where = self._client.get_partial_messageable(channel).get_partial_message(message)
                await where.edit(**arguments, allowed_mentions=NO_MENTIONS)

            await self._send_with_pictures(channel, content, edit_as)

        async with self._within_limit("PATCH", channel):
            return await self._attempts.in_own_form(edit, plain)

    async def delete(self, channel: ChannelId, message: MessageId, *, insists: bool = False) -> None:
        """Delete a public message of the bot. With `insists`, discord.py retries, because the caller does not."""
        async with (self._insistent if insists else self._attempts).watch():
            await self._client.get_partial_messageable(channel).get_partial_message(message).delete()

    async def open_thread(
        self, guild: GuildId, channel: ChannelId, message: MessageId, name: str, people: Iterable[UserId], wait: float
    ) -> ChannelId:
        """Open a public thread on a message within `wait` seconds, and add people.

        If the message already has a thread, return that thread.
        """
        where = self._client.get_partial_messageable(channel, guild_id=guild).get_partial_message(message)
        if where.guild is None:
            raise SendFailed(SendFault.GONE, UNKNOWN_CHANNEL)
        opening = where.create_thread(name=name[:MAX_THREAD_NAME_LENGTH], auto_archive_duration=ARCHIVE_AFTER_MINUTES)
        opened = ChannelId(message)  # a thread has the id of its message
        async with self._insistent.watch():
            try:
                await wait_at_most(wait, opening)  # Discord allows few threads in a short time, then none for minutes
            except (TimeoutError, LimitTooLong) as late:
                if self._client.get_channel(opened) is None:  # if the cache knows the thread, it is open
                    raise SendFailed(SendFault.LIMITED, TOO_MANY_REQUESTS) from late
            except discord.HTTPException as refused:
                if refused.code != THREAD_EXISTS:
                    raise
                return opened  # the bot opened it before a crash
        await self._add_people(opened, people)
        return opened

    async def _add_people(self, thread: ChannelId, people: Iterable[UserId]) -> None:
        """Add people to a thread. People whom Discord does not let the bot add can use the link to the thread."""
        for user in people:
            try:
                async with self._insistent.watch():
                    await wait_at_most(PATIENCE_FOR_PEOPLE, self._client.http.add_user_to_thread(thread, user))
            except SendFailed as unadded:
                log.info("a user could not be added to a thread", code=unadded.code)
                if unadded.fault is SendFault.TEMPORARY:
                    return

    async def is_buried(self, channel: ChannelId, message: MessageId) -> bool:
        """Return whether the newest message in a channel is newer than this one and not from this messenger."""
        shown = await self._attempts.once(lambda: self._client.http.get_channel(channel))
        newest = int(cast("dict[str, Any]", shown).get("last_message_id") or 0)
        return newest > message and MessageId(newest) not in self._own[channel]

    def may_attach_files(self, channel: ChannelId) -> bool:
        """Return whether pictures can be sent to a channel, as far as the cache knows."""
        return may_attach_files(self._client, channel)

    def find_missing_permissions(self, channel: ChannelId) -> tuple[str, ...]:
        """Return names of permissions that the bot lacks for a table in a channel; none if the channel is unknown."""
        known = find_channel_permissions(self._client, channel)
        return () if known is None else find_missing_permissions(known[0], threaded=known[1])

    def is_in_guild(self, guild: GuildId) -> bool:
        """Return whether the bot is in a server."""
        return self._client.get_guild(guild) is not None

    async def can_take_part(self, guild: GuildId, user: UserId) -> bool:
        """Return whether a user is in a server and not timed out there; True if Discord does not say."""
        known = self._client.get_guild(guild)
        if known is None:
            return True
        try:
            # The cache does not help, because Discord tells only bots with a privileged intent who has left the server.
            member = await known.fetch_member(user)
        except discord.NotFound as missing:
            return missing.code not in _UNKNOWN_USER_CODES
        except (discord.DiscordException, aiohttp.ClientError, OSError, TypeError, KeyError, ValueError):
            return True  # Discord does not answer, or its answer describes no member
        return not member.is_timed_out()

    def find_thread_name(self, thread: ChannelId) -> str | None:
        """Return the name of a thread; None if the cache does not know it."""
        known = self._client.get_channel(thread)
        return known.name if isinstance(known, discord.Thread) else None

    async def rename_thread(self, thread: ChannelId, name: str) -> None:
        """Rename a thread, which Discord allows twice in ten minutes."""
        async with self._private.watch():
            await self._client.http.edit_channel(thread, name=name[:MAX_THREAD_NAME_LENGTH])

    async def edit_private(
        self, token: str, message: MessageId | None, content: Message, *, plain: bool | None = None
    ) -> bool:
        """Edit a private message through an interaction's token. Return whether it has the classic form.

        If `message` is None, edit the original response to the interaction. `edit` explains `plain`.
        """
        webhook = self._webhook(token)

        async def edit(is_plain: bool) -> None:  # noqa: FBT001 - the signature is given
            changes = self.render_message(content, plain=is_plain).edit_arguments()
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

        with limit_patience(PATIENCE):  # answers to presses wait for this edit, so its time is limited
            return await self._private.in_own_form(edit, plain)

    async def send_private(self, token: str, content: Message, *, plain: bool = False) -> tuple[MessageId, bool]:
        """Send a further private message through an interaction's token. Return its id, and whether it is classic."""
        webhook = self._webhook(token)

        async def send(shown: Message, is_plain: bool) -> MessageId:  # noqa: FBT001 - the signature is given
            arguments = self.render_message(shown, plain=is_plain).send_arguments()
            return MessageId((await webhook.send(**arguments, ephemeral=True, wait=True)).id)

        with limit_patience(PATIENCE):  # answers to presses wait for this message, so its time is limited
            return await self._private.in_forms(send, content, plain=plain)

    async def delete_private(self, token: str, message: MessageId | None) -> None:
        """Delete a private message through its token. discord.py retries the request, because no caller does."""
        webhook = self._webhook(token)
        with limit_patience(PATIENCE):  # updates of the panel wait for the deletion, so its time is limited
            async with self._private_insistent.watch():
                if message is not None:
                    await webhook.delete_message(message)
                else:
                    adapter = async_context.get()
                    await adapter.delete_original_interaction_response(webhook.id, token, session=webhook.session)

    def _webhook(self, token: str) -> discord.Webhook:
        assert self._client.application_id is not None
        webhook = discord.Webhook.partial(self._client.application_id, token, client=self._client)
        webhook.type = discord.WebhookType.application  # only responses to interactions may be private
        return webhook
