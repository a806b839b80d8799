"""Runs handlers and answers within three seconds."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final

import discord
import structlog
from structlog.contextvars import bind_contextvars

from bot.events.refusals import EventRefused
from bot.ids import GuildId
from bot.league.refusals import LeagueRefused
from bot.play.refusals import TableRefused
from bot.play.tables.store_health import describe_cause
from bot.play.tables.table import Table
from bot.render.picture_queue import OWNER
from bot.stopping import CLOSE_TIMEOUT
from bot.ui.core.interactions.context import Context, in_preferred_language
from bot.ui.core.interactions.explain_refusal import format_refusal
from bot.ui.core.interactions.responses import FindTable, Handler, Response, TableHandler, notice_message
from bot.ui.core.memory.user_limits import COMMAND_COST
from bot.ui.core.services import Services
from bot.ui.discord_io.reply import Reply
from bot.ui.discord_io.send_failures import SendFailed, SendFault
from bot.ui.dispatch import failed_answers
from bot.ui.dispatch.send_response import ResponseSender
from bot.ui.surfaces.outbox import Outbox
from engine.model.errors import IllegalAction

log: Final = structlog.get_logger()
MAX_HOLD_SECONDS: Final = 30.0
"""The most seconds that a response waits for the bot's start. With many shards, a start can take longer than this."""
PATIENCE_FOR_NAMES: Final = 0.5
"""The most seconds that a response waits until its user's name is saved."""


