"""Sends what handlers return. Deletes old notes (private messages below a panel), so that the hand stays in sight."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final

import structlog

from bot.ids import GuildId, MessageId, UserId
from bot.play.refusals import TableRefused
from bot.play.tables.table import Table
from bot.ui.core.interactions import responses
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.explain_refusal import format_refusal
from bot.ui.core.memory.refusal_memory import Surface
from bot.ui.core.messages.form import Form
from bot.ui.core.messages.message import Message
from bot.ui.core.services import Services
from bot.ui.core.tables.table_links import lead_view
from bot.ui.discord_io.components import DiscordMessage, to_discord, to_discord_modal
from bot.ui.discord_io.rate_limits import limit_patience
from bot.ui.discord_io.reply import Reply, SentReply
from bot.ui.discord_io.send_failures import UNKNOWN_MESSAGE, Attempts, SendFailed, SendFault
from bot.ui.surfaces.hand_message import panel_fingerprint, panel_view
from bot.ui.surfaces.outbox import Outbox

log: Final = structlog.get_logger()
Note = tuple[Reply, SentReply]
"""The reply to a press, and the private message that this reply sent. Only the reply can delete the message."""


class Notes:
    """The private messages below users' panels. The program forgets them when it restarts."""

    def __init__(self, outbox: Outbox, attempts: Attempts) -> None:
        self._outbox = outbox
        self._attempts = attempts
        self._notes: dict[UserId, list[Note]] = {}

    def add(self, ctx: Context, reply: Reply, sent: SentReply) -> None:
        """Remember an answer to a press, if the user has a panel in the same channel."""
        if ctx.interaction.message is not None and self._outbox.has_panel_in(ctx.channel, ctx.user):
            self._notes.setdefault(ctx.user, []).append((reply, sent))

    def keep(self, user: UserId, message: MessageId | None) -> None:
        """Forget a note that has become the user's panel, because it must not be deleted."""
        if left := [note for note in self._notes.pop(user, []) if note[1].message != message]:
            self._notes[user] = left

    def take(self, ctx: Context) -> list[Note]:
        """Return and forget the notes that a press makes obsolete. Commands and presses on notes make none obsolete."""
        pressed, notes = ctx.interaction.message, self._notes.get(ctx.user, [])
        if pressed is None or MessageId(pressed.id) in {sent.message for _, sent in notes}:
            return []
        return self._notes.pop(ctx.user, [])

    async def delete(self, notes: Iterable[Note]) -> None:
        """Delete notes. If Discord does not delete a note, it stays."""
        for reply, sent in notes:
            try:
                await self._attempts.once(partial(reply.delete, sent))
            except SendFailed as unsent:  # the user has dismissed it, or it is too old
                log.info("a note could not be deleted", fault=unsent.fault.value, code=unsent.code)


