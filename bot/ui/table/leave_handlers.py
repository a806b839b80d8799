"""Leaving a table by `/leave`."""

from typing import Final

from bot.play.tables.table import Table
from bot.play.values.table_info import TableStatus
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.control_press import ControlPress
from bot.ui.core.interactions.responses import EditMessage, NewMessage, Response
from bot.ui.core.interactions.table_press import get_seat
from bot.ui.core.messages.message import Message, Text
from bot.ui.core.tables.find_table import find_table_by_id, get_own_table, list_candidate_tables
from bot.ui.table.end_view import LeaveTable, choose_leave_view, confirm_leave_view

MAX_TABLES_OFFERED: Final = 10


async def request_leave(ctx: Context) -> Response:
    """Leave the table that the user means, or ask which if they sit at several.

    Raises:
        TableRefused: the user has no seat.
    """
    several = await list_candidate_tables(ctx)
    if len(several) > 1:
        return NewMessage(await choose_leave_view(ctx.services, several[:MAX_TABLES_OFFERED], ctx.texts))
    return NewMessage(await _leave(ctx, several[0] if several else await get_own_table(ctx)))


async def handle_leave(press: ControlPress[LeaveTable]) -> Response:
    """Leave the chosen table, or ask for confirmation during its match."""
    return EditMessage(await _leave(press.ctx, await find_table_by_id(press.ctx, press.id.table)))


async def _leave(ctx: Context, table: Table) -> Message:
    get_seat(table, ctx.user)
    if table.facts.status is TableStatus.PLAYING:
        return confirm_leave_view(table, ctx.user, ctx.texts)
    await table.attendance.leave(ctx.user)
    return Message((Text(ctx.texts.say("seats.left")),))
