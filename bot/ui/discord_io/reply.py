"""Replies to one interaction: a first answer within three seconds, the rest in its place."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import aiohttp
import discord

from bot.ids import MessageId
from bot.ui.discord_io.components import DiscordMessage
from bot.ui.discord_io.refusals import ALREADY_ANSWERED, SendFault, to_send_fault

NO_MENTIONS: Final = discord.AllowedMentions.none()


@dataclass(frozen=True, slots=True)
class SentReply:
    """A private message that was sent or edited. `message`: its id, if Discord returned it.

    `is_follow_up`: the interaction's token reaches it only by its id. `is_classic`: it is without Components V2.
    """

    message: MessageId | None
    is_follow_up: bool = False
    is_classic: bool = False


class Reply:
    """Answers an interaction once. With `in_place` the answer may edit the pressed private message.

    A lock keeps the answer and a deferral apart: discord.py itself would send both.
    """

    def __init__(self, interaction: discord.Interaction, *, in_place: bool) -> None:
        self._interaction = interaction
        self._in_place = in_place
        self._lock = asyncio.Lock()
        self._has_stopped_thinking = False
        self._is_deferral_unknown = self._is_deferred = False
        """Whether it is unknown that a deferral got through, and whether that was found out later."""

    @property
    def _is_thinking(self) -> bool:
        """Whether Discord shows the user that an answer is on its way."""
        lost = self._is_deferred and not self._in_place
        deferred = self._interaction.response.type is discord.InteractionResponseType.deferred_channel_message
        return (deferred or lost) and not self._has_stopped_thinking

    @property
    def _is_answered(self) -> bool:
        return self._is_deferred or self._interaction.response.is_done()

    async def defer(self) -> None:
        """Ask Discord to wait, unless the answer is already sent."""
        async with self._lock:
            if self._interaction.response.is_done():
                return
            try:
                await self._interaction.response.defer(ephemeral=True, thinking=not self._in_place)
            except discord.HTTPException:
                pass  # the answer itself may get through
            except (aiohttp.ClientError, OSError):
                self._is_deferral_unknown = True

    def has_found_deferral(self, refused: discord.HTTPException) -> bool:
        """Return whether an answer was refused because a deferral got through although its confirmation was lost."""
        self._is_deferred = self._is_deferral_unknown and refused.code == ALREADY_ANSWERED
        return self._is_deferred

    async def acknowledge(self) -> None:
        """Answer without text."""
        async with self._lock:
            if not self._is_answered:
                await self._interaction.response.defer()
            else:
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
        """Open a form; return False if it is too late, because a form must be the first answer."""
        async with self._lock:
            if self._is_answered:
                return False
            await self._interaction.response.send_modal(form)
            return True

    async def send(self, message: DiscordMessage) -> SentReply:
        """Send a new private message, in place of "thinking" after a deferral.

        If Discord refuses its content there, "thinking" is deleted, and the next attempt is a message of its own.
        """
        async with self._lock:
            interaction, response = self._interaction, self._interaction.response
            if not self._is_answered:
                sent = await response.send_message(
                    **message.send_arguments(), ephemeral=True, allowed_mentions=NO_MENTIONS
                )
                return SentReply(MessageId(sent.message_id) if sent.message_id is not None else None)
            if self._is_thinking:
                return await self._replace_thinking(message)
            further = await interaction.followup.send(**message.send_arguments(), ephemeral=True, wait=True)
            return SentReply(MessageId(further.id), is_follow_up=True)

    async def _replace_thinking(self, message: DiscordMessage) -> SentReply:
        try:
            edited = await self._interaction.edit_original_response(**message.edit_arguments())
        except discord.HTTPException as refused:
            if to_send_fault(refused) in {SendFault.REFUSED, SendFault.BLOCKED}:
                await self._stop_thinking()
            raise
        self._has_stopped_thinking = True
        return SentReply(MessageId(edited.id))

    async def update(self, message: DiscordMessage, sent: SentReply) -> SentReply:
        """Edit the message that was sent as the answer."""
        async with self._lock:
            if sent.is_follow_up and sent.message is not None:
                await self._interaction.followup.edit_message(sent.message, **message.edit_arguments())
            else:
                await self._interaction.edit_original_response(**message.edit_arguments())
        return sent

    async def delete(self, sent: SentReply) -> None:
        """Delete the message that was sent as the answer."""
        async with self._lock:
            if sent.is_follow_up and sent.message is not None:
                await self._interaction.followup.delete_message(sent.message)
            else:
                await self._interaction.delete_original_response()

    async def edit(self, message: DiscordMessage) -> SentReply:
        """Edit the pressed message."""
        async with self._lock:
            if self._is_answered:
                await self._interaction.edit_original_response(**message.edit_arguments())
            else:
                await self._interaction.response.edit_message(**message.edit_arguments())
        pressed = self._interaction.message
        return SentReply(MessageId(pressed.id) if pressed is not None else None)
