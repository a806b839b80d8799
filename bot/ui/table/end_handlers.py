"""Ends tables, after checking permission and, during a match, a confirmation."""

from typing import Final

from bot.play.refusals import TableRefusal, TableRefused
from bot.play.tables.table import Table
from bot.play.values.proposals import Proposal, ProposalKind
from bot.play.values.table_info import LIVE_STATUSES, TableStatus
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.control_press import ControlPress
from bot.ui.core.interactions.responses import EditMessage, NewMessage, Response, notice_message
from bot.ui.core.memory.guild_settings import EndPermission
from bot.ui.core.messages.message import Message, Text
from bot.ui.core.tables.find_table import find_table_by_id, list_live_tables_in_channel
from bot.ui.table.end_view import EndTable, KeepTable, confirm_end_view
from bot.ui.table.vote_handlers import cast_vote

MAX_TABLES_OFFERED: Final = 4


async def request_table_end(ctx: Context, table: Table) -> Response:
    """End a table, or ask for confirmation during a match or among several tables.

    A user who may not end it votes for that instead.
    """
    mine = [
        one for one in await list_live_tables_in_channel(ctx) if one is not table and await _may_end_alone(ctx, one)
    ]
    by_right = await _may_end_by_right(ctx, table)
    if not by_right and ctx.user != table.facts.host:
        return notice_message(await cast_vote(ctx, table, Proposal(ProposalKind.CLOSE)))
    if table.facts.status is TableStatus.PLAYING or (mine and table.facts.status in LIVE_STATUSES):
        return NewMessage(await confirm_end_view(ctx.services, [table, *mine][:MAX_TABLES_OFFERED], ctx.texts))
    await table.voting.close(ctx.user, by_right=by_right)
    return notice_message(ctx.texts.say("ending.done", table=table.id))


async def handle_end(press: ControlPress[EndTable | KeepTable]) -> Response:
    """End the named table, or keep it; a second press shows that it is over."""
    texts = press.texts
    if isinstance(press.id, KeepTable):
        return _edit_notice(texts.say("ending.kept"))
    table = await find_table_by_id(press.ctx, press.id.table)
    by_right = await _may_end_by_right(press.ctx, table)
    if table.facts.status not in LIVE_STATUSES:
        return _edit_notice(texts.say("ending.over", table=table.id))
    await table.voting.close(press.ctx.user, by_right=by_right)
    return _edit_notice(texts.say("ending.done", table=table.id))


def can_end(table: Table, ctx: Context, who: EndPermission) -> bool:
    """Return whether a user other than the host may end a table without a vote.

    Raises:
        TableRefused: in this server only managers may.
    """
    if ctx.interaction.permissions.manage_guild:
        return True
    if who is EndPermission.MANAGERS:
        raise TableRefused(TableRefusal.NOT_MANAGER)
    return who is EndPermission.SEATED and table.seat_of(ctx.user) is not None


async def _may_end_by_right(ctx: Context, table: Table) -> bool:
    return can_end(table, ctx, (await ctx.services.guild_settings.load_settings(table.facts.guild)).may_end)


async def _may_end_alone(ctx: Context, table: Table) -> bool:
    if table.seat_of(ctx.user) is None:
        return False
    try:
        return await _may_end_by_right(ctx, table) or ctx.user == table.facts.host
    except TableRefused:
        return False


def _edit_notice(text: str) -> EditMessage:
    return EditMessage(Message((Text(text),)))
