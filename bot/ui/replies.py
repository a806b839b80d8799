"""One interaction's reply: the first answer within three seconds, whatever comes later in its place."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import discord

from bot.play.occupants import MessageId
from bot.ui.layout import Drawn

SILENT: Final = discord.AllowedMentions.none()


@dataclass(frozen=True, slots=True)
class Sent:
    """A private message that was sent or changed. `message`: its id, where Discord has told it.

    `follow_up`: the interaction's token reaches it by its id only, not as the interaction's own message.
    """

    message: MessageId | None
    follow_up: bool = False


class Reply:
    """Answers an interaction once. `in_place`: it came from a private message, which the answer may change.

    A lock keeps the answer and a request for more time apart: discord.py itself would send both.
    """

    def __init__(self, interaction: discord.Interaction, *, in_place: bool) -> None:
        self._interaction = interaction
        self._in_place = in_place
        self._lock = asyncio.Lock()

    async def ask_for_time(self) -> None:
        """Tell Discord to wait; nothing happens if the answer is already there."""
        async with self._lock:
            if self._interaction.response.is_done():
                return
            with suppress(discord.HTTPException):
                if self._in_place:
                    await self._interaction.response.defer()
                else:
                    await self._interaction.response.defer(ephemeral=True, thinking=True)

    async def nothing(self) -> None:
        """Answer without words."""
        async with self._lock:
            response = self._interaction.response
            if not response.is_done():
                await response.defer()
            elif response.type is discord.InteractionResponseType.deferred_channel_message:
                await self._interaction.delete_original_response()

    async def ask(self, form: discord.ui.Modal) -> bool:
        """Open a form; False if it is too late for one, for it has to be the first answer."""
        async with self._lock:
            if self._interaction.response.is_done():
                return False
            await self._interaction.response.send_modal(form)
            return True

    async def new(self, drawn: Drawn) -> Sent:
        """Send a new private message, in place of "thinking" where Discord was asked for time."""
        async with self._lock:
            interaction, response = self._interaction, self._interaction.response
            if not response.is_done():
                sent = await response.send_message(**drawn.new(), ephemeral=True, allowed_mentions=SILENT)
                return Sent(MessageId(sent.message_id) if sent.message_id is not None else None)
            if response.type is discord.InteractionResponseType.deferred_channel_message:
                return Sent(MessageId((await interaction.edit_original_response(**drawn.edit())).id))
            further = await interaction.followup.send(**drawn.new(), ephemeral=True, wait=True)
            return Sent(MessageId(further.id), follow_up=True)

    async def change(self, drawn: Drawn) -> Sent:
        """Change the message that was pressed on."""
        async with self._lock:
            if self._interaction.response.is_done():
                await self._interaction.edit_original_response(**drawn.edit())
            else:
                await self._interaction.response.edit_message(**drawn.edit())
        pressed = self._interaction.message
        return Sent(MessageId(pressed.id) if pressed is not None else None)
