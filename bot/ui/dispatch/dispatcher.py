"""Runs handlers and answers within three seconds; the one place where refusals become messages."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final

import discord
import structlog
from structlog.contextvars import bind_contextvars

from bot.events.refusals import EventRefused
from bot.ids import GuildId, MessageId
from bot.league.refusals import LeagueRefused
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.tables.store_health import describe_cause
from bot.play.tables.table import Table
from bot.render.picture_queue import OWNER
from bot.text.describe.seat_names import escape_name
from bot.ui.core.interactions.context import Context, in_preferred_language
from bot.ui.core.interactions.explain_refusal import (
    describe_legal_actions,
    explain_button,
    explain_in_panel_button,
    format_refusal,
)
from bot.ui.core.interactions.responses import (
    Acknowledge,
    EditMessage,
    FindTable,
    Handler,
    NewMessage,
    OpenForm,
    Response,
    ShowPanel,
    ShowProgress,
    ShowTable,
    TableHandler,
    notice_message,
)
from bot.ui.core.memory.user_limits import COMMAND_COST
from bot.ui.core.messages.message import Message, Text, button_rows
from bot.ui.core.services import Services
from bot.ui.discord_io.components import DiscordMessage, to_discord, to_discord_modal
from bot.ui.discord_io.debounce import CLOSE_TIMEOUT
from bot.ui.discord_io.messages import UNKNOWN_MESSAGE, SendFault, to_send_fault
from bot.ui.discord_io.reply import Reply, SentReply
from bot.ui.surfaces.hand_message import panel_fingerprint, panel_view
from bot.ui.surfaces.outbox import Outbox
from engine.model.errors import IllegalAction

log: Final = structlog.get_logger()


MAX_HOLD_SECONDS: Final = 30.0
"""How long an answer waits at most for the tables to be shown; with many shards a start takes longer."""


PATIENCE_FOR_NAMES: Final = 0.5
"""Seconds that an answer waits until its user's name is saved."""


