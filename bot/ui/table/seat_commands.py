"""`/away`, `/back`, `/leave` and `/seat`."""

from collections.abc import Awaitable, Callable
from typing import Final

import discord
from discord.app_commands import Range

from bot.ids import UserId
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.tables.table import Table
from bot.text.describe.seat_names import escape_name
from bot.ui.core.interactions.command_builder import Command, CommandTexts, describe_options, single_command
from bot.ui.core.interactions.context import Context, context_of
from bot.ui.core.interactions.dispatch_ports import Dispatcher
from bot.ui.core.interactions.responses import Response, ShowPanel, notice_message
from bot.ui.core.interactions.table_press import get_seat
from bot.ui.core.services import Services
from bot.ui.core.tables.find_table import get_own_table
from bot.ui.table.leave_handlers import request_leave
from engine.model.seats import Seat

MAX_SEATS: Final = 12
SeatHandler = Callable[[Context, Table], Awaitable[Response]]


def build_commands(services: Services, dispatcher: Dispatcher, wording: CommandTexts) -> tuple[Command, ...]:
    """Return `/away`, `/back`, `/leave` and `/seat`."""
    return (
        _build_command(services, dispatcher, wording, "away", _away),
        _build_command(services, dispatcher, wording, "back", _back),
        _leave_command(services, dispatcher, wording),
        _seat_command(services, dispatcher, wording),
    )


def _build_command(
    services: Services, dispatcher: Dispatcher, wording: CommandTexts, key: str, handler: SeatHandler
) -> Command:
    async def run(interaction: discord.Interaction) -> None:
        await dispatcher.run_at_table(context_of(services, interaction), get_own_table, handler)

    return single_command(run, key, wording)


async def _away(ctx: Context, table: Table) -> Response:
    await table.attendance.step_away(ctx.user)
    return notice_message(ctx.texts.say("seats.away"))


async def _back(ctx: Context, table: Table) -> Response:
    await table.attendance.come_back(ctx.user)
    return ShowPanel(table, ctx.texts.say("seats.back"))


def _leave_command(services: Services, dispatcher: Dispatcher, wording: CommandTexts) -> Command:
    async def leave(interaction: discord.Interaction) -> None:
        await dispatcher.run(context_of(services, interaction), request_leave)

    return single_command(leave, "leave", wording)


def _seat_command(services: Services, dispatcher: Dispatcher, wording: CommandTexts) -> Command:
    @describe_options(wording, "user", "seat")
    async def seat(
        interaction: discord.Interaction, user: discord.Member, seat: Range[int, 1, MAX_SEATS] | None = None
    ) -> None:
        async def handler(ctx: Context, table: Table) -> Response:
            return await _give_seat(ctx, table, user, seat)

        await dispatcher.run_at_table(context_of(services, interaction), get_own_table, handler)

    return single_command(seat, "seat", wording)


async def _give_seat(ctx: Context, table: Table, to: discord.Member, number: int | None) -> Response:
    if to.bot:
        raise TableRefused(TableRefusal.NOT_SEATED)
    newcomer = UserId(to.id)
    seat = get_seat(table, ctx.user) if number is None else Seat(number - 1)
    await ctx.services.people.remember_name(newcomer, to.display_name)
    await table.attendance.substitute(ctx.user, seat, newcomer)
    key = "seats.given" if number is None else "seats.given_on"
    return notice_message(ctx.texts.say(key, name=escape_name(to.display_name), seat=seat + 1))