class ResponseSender:
    """Sends responses as replies to interactions."""

    def __init__(self, services: Services, outbox: Outbox) -> None:
        self._services = services
        self._outbox = outbox
        self._attempts = Attempts(services.emoji, services.refusals, None)
        self._notes = Notes(outbox, self._attempts)
        self._updates: set[asyncio.Task[None]] = set()

    def close(self) -> None:
        """Stop the updates of messages that show progress."""
        for task in self._updates:
            task.cancel()

    async def send_response(self, ctx: Context, response: responses.Response, reply: Reply) -> None:
        """Send what a handler has returned, and delete the user's earlier notes. Raises SendFailed."""
        self._outbox.note_press(ctx.user)
        old = self._notes.take(ctx)
        try:
            await self._send_what(ctx, response, reply)
        finally:
            await self._notes.delete(old)

    async def _send_what(self, ctx: Context, response: responses.Response, reply: Reply) -> None:
        match response:
            case responses.NewMessage(message):
                await self._send_note(ctx, message, reply)
            case responses.ShowProgress(message, updates):
                sent = await self._send_note(ctx, message, reply)
                self._updates.add(task := asyncio.create_task(self._send_updates(updates, sent, reply)))
                task.add_done_callback(self._updates.discard)
            case responses.EditMessage():
                await self._edit_with_panels(ctx, response, reply)
            case responses.OpenForm(form):
                await self._open_form(ctx, form, reply)
            case responses.Acknowledge():
                await self._attempts.once(reply.acknowledge)
            case responses.Share():
                await self._share(ctx, response, reply)
            case responses.ShowPanel():
                await self._show_panel(ctx, response, reply)
            case responses.ShowTable(table):
                await self._show_table(ctx, table, reply)
            case responses.WithFollowUp(first, further):
                await self._send_what(ctx, first, reply)
                await self._send(ctx, further, reply)

    async def _open_form(self, ctx: Context, form: Form, reply: Reply) -> None:
        if not await self._attempts.once(lambda: reply.open_form(to_discord_modal(form))):
            await self.send_notice(ctx, ctx.texts.say("failure.form_too_late"), reply)

    async def _share(self, ctx: Context, share: responses.Share, reply: Reply) -> None:
        """Post a message, or tell the user why it failed. Discord recognises a repeated post, even after a restart."""
        try:
            with self._services.limits.share(f"{share.channel} {share.what}"):
                await self._outbox.post(share.channel, share.message, share.what)
        except TableRefused as refused:
            await self.send_notice(ctx, format_refusal(refused, ctx.texts), reply)
        except SendFailed as unsent:
            log.info("nothing could be shared", fault=unsent.fault.value, code=unsent.code)
            await self.send_notice(ctx, ctx.texts.say("share.failed", channel=f"<#{share.channel}>"), reply)
        else:
            if share.channel == ctx.location[1]:
                await self._attempts.once(reply.acknowledge)
            else:  # the user does not see the post where they are
                await self.send_notice(ctx, ctx.texts.say("share.done", channel=f"<#{share.channel}>"), reply)

    async def _send_updates(self, updates: AsyncIterator[Message], sent: SentReply, reply: Reply) -> None:
        try:
            async for message in updates:
                await self._update(message, sent, reply)
        except SendFailed as unsent:  # the user may have dismissed it
            log.info("a progress message can no longer be edited", fault=unsent.fault.value, code=unsent.code)
        except Exception:
            log.exception("a progress message could not be made")

    async def _update(self, message: Message, sent: SentReply, reply: Reply) -> None:
        await self._attempts.twice(lambda: reply.update(self._render(message, sent.is_classic), sent))

    async def _edit_with_panels(self, ctx: Context, response: responses.EditMessage, reply: Reply) -> None:
        if response.release_panels:  # stop first, because later edits would no longer be in the user's language
            await self._outbox.release_panels(ctx.user)
        if not ctx.can_edit_in_place or await self._edit(ctx, response.message, reply) is None:
            await self._send(ctx, response.message, reply)
        if response.refresh_panels:
            self._outbox.refresh_user(ctx.user)

    async def _show_panel(self, ctx: Context, panel: responses.ShowPanel, reply: Reply) -> None:
        table = panel.table
        hand_message = self._outbox.hand_message(table, ctx.user)
        async with hand_message.lock:
            try:
                watching = panel.as_spectator and table.seat_of(ctx.user) is None
                shown = panel_fingerprint(table, ctx.user, watching=watching)
                message = await panel_view(self._services, panel, ctx.user, ctx.texts, ctx.channel)
            except TableRefused as refused:  # the user has left, or the table is being reloaded
                await self.send_notice(ctx, format_refusal(refused, ctx.texts), reply)
                return
            sent, fresh = await self._send_panel(ctx, message, reply)
            await hand_message.record_sent(
                ctx.interaction.token, sent, shown, fresh=fresh, watching=watching, here=ctx.channel
            )
        if ctx.panel_table is not None and ctx.panel_table != table.id and not fresh:
            await self._outbox.release_panel(ctx.panel_table, ctx.user)

    async def _show_table(self, ctx: Context, table: Table, reply: Reply) -> None:
        """Show the panel if this channel shows the table, because they belong together. Otherwise send a link."""
        if await self._outbox.find_place(table) == ctx.channel:
            await self._show_panel(ctx, responses.ShowPanel(table), reply)
            return
        hand_message = self._outbox.hand_message(table, ctx.user)
        async with hand_message.lock:
            sent, fresh = await self._send_panel(ctx, await lead_view(self._services, table.facts, ctx.texts), reply)
            await hand_message.record_lead(sent, fresh=fresh)

    async def _send_panel(self, ctx: Context, message: Message, reply: Reply) -> tuple[SentReply, bool]:
        edited = None if ctx.panel_table is None else await self._edit(ctx, message, reply)
        if edited is not None:
            self._notes.keep(ctx.user, edited.message)
        return (edited, False) if edited is not None else (await self._send(ctx, message, reply), True)

    async def _edit(self, ctx: Context, message: Message, reply: Reply) -> SentReply | None:
        """Edit the pressed message without changing its form. Return None if the answer must be a new message."""
        pressed, guild = ctx.interaction.message, ctx.interaction.guild_id
        is_classic = pressed is not None and not pressed.flags.components_v2
        if not is_classic and self._is_classic(ctx, message):
            return None
        try:
            edited = await self._attempts.twice(lambda: reply.edit(self._render(message, is_classic)))
        except SendFailed as unsent:
            if unsent.fault is SendFault.REFUSED and message.pictures and not is_classic and guild is not None:
                self._services.refusals.note_refused_edit(Surface.PANEL, GuildId(guild))
            is_gone = unsent.code == UNKNOWN_MESSAGE  # the pressed message was deleted
            if is_gone or unsent.fault is SendFault.REFUSED or unsent.retry_after:
                return None
            raise
        return replace(edited, is_classic=is_classic)

    async def send_notice(self, ctx: Context, text: str, reply: Reply, *, once: bool = False) -> None:
        """Send a text in place of an answer that could not be sent. If Discord refuses the text too, end "thinking"."""
        try:
            # With `once`, Discord has already failed to take the answer, so the notice is tried only once.
            with limit_patience(0.0 if once else None, once=once):
                await self._send_note(ctx, responses.notice_message(text).message, reply)
        except SendFailed as unsent:
            log.info("a notice could not be sent", fault=unsent.fault.value, code=unsent.code)
            with suppress(SendFailed):
                await self._attempts.once(reply.give_up)

    async def _send_note(self, ctx: Context, message: Message, reply: Reply) -> SentReply:
        sent = await self._send(ctx, message, reply)
        self._notes.add(ctx, reply, sent)
        return sent

    async def _send(self, ctx: Context, message: Message, reply: Reply) -> SentReply:
        async def send(shown: Message, is_classic: bool) -> SentReply:  # noqa: FBT001 - the signature is given
            return await reply.send(self._render(shown, is_classic))

        sent, is_classic = await self._attempts.in_forms(send, message, plain=self._is_classic(ctx, message))
        return replace(sent, is_classic=is_classic)

    def _is_classic(self, ctx: Context, message: Message) -> bool:
        has_memory = ctx.interaction.guild_id is not None and bool(message.pictures)
        return has_memory and self._services.refusals.is_classic(Surface.PANEL, ctx.guild)

    def _render(self, message: Message, is_classic: bool) -> DiscordMessage:  # noqa: FBT001 - the signature is given
        return to_discord(message, v1=is_classic, emoji=self._services.emoji)
