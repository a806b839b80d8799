"""Replies to one interaction. The first answer goes out within three seconds. Later answers replace or follow it."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from contextvars import copy_context
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import aiohttp
import discord
import structlog
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.ids import MessageId
from bot.ui.discord_io.components import DiscordMessage
from bot.ui.discord_io.rate_limits import LimitTooLong, limit_patience
from bot.ui.discord_io.send_failures import ALREADY_ANSWERED, SendFault, to_send_fault

log: Final = structlog.get_logger()

T = TypeVar("T")

NO_MENTIONS: Final = discord.AllowedMentions.none()
SILENT_AFTER: Final = 1.0
"""Seconds without a confirmation after which the first answer is sent again."""
THINKS_FOR: Final = 10.0
"""The most seconds that a user waits for a rate limit. Discord meanwhile shows "thinking" or the pressed message."""
ANSWER_WITHIN: Final = 3.0
"""Seconds that Discord waits for the first answer."""


@dataclass(frozen=True, slots=True)
class SentReply:
    """A private message that was sent or edited."""

    message: MessageId | None  # None if Discord did not return the id
    is_follow_up: bool = False  # whether another answer came first, so that edits must name this id
    is_classic: bool = False  # whether it has the classic form, without Components V2


def _start_apart(answer: Callable[[], Coroutine[Any, Any, T]]) -> asyncio.Task[T]:
    """Start to send an answer, independently of other attempts to send it.

    The attempt gets its own webhook adapter, because attempts with discord.py's usual adapter wait for each other.
    """
    usual = async_context.get()
    with limit_patience(ANSWER_WITHIN):
        apart = copy_context()
    if type(usual) is AsyncWebhookAdapter:  # a simulator's adapter is kept, because it lets no attempt wait
        apart.run(async_context.set, AsyncWebhookAdapter())  # type: ignore[no-untyped-call]
    task = asyncio.create_task(answer(), context=apart)
    # read the exception, which asyncio would log otherwise
    task.add_done_callback(lambda done: done.cancelled() or done.exception())
    return task


class Reply:
    """Answers an interaction once. With `in_place`, the answer may be an edit of the pressed private message."""

    def __init__(self, interaction: discord.Interaction, *, in_place: bool) -> None:
        self._interaction = interaction
        self._in_place = in_place
        self._lock = asyncio.Lock()  # without the lock, discord.py could send both an answer and a deferral
        self._has_stopped_thinking = self._asked_to_wait = False
        self._is_unknown = self._is_unconfirmed = False
        """First, whether Discord may have got an answer. Second, whether the bot sends no first answer any more."""

    @property
    def _is_thinking(self) -> bool:
        """Whether Discord still shows the user "thinking"."""
        lost = self._is_unconfirmed and self._asked_to_wait and not self._in_place
        deferred = self._interaction.response.type is discord.InteractionResponseType.deferred_channel_message
        return (deferred or lost) and not self._has_stopped_thinking

    @property
    def _is_answered(self) -> bool:
        return self._is_unconfirmed or self._interaction.response.is_done()

    async def _open(self, answer: Callable[[], Coroutine[Any, Any, T]]) -> T | None:
        """Send the first answer. Return None if Discord may have accepted an answer without confirming it."""
        try:
            return await self._send_first(answer)
        except TimeoutError:
            pass
        except discord.HTTPException as refused:
            if not self._is_unknown or refused.code != ALREADY_ANSWERED:
                raise
        self._is_unconfirmed = True  # an answer that has arrived can be edited; otherwise it is too late to answer
        return None

    async def _send_first(self, answer: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Send the first answer. Repeat it if Discord is silent or disconnects. Raises TimeoutError if time is up."""
        first = _start_apart(answer)
        try:
            await asyncio.wait({first}, timeout=SILENT_AFTER)
            if first.done() and not isinstance(first.exception(), (aiohttp.ClientError, OSError)):
                return first.result()
            self._is_unknown = True
            return await asyncio.wait_for(_start_apart(answer), ANSWER_WITHIN)  # Discord accepts only one attempt
        finally:
            first.cancel()

    async def defer(self) -> None:
        """Tell Discord that an answer will follow, unless an answer was sent already."""
        async with self._lock:
            if self._is_answered:
                return
            self._asked_to_wait, response = True, self._interaction.response
            try:
                await self._open(lambda: response.defer(ephemeral=True, thinking=not self._in_place))
            except discord.HTTPException as refused:  # the answer itself may still arrive
                log.info("Discord could not be asked to wait", code=refused.code)
            except (LimitTooLong, aiohttp.ClientError, OSError) as failed:
                log.info("Discord could not be asked to wait", why=type(failed).__name__)

    async def acknowledge(self) -> None:
        """Answer without text."""
        async with self._lock:
            if self._is_answered or await self._open(self._interaction.response.defer) is None:
                await self._stop_thinking()

    async def give_up(self) -> None:
        """End "thinking" without an answer."""
        async with self._lock:
            await self._stop_thinking()

    async def _stop_thinking(self) -> None:
        if self._is_thinking:
            self._has_stopped_thinking = True
            with suppress(discord.HTTPException):
                await self._interaction.delete_original_response()

    async def open_form(self, form: discord.ui.Modal) -> bool:
        """Open a form. Return False if it is too late, because only the first answer can be a form."""
        async with self._lock:
            if self._is_answered:
                return False
            is_confirmed = await self._open(lambda: self._interaction.response.send_modal(form)) is not None
            return is_confirmed or not self._asked_to_wait

    async def send(self, message: DiscordMessage) -> SentReply:
        """Send a new private message. After a deferral, it takes the place of "thinking".

        If Discord refuses the message, "thinking" disappears.
        """
        async with self._lock:
            response = self._interaction.response
            if not self._is_answered:
                hidden: dict[str, Any] = {"ephemeral": True, "allowed_mentions": NO_MENTIONS}
                sent = await self._open(lambda: response.send_message(**message.send_arguments(), **hidden))
                if sent is None:  # Discord may have accepted a deferral
                    return await self._replace_first(message)
                return SentReply(MessageId(sent.message_id) if sent.message_id is not None else None)
            if self._is_thinking:
                return await self._replace_first(message)
            return await self._follow_up(message)

    async def _follow_up(self, message: DiscordMessage) -> SentReply:
        further = await self._interaction.followup.send(**message.send_arguments(), ephemeral=True, wait=True)
        return SentReply(MessageId(further.id), is_follow_up=True)

    async def _replace_first(self, message: DiscordMessage) -> SentReply:
        try:
            with limit_patience(THINKS_FOR):
                edited = await self._interaction.edit_original_response(**message.edit_arguments())
        except LimitTooLong:  # a new message may be possible, because it has another rate limit
            await self._stop_thinking()
            return await self._follow_up(message)
        except discord.HTTPException as refused:
            if to_send_fault(refused) in {SendFault.REFUSED, SendFault.BLOCKED, SendFault.GONE}:
                await self._stop_thinking()  # so that the caller's next attempt is a new message
            raise
        self._has_stopped_thinking = True
        return SentReply(MessageId(edited.id))

    async def update(self, message: DiscordMessage, sent: SentReply) -> None:
        """Edit the message that was sent as the answer."""
        async with self._lock:
            if sent.is_follow_up and sent.message is not None:
                await self._interaction.followup.edit_message(sent.message, **message.edit_arguments())
            else:
                await self._interaction.edit_original_response(**message.edit_arguments())

    async def delete(self, sent: SentReply) -> None:
        """Delete the message that was sent as the answer."""
        async with self._lock:
            if sent.is_follow_up and sent.message is not None:
                await self._interaction.followup.delete_message(sent.message)
            else:
                await self._interaction.delete_original_response()

    async def edit(self, message: DiscordMessage) -> SentReply:
        """Edit the pressed message. Raises LimitTooLong if a rate limit lasts longer than `THINKS_FOR`."""
        is_shown = False
        async with self._lock:
            if not self._is_answered:
                await self._open(lambda: self._interaction.response.edit_message(**message.edit_arguments()))
                is_shown = not self._is_unconfirmed
            if not is_shown:
                with limit_patience(THINKS_FOR):
                    await self._interaction.edit_original_response(**message.edit_arguments())
        pressed = self._interaction.message
        return SentReply(MessageId(pressed.id) if pressed is not None else None)