class Dispatcher:
    """Runs handlers and sends their responses. What is pressed before `open` waits, deferred in time."""

    def __init__(self, services: Services, outbox: Outbox) -> None:
        self._services = services
        self._outbox = outbox
        self._pending: set[asyncio.Future[None]] = set()
        self._updates: set[asyncio.Task[None]] = set()
        """Progress messages that are kept up to date."""
        self._opened = asyncio.Event()
        self._closing = False

    def open(self) -> None:
        """Answer from now on: tables are being shown."""
        self._opened.set()

    async def finish(self) -> None:
        """Wait briefly for pending answers when the program stops."""
        self._closing = True
        self._opened.set()
        for task in self._updates:
            task.cancel()
        if self._pending:
            await asyncio.wait(self._pending, timeout=CLOSE_TIMEOUT)

    async def run(self, ctx: Context, handler: Handler) -> None:
        """Run a handler that needs no table, and answer."""
        await self._answer_in_time(ctx, lambda ctx, reply: self._run_handler(ctx, handler, reply))

    async def run_at_table(self, ctx: Context, find: FindTable, handler: TableHandler) -> None:
        """Run a handler at the table that `find` returns, and answer."""
        await self._answer_in_time(ctx, lambda ctx, reply: self._run_table_handler(ctx, find, handler, reply))

    async def _answer_in_time(self, ctx: Context, run: Callable[[Context, Reply], Awaitable[None]]) -> None:
        began = self._services.clock.now()
        bind_contextvars(interaction=ctx.interaction.id, guild=ctx.interaction.guild_id)  # in each line of the log
        try:
            await self._answer_or_explain(ctx, run)
        finally:
            self._services.answer_times.note(_interaction_kind(ctx), self._services.clock.now() - began)

    async def _answer_or_explain(self, ctx: Context, run: Callable[[Context, Reply], Awaitable[None]]) -> None:
        reply = Reply(ctx.interaction, in_place=ctx.can_edit_in_place)
        OWNER.set(ctx.user)
        task = asyncio.ensure_future(self._work(ctx, reply, run))
        self._pending.add(task)
        task.add_done_callback(self._pending.discard)
        done, _ = await asyncio.wait({task}, timeout=self._services.config.defer_after)
        if not done:
            await reply.defer()
        try:
            await task
        except discord.HTTPException as unsent:  # the action is saved; a later press shows it
            log.warning(
                "an answer could not be sent", code=unsent.code, status=unsent.status, kind=_interaction_kind(ctx)
            )
        except OSError as unanswered:
            with suppress(discord.HTTPException):
                await self._send_with_emoji(reply.send, self._explain_busy(ctx, unanswered).message)
        except Exception:
            if self._closing:  # the connection is closed; saved state is shown after the next start
                log.info("an answer was interrupted by shutdown", kind=_interaction_kind(ctx))
                return
            log.exception("an answer failed", kind=_interaction_kind(ctx))
            with suppress(discord.HTTPException):
                await self._send_with_emoji(reply.send, notice_message(ctx.texts.say("ui.failed")).message)

    async def _wait_until_open(self) -> None:
        if self._opened.is_set():  # without the task that a limited wait takes
            return
        with suppress(TimeoutError):
            await asyncio.wait_for(self._opened.wait(), MAX_HOLD_SECONDS)

    async def _work(self, ctx: Context, reply: Reply, run: Callable[[Context, Reply], Awaitable[None]]) -> None:
        """Run a handler in its user's turn, unless the user presses and types too much."""
        await self._wait_until_open()
        if (guild := ctx.interaction.guild_id) is not None:
            await self._services.registry.loader.load_guild(GuildId(guild))
        ctx = await in_preferred_language(ctx)
        limits, is_command = self._services.limits, ctx.interaction.type is discord.InteractionType.application_command
        try:
            limits.spend(ctx.user, COMMAND_COST if is_command else 1, self._services.clock.now())
        except TableRefused as refused:
            await self._send_response(ctx, notice_message(format_refusal(refused, ctx.texts)), reply)
            return
        async with limits.take_turn(ctx.user):
            await self._remember_user(ctx)  # before a table is found: it may be reloaded meanwhile
            await run(ctx, reply)

    async def _run_handler(self, ctx: Context, handler: Handler, reply: Reply) -> None:
        with self._services.updates.prefer_answer():
            await self._send_response(ctx, await self._answer(ctx, lambda: handler(ctx), None), reply)

    async def _run_table_handler(self, ctx: Context, find: FindTable, handler: TableHandler, reply: Reply) -> None:
        try:
            table = await find(ctx)
        except TableRefused as refused:
            await self._send_response(ctx, notice_message(format_refusal(refused, ctx.texts)), reply)
            return
        bind_contextvars(table=table.id, revision=table.revision)
        with self._hold_back_updates(ctx, table), self._services.updates.prefer_answer():
            await self._send_response(ctx, await self._answer(ctx, lambda: handler(ctx, table), table), reply)

    @contextmanager
    def _hold_back_updates(self, ctx: Context, table: Table) -> Iterator[None]:
        """Hold back updates of the user's panel while this answer is about to show it."""
        hand_message = self._outbox.hand_message(table, ctx.user)
        hand_message.expected += 1
        try:
            yield
        finally:
            hand_message.expected -= 1
            hand_message.check_again()  # `table` may have been reloaded meanwhile

    async def _answer(self, ctx: Context, handler: Callable[[], Awaitable[Response]], table: Table | None) -> Response:
        """Run the handler; the one place where refusals and errors become messages."""
        try:
            return await handler()
        except (IllegalAction, TableRefused, LeagueRefused, EventRefused) as refused:
            return await self._explain_refusal(ctx, refused, table)
        except OSError as unanswered:
            return self._explain_busy(ctx, unanswered)
        except Exception:
            where = {"table": table.id, "revision": table.revision} if table is not None else {}
            log.exception("a handler failed", kind=_interaction_kind(ctx), **where)
            return notice_message(ctx.texts.say("ui.failed"))

    async def _remember_user(self, ctx: Context) -> None:
        """Save the user's name and language, but hold no answer up for it: a locked database can still be read."""
        name, locale = ctx.interaction.user.display_name, str(ctx.interaction.locale)
        if self._services.people.is_remembered(ctx.user, name, locale):
            return
        saving = asyncio.ensure_future(self._services.people.remember_user(ctx.user, name, locale))
        self._pending.add(saving)
        saving.add_done_callback(self._finish_remembering)
        await asyncio.wait({saving}, timeout=PATIENCE_FOR_NAMES)

    def _finish_remembering(self, saving: asyncio.Future[None]) -> None:
        self._pending.discard(saving)
        error = None if saving.cancelled() else saving.exception()
        if isinstance(error, OSError):  # the user's next press tries again
            log.warning("a user's name could not be saved", cause=describe_cause(error))
        elif error is not None:
            log.error("a user's name could not be saved", exc_info=error)

    def _explain_busy(self, ctx: Context, unanswered: OSError) -> NewMessage:
        """Return that what was asked for did not go through; the log has the cause."""
        log.warning("the database did not answer", kind=_interaction_kind(ctx), cause=describe_cause(unanswered))
        return notice_message(format_refusal(TableRefused(TableRefusal.BUSY), ctx.texts))

    async def _explain_refusal(
        self, ctx: Context, refused: IllegalAction | TableRefused | LeagueRefused | EventRefused, table: Table | None
    ) -> Response:
        seat = table.seat_of(ctx.user) if table is not None else None
        if table is None or seat is None:
            return notice_message(format_refusal(refused, ctx.texts))
        names = [escape_name(name or "") for name in await self._services.people.find_names(table.occupants, ctx.texts)]
        text = format_refusal(refused, ctx.texts, names)
        if ctx.panel_table is not None or self._outbox.hand_message(table, ctx.user).is_alive:
            why = button_rows(explain_in_panel_button(table.id, seat, table.task(seat), refused, ctx.texts))
            return ShowPanel(table, text, explain_rows=why)  # the panel offers what is legal
        if isinstance(refused, IllegalAction):
            with suppress(TableRefused):  # the table is being reloaded
                text = "\n".join(filter(None, (text, describe_legal_actions(table.view(seat), ctx.texts))))
        return NewMessage(Message((Text(text), *explain_button(f"t{table.id}", refused, ctx.texts))))

    async def _send_response(self, ctx: Context, response: Response, reply: Reply) -> None:
        match response:
            case NewMessage(message):
                await self._send_with_emoji(reply.send, message)
            case ShowProgress(message, updates):
                sent = await self._send_with_emoji(reply.send, message)
                self._updates.add(task := asyncio.create_task(self._send_updates(updates, sent, reply)))
                task.add_done_callback(self._updates.discard)
            case EditMessage():
                await self._edit_with_panels(ctx, response, reply)
            case OpenForm(form):
                if not await reply.open_form(to_discord_modal(form)):
                    await self._send_with_emoji(reply.send, notice_message(ctx.texts.say("ui.again")).message)
            case Acknowledge():
                await reply.acknowledge()
            case ShowPanel():
                await self._show_panel(ctx, response, reply)
            case ShowTable(table):
                await self._show_table(ctx, table, reply)

    async def _send_updates(self, updates: AsyncIterator[Message], sent: SentReply, reply: Reply) -> None:
        """Edit a message as often as there is something newer; its owner may have dismissed it."""
        try:
            async for message in updates:
                await self._send_with_emoji(lambda drawn: reply.update(drawn, sent), message)
        except discord.HTTPException as refused:
            log.info("a progress message can no longer be edited", code=refused.code, status=refused.status)
        except Exception:
            log.exception("a progress message could not be made")

    async def _edit_message(self, ctx: Context, message: Message, reply: Reply) -> None:
        if ctx.can_edit_in_place:
            try:
                await self._send_with_emoji(reply.edit, message)
            except discord.HTTPException as refused:
                if refused.code != UNKNOWN_MESSAGE and to_send_fault(refused) is not SendFault.REFUSED:
                    raise
            else:
                return
        await self._send_with_emoji(reply.send, message)

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
                await self._send_with_emoji(reply.send, notice_message(format_refusal(refused, ctx.texts)).message)
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
                return await self._send_with_emoji(reply.edit, message), False
            except discord.HTTPException as refused:
                if refused.code != UNKNOWN_MESSAGE:  # the pressed message was deleted
                    if to_send_fault(refused) is not SendFault.REFUSED or not message.pictures:
                        raise
                    quirks.cannot_replace_pictures = True
        return await self._send_with_emoji(reply.send, message), True

    def _render(self, message: Message) -> DiscordMessage:
        return to_discord(message, v1=self._services.config.v1, emoji=self._services.emoji)

    async def _send_with_emoji(
        self, send: Callable[[DiscordMessage], Awaitable[SentReply]], message: Message
    ) -> SentReply:
        try:
            return await send(self._render(message))
        except discord.HTTPException as refused:
            if not self._services.emoji.forget_refused(refused):
                raise
        return await send(self._render(message))


def _interaction_kind(ctx: Context) -> str:
    return ctx.interaction.type.name
