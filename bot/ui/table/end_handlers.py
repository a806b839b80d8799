"""Ends tables and lets users leave them, during a match after a confirmation."""

from typing import Final

from bot.play.refusals import TableRefused
from bot.play.tables.table import Table
from bot.play.values.proposals import Proposal, ProposalKind
from bot.play.values.table_info import LIVE_STATUSES, TableStatus
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.control_press import ControlPress, get_seat
from bot.ui.core.interactions.responses import EditMessage, NewMessage, Response, notice_message
from bot.ui.core.messages.labelled import text_message
from bot.ui.core.messages.message import Message
from bot.ui.core.tables.find_table import (
    find_table_by_id,
    get_own_table,
    list_candidate_tables,
    list_live_tables_in_channel,
)
from bot.ui.table.end_view import (
    EndTable,
    KeepTable,
    LeaveTable,
    choose_leave_view,
    confirm_end_view,
    confirm_leave_view,
)
from bot.ui.table.vote_handlers import cast_vote, may_end_by_right

MAX_TABLES_OFFERED: Final = 4
MAX_TABLES_LEFT: Final = 10
"""How many tables are offered to a user who leaves one of several."""


async def request_table_end(ctx: Context, table: Table) -> Response:
    """End a table, or ask for confirmation during a match or among several tables.

    A user who may not end it votes for that instead.
    """
    mine = [
        one for one in await list_live_tables_in_channel(ctx) if one is not table and await _may_end_alone(ctx, one)
    ]
    by_right = await may_end_by_right(ctx, table)
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
        return EditMessage(text_message(texts.say("ending.kept")))
    table = await find_table_by_id(press.ctx, press.id.table)
    by_right = await may_end_by_right(press.ctx, table)
    if table.facts.status not in LIVE_STATUSES:
        return EditMessage(text_message(texts.say("ending.over", table=table.id)))
    await table.voting.close(press.ctx.user, by_right=by_right)
    return EditMessage(text_message(texts.say("ending.done", table=table.id)))


async def _may_end_alone(ctx: Context, table: Table) -> bool:
    if table.seat_of(ctx.user) is None:
        return False
    try:
        return await may_end_by_right(ctx, table) or ctx.user == table.facts.host
    except TableRefused:
        return False


async def request_leave(ctx: Context) -> Response:
    """Leave the table that the user means, or ask which if they sit at several.

    Raises:
        TableRefused: the user has no seat.
    """
    several = await list_candidate_tables(ctx)
    if len(several) > 1:
        return NewMessage(await choose_leave_view(ctx.services, several[:MAX_TABLES_LEFT], ctx.texts))
    return NewMessage(await _leave_table(ctx, several[0] if several else await get_own_table(ctx)))


async def handle_leave(press: ControlPress[LeaveTable]) -> Response:
    """Leave the chosen table, or ask for confirmation during its match."""
    return EditMessage(await _leave_table(press.ctx, await find_table_by_id(press.ctx, press.id.table)))


async def _leave_table(ctx: Context, table: Table) -> Message:
    get_seat(table, ctx.user)
    if table.facts.status is TableStatus.PLAYING:
        return confirm_leave_view(table, ctx.user, ctx.texts)
    await table.attendance.leave(ctx.user)
    return text_message(ctx.texts.say("seats.left"))
