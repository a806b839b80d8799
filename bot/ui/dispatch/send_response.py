"""Sends what handlers return: messages, edits, forms, panels."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final

import discord
import structlog

from bot.ids import MessageId
from bot.play.refusals import TableRefused
from bot.play.tables.table import Table
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.explain_refusal import format_refusal
from bot.ui.core.interactions.responses import (
    Acknowledge,
    EditMessage,
    NewMessage,
    OpenForm,
    Response,
    ShowPanel,
    ShowProgress,
    ShowTable,
    WithFollowUp,
    notice_message,
)
from bot.ui.core.messages.message import Message
from bot.ui.core.services import Services
from bot.ui.discord_io.components import DiscordMessage, to_discord, to_discord_modal
from bot.ui.discord_io.messages import UNKNOWN_MESSAGE, SendFault, to_send_fault
from bot.ui.discord_io.reply import Reply, SentReply
from bot.ui.surfaces.hand_message import panel_fingerprint, panel_view
from bot.ui.surfaces.outbox import Outbox

log: Final = structlog.get_logger()


class ResponseSender:
    """Sends responses as replies to interactions."""

    def __init__(self, services: Services, outbox: Outbox) -> None:
        self._services = services
        self._outbox = outbox
        self._updates: set[asyncio.Task[None]] = set()
        """Progress messages that are kept up to date."""

    def close(self) -> None:
        """Stop keeping progress messages up to date."""
        for task in self._updates:
            task.cancel()

    async def send_response(self, ctx: Context, response: Response, reply: Reply) -> None:
        """Send what a handler has returned."""
        match response:
            case NewMessage(message):
                await self.send_with_emoji(reply.send, message)
            case ShowProgress(message, updates):
                sent = await self.send_with_emoji(reply.send, message)
                self._updates.add(task := asyncio.create_task(self._send_updates(updates, sent, reply)))
                task.add_done_callback(self._updates.discard)
            case EditMessage():
                await self._edit_with_panels(ctx, response, reply)
            case OpenForm(form):
                if not await reply.open_form(to_discord_modal(form)):
                    await self.send_with_emoji(reply.send, notice_message(ctx.texts.say("ui.again")).message)
            case Acknowledge():
                await reply.acknowledge()
            case ShowPanel():
                await self._show_panel(ctx, response, reply)
            case ShowTable(table):
                await self._show_table(ctx, table, reply)
            case WithFollowUp(first, further):
                await self.send_response(ctx, first, reply)
                await self.send_with_emoji(reply.send, further)

    async def _send_updates(self, updates: AsyncIterator[Message], sent: SentReply, reply: Reply) -> None:
        """Edit a message whenever there is something newer; its owner may have dismissed it."""
        try:
            async for message in updates:
                await self.send_with_emoji(lambda drawn: reply.update(drawn, sent), message)
        except discord.HTTPException as refused:
            log.info("a progress message can no longer be edited", code=refused.code, status=refused.status)
        except Exception:
            log.exception("a progress message could not be made")

    async def _edit_message(self, ctx: Context, message: Message, reply: Reply) -> None:
        if ctx.can_edit_in_place:
            try:
                await self.send_with_emoji(reply.edit, message)
            except discord.HTTPException as refused:
                if refused.code != UNKNOWN_MESSAGE and to_send_fault(refused) is not SendFault.REFUSED:
                    raise
            else:
                return
        await self.send_with_emoji(reply.send, message)

    async def _edit_with_panels(self, ctx: Context, response: EditMessage, reply: Reply) -> None:
        if response.release_panels:  # before one is edited in another language
            await self._outbox.release_panels(ctx.user)
        await self._edit_message(ctx, response.message, reply)
        if response.refresh_panels:
            self._outbox.refresh_user(ctx.user)

    async def _show_panel(self, ctx: Context, panel: ShowPanel, reply: Reply) -> None:
        table = panel.table
        hand_message = self._outbox.hand_message(table, ctx.user)
        async with hand_message.lock:
            try:
                watching = panel.as_spectator and table.seat_of(ctx.user) is None
                shown = panel_fingerprint(table, ctx.user, watching=watching)
                message = await panel_view(
                    self._services,
                    table,
                    ctx.user,
                    ctx.texts,
                    panel.notice,
                    panel.explain_rows,
                    as_text=panel.as_text,
                    hinted=panel.hinted,
                    watching=watching,
                    here=ctx.channel,
                )
            except TableRefused as refused:  # they left meanwhile, or the table is being reloaded
                await self.send_with_emoji(reply.send, notice_message(format_refusal(refused, ctx.texts)).message)
                return
            pressed = MessageId(ctx.interaction.message.id) if ctx.interaction.message is not None else None
            if panel.only_if_changed and hand_message.is_showing(message, pressed):
                await reply.acknowledge()
                sent, fresh = SentReply(pressed), False
            else:
                hand_message.note_sending()
                sent, fresh = await self._send_panel(ctx, message, reply)
            await hand_message.record_sent(
                ctx.interaction.token, sent, shown, fresh=fresh, watching=watching, here=ctx.channel, message=message
            )
        if ctx.panel_table is not None and ctx.panel_table != table.id and not fresh:
            await self._outbox.release_panel(ctx.panel_table, ctx.user)

    async def _show_table(self, ctx: Context, table: Table, reply: Reply) -> None:
        await self._outbox.find_place(table)  # so that the panel leads there
        await self._show_panel(ctx, ShowPanel(table), reply)

    async def _send_panel(self, ctx: Context, message: Message, reply: Reply) -> tuple[SentReply, bool]:
        """Edit the pressed panel, or send a new one; return it and whether it is new."""
        quirks = self._outbox.quirks
        if ctx.panel_table is not None and not (quirks.cannot_replace_pictures and message.pictures):
            try:
                return await self.send_with_emoji(reply.edit, message), False
            except discord.HTTPException as refused:
                if refused.code != UNKNOWN_MESSAGE:  # the pressed message was deleted
                    if to_send_fault(refused) is not SendFault.REFUSED or not message.pictures:
                        raise
                    quirks.cannot_replace_pictures = True
        return await self.send_with_emoji(reply.send, message), True

    def _render(self, message: Message) -> DiscordMessage:
        return to_discord(message, v1=self._services.config.v1, emoji=self._services.emoji)

    async def send_with_emoji(
        self, send: Callable[[DiscordMessage], Awaitable[SentReply]], message: Message
    ) -> SentReply:
        """Send a message; if Discord refuses its emoji, send it without."""
        try:
            return await send(self._render(message))
        except discord.HTTPException as refused:
            if not self._services.emoji.forget_refused(refused):
                raise
        return await send(self._render(message))