class InteractionDispatcher:
    """Runs handlers and sends their responses. Until `open` is called, interactions are deferred and wait."""

    def __init__(self, services: Services, outbox: Outbox) -> None:
        self._services = services
        self._outbox = outbox
        self._sender = ResponseSender(services, outbox)
        self._pending: set[asyncio.Future[None]] = set()
        self._opened = asyncio.Event()
        self._closing = False

    def open(self) -> None:
        """Answer interactions from now on. The bot calls this when it begins to show tables."""
        self._opened.set()

    async def finish(self) -> None:
        """Wait briefly for pending answers when the program stops."""
        self._closing = True
        self._opened.set()
        self._sender.close()
        if self._pending:
            await asyncio.wait(self._pending, timeout=CLOSE_TIMEOUT)

    async def run(self, ctx: Context, handler: Handler) -> None:
        """Run a handler that needs no table, and send its response."""
        await self._answer_in_time(ctx, lambda ctx, reply: self._run_handler(ctx, handler, reply))

    async def run_at_table(self, ctx: Context, find: FindTable, handler: TableHandler) -> None:
        """Run a handler at the table that `find` returns, and send its response."""
        await self._answer_in_time(ctx, lambda ctx, reply: self._run_table_handler(ctx, find, handler, reply))

    async def _answer_in_time(self, ctx: Context, run: Callable[[Context, Reply], Awaitable[None]]) -> None:
        began = self._services.clock.now()
        # every log line names the interaction and the server
        bind_contextvars(interaction=ctx.interaction.id, guild=ctx.interaction.guild_id)
        try:
            await self._answer_or_explain(ctx, run)
        finally:
            kind, took = failed_answers.get_interaction_kind(ctx), self._services.clock.now() - began
            self._services.answer_times.note(kind, took)

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
        except SendFailed as unsent:
            if text := failed_answers.explain_unsent(ctx, unsent):
                await self._sender.send_notice(ctx, text, reply, once=unsent.fault is SendFault.TEMPORARY)
        except OSError as unanswered:
            await self._sender.send_notice(ctx, failed_answers.explain_busy(ctx, unanswered), reply)
        except Exception:
            if self._closing:  # the connection is closed, and the next start shows what was saved
                log.info("an answer was interrupted by shutdown", kind=failed_answers.get_interaction_kind(ctx))
                return
            log.exception("an answer failed", kind=failed_answers.get_interaction_kind(ctx))
            await self._sender.send_notice(ctx, ctx.texts.say("failure.unexpected"), reply)

    async def _wait_until_open(self) -> None:
        if self._opened.is_set():  # this avoids the task that `wait_for` would create on Python 3.11
            return
        with suppress(TimeoutError):
            await asyncio.wait_for(self._opened.wait(), MAX_HOLD_SECONDS)

    async def _work(self, ctx: Context, reply: Reply, run: Callable[[Context, Reply], Awaitable[None]]) -> None:
        """Run a handler when the user's turn comes. Refuse users who press too often, and servers that lack the bot."""
        await self._wait_until_open()
        if (guild := ctx.interaction.guild_id) is not None:
            await self._services.registry.loader.load_guild(GuildId(guild))
        ctx = await in_preferred_language(ctx)
        if (no_bot := failed_answers.explain_missing_bot(ctx)) is not None:
            await self._sender.send_response(ctx, no_bot, reply)
            return
        limits, is_command = self._services.limits, ctx.interaction.type is discord.InteractionType.application_command
        try:
            limits.spend(ctx.user, COMMAND_COST if is_command else 1, self._services.clock.now())
        except TableRefused as refused:
            await self._sender.send_response(ctx, notice_message(format_refusal(refused, ctx.texts)), reply)
            return
        async with limits.take_turn(ctx.user):
            await self._remember_user(ctx)  # saving may take long, so the table is looked up after it
            await run(ctx, reply)

    async def _run_handler(self, ctx: Context, handler: Handler, reply: Reply) -> None:
        with self._services.updates.prefer_answer():
            await self._sender.send_response(ctx, await self._answer(ctx, lambda: handler(ctx), None), reply)

    async def _run_table_handler(self, ctx: Context, find: FindTable, handler: TableHandler, reply: Reply) -> None:
        try:
            table = await find(ctx)
        except TableRefused as refused:
            await self._sender.send_response(ctx, notice_message(format_refusal(refused, ctx.texts)), reply)
            return
        bind_contextvars(table=table.id, revision=table.revision)
        with self._hold_back_updates(ctx, table), self._services.updates.prefer_answer():
            await self._sender.send_response(ctx, await self._answer(ctx, lambda: handler(ctx, table), table), reply)

    @contextmanager
    def _hold_back_updates(self, ctx: Context, table: Table) -> Iterator[None]:
        """Hold back updates of the user's panel until this response is sent, because it may show the panel."""
        hand_message = self._outbox.hand_message(table, ctx.user)
        hand_message.expected += 1
        try:
            yield
        finally:
            hand_message.expected -= 1
            hand_message.check_again()  # this reads the newest table, because `table` may have been reloaded

    async def _answer(self, ctx: Context, handler: Callable[[], Awaitable[Response]], table: Table | None) -> Response:
        try:
            return await handler()
        except (IllegalAction, TableRefused, LeagueRefused, EventRefused) as refused:
            return await failed_answers.explain_refusal(self._outbox, ctx, refused, table)
        except OSError as unanswered:
            return notice_message(failed_answers.explain_busy(ctx, unanswered))
        except Exception:
            where = {"table": table.id, "revision": table.revision} if table is not None else {}
            log.exception("a handler failed", kind=failed_answers.get_interaction_kind(ctx), **where)
            return notice_message(ctx.texts.say("failure.unexpected"))

    async def _remember_user(self, ctx: Context) -> None:
        """Save the user's name and language. If the database is locked, go on soon, because a handler may only read."""
        person, locale = ctx.interaction.user, str(ctx.interaction.locale)
        if self._services.people.is_remembered(person, locale):
            return
        saving = asyncio.ensure_future(self._services.people.remember_user(person, locale))
        self._pending.add(saving)
        saving.add_done_callback(self._finish_remembering)
        await asyncio.wait({saving}, timeout=PATIENCE_FOR_NAMES)

    def _finish_remembering(self, saving: asyncio.Future[None]) -> None:
        self._pending.discard(saving)
        error = None if saving.cancelled() else saving.exception()
        if isinstance(error, OSError):  # the user's next press saves the name
            log.warning("a user's name could not be saved", cause=describe_cause(error))
        elif error is not None:
            log.error("a user's name could not be saved", exc_info=error)
