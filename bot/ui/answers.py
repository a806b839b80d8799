"""Answers to what people press and type: within three seconds, in their language, and each refusal in one place."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

import discord
import structlog

from bot.league.refusals import LeagueRefused
from bot.play.occupants import MessageId
from bot.play.refusals import Refused
from bot.play.table import Table
from bot.ui.asker import Asker
from bot.ui.body import Body, Text
from bot.ui.finding import table_here
from bot.ui.kit import Kit
from bot.ui.layout import Drawn, draw
from bot.ui.outbox import Outbox
from bot.ui.panels.hand import hand_panel, stamp
from bot.ui.panels.legal import legal_words, refusal_words
from engine.errors import IllegalAction

log: Final = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Tell:
    """A private message."""

    body: Body


@dataclass(frozen=True, slots=True)
class ShowHand:
    """The person's panel at a table, as it stands when it is sent. `notice` stands above it."""

    table: Table
    notice: str | None = None


@dataclass(frozen=True, slots=True)
class Nothing:
    """No words: what was pressed shows its effect on a message for all."""


Answer = Tell | ShowHand | Nothing


def tell(words: str) -> Tell:
    """Return a private message of these words."""
    return Tell(Body((Text(words),)))


Deed = Callable[[Asker], Awaitable[Answer]]


class Desk:
    """Runs what people ask for and answers them."""

    def __init__(self, kit: Kit, outbox: Outbox) -> None:
        self._kit = kit
        self._outbox = outbox

    async def serve(self, asker: Asker, deed: Deed) -> None:
        """Do the deed and answer. This is the one place where refusals and faults become words."""
        interaction = asker.interaction
        work = asyncio.create_task(self._served(asker, deed))
        done, _ = await asyncio.wait({work}, timeout=self._kit.manners.patience)
        if not done:
            with suppress(discord.HTTPException, discord.InteractionResponded):
                await _ask_for_time(asker)
        try:
            await work
        except discord.HTTPException as unsent:  # the deed is done and saved; a later press shows it
            log.info("an answer came too late", code=unsent.code, status=unsent.status, kind=interaction.type.name)

    async def _served(self, asker: Asker, deed: Deed) -> None:
        await self._send(asker, await self._answer(asker, deed))

    async def _answer(self, asker: Asker, deed: Deed) -> Answer:
        try:
            person = asker.interaction.user
            await self._kit.people.met(asker.user, person.display_name, str(asker.interaction.locale))
            return await deed(asker)
        except (IllegalAction, Refused, LeagueRefused) as refused:
            return await self._refusal(asker, refused)
        except Exception:
            log.exception("something pressed or typed failed", table=asker.panel, kind=asker.interaction.type.name)
            return tell(asker.texts.say("ui.failed"))

    async def _refusal(self, asker: Asker, refused: IllegalAction | Refused | LeagueRefused) -> Answer:
        """Say no and what would do instead: above a fresh panel if the person pressed on his panel, else alone."""
        words = refusal_words(refused, asker.texts)
        with suppress(Refused):
            table = await self._table_of(asker)
            seat = table.seat_of(asker.user)
            if isinstance(refused, IllegalAction) and seat is not None:
                words = "\n".join(filter(None, (words, legal_words(table.view(seat), asker.texts))))
            if asker.panel is not None and seat is not None:
                return ShowHand(table, words)
        return tell(words)

    async def _table_of(self, asker: Asker) -> Table:
        if asker.panel is not None:
            return await self._kit.registry.table(asker.panel)
        return await table_here(self._kit, asker)

    async def _send(self, asker: Asker, answer: Answer) -> None:
        match answer:
            case Tell(body):
                await _send_new(asker.interaction, self._drawn(body))
            case Nothing():
                if not asker.interaction.response.is_done():
                    await asker.interaction.response.defer()
            case ShowHand(table, notice):
                await self._show_hand(asker, table, notice)

    async def _show_hand(self, asker: Asker, table: Table, notice: str | None) -> None:
        holder = self._outbox.holder(table, asker.user)
        async with holder.lock:
            shown = stamp(table, asker.user)
            try:
                body = await hand_panel(self._kit, table, asker.user, asker.texts, notice)
            except Refused as refused:  # he left while it was made
                await _send_new(asker.interaction, self._drawn(tell(asker.texts.refusal(refused)).body))
                return
            fresh = asker.panel is None
            message = await self._put(asker.interaction, body, fresh=fresh)
            await holder.renew(asker.interaction.token, message, shown, fresh=fresh)
        holder.notice(table)

    async def _put(self, interaction: discord.Interaction, body: Body, *, fresh: bool) -> MessageId | None:
        """Send the panel, as a new message or as the pressed one changed, and return its id."""
        if fresh:
            return await _send_new(interaction, self._drawn(body))
        pressed = interaction.message
        await _change(interaction, self._drawn(body))
        return MessageId(pressed.id) if pressed is not None else None

    def _drawn(self, body: Body) -> Drawn:
        return draw(body, v1=self._kit.manners.v1)


async def _ask_for_time(asker: Asker) -> None:
    response = asker.interaction.response
    if response.is_done():
        return
    if asker.panel is not None:
        await response.defer()
    else:
        await response.defer(ephemeral=True, thinking=True)


async def _send_new(interaction: discord.Interaction, drawn: Drawn) -> MessageId | None:
    """Send a new private message, in place of "thinking" where Discord was asked for time."""
    if not interaction.response.is_done():
        sent = await interaction.response.send_message(**_said(drawn), ephemeral=True)
        return MessageId(sent.message_id) if sent.message_id is not None else None
    if interaction.response.type is discord.InteractionResponseType.deferred_channel_message:
        return MessageId((await interaction.edit_original_response(**drawn.edit())).id)
    return MessageId((await interaction.followup.send(**drawn.new(), ephemeral=True, wait=True)).id)


async def _change(interaction: discord.Interaction, drawn: Drawn) -> None:
    if interaction.response.is_done():
        await interaction.edit_original_response(**drawn.edit())
    else:
        await interaction.response.edit_message(**drawn.edit())


def _said(drawn: Drawn) -> dict[str, Any]:
    return {**drawn.new(), "allowed_mentions": discord.AllowedMentions.none()}
