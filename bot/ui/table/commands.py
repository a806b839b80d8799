"""`/away`, `/back`, `/leave`, `/seat`, `/watch` and `/table`."""

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
from bot.ui.core.interactions.dispatch_ports import Dispatcher, TableMessages
from bot.ui.core.interactions.responses import Response, ShowPanel, notice_message
from bot.ui.core.interactions.table_press import get_seat
from bot.ui.core.services import Services
from bot.ui.core.tables.find_table import get_current_table, get_own_table
from bot.ui.core.tables.permissions import require_permissions
from bot.ui.table.leave_handlers import request_leave
from engine.model.seats import Seat

MAX_SEATS: Final = 12
TableHandler = Callable[[Context, Table], Awaitable[Response]]


def build_commands(
    services: Services, dispatcher: Dispatcher, messages: TableMessages, wording: CommandTexts
) -> tuple[Command, ...]:
    """Return the commands of players at a table and of those who watch it."""
    return (
        _build_command(services, dispatcher, wording, "away", get_own_table, _away),
        _build_command(services, dispatcher, wording, "back", get_own_table, _back),
        _leave_command(services, dispatcher, wording),
        _seat_command(services, dispatcher, wording),
        _build_command(services, dispatcher, wording, "watch", get_current_table, _watch),
        _table_command(services, dispatcher, messages, wording),
    )


def _build_command(
    services: Services,
    dispatcher: Dispatcher,
    wording: CommandTexts,
    key: str,
    find: Callable[[Context], Awaitable[Table]],
    handler: TableHandler,
) -> Command:
    async def run(interaction: discord.Interaction) -> None:
        await dispatcher.run_at_table(context_of(services, interaction), find, handler)

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


async def _watch(_: Context, table: Table) -> Response:
    if not table.snapshot().has_started:
        raise TableRefused(TableRefusal.NOT_STARTED)
    return ShowPanel(table, as_spectator=True)


def _table_command(
    services: Services, dispatcher: Dispatcher, messages: TableMessages, wording: CommandTexts
) -> Command:
    async def table(interaction: discord.Interaction) -> None:
        async def handler(ctx: Context, found: Table) -> Response:
            require_permissions(interaction)
            return notice_message(await messages.show_again(ctx, found))

        await dispatcher.run_at_table(context_of(services, interaction), get_current_table, handler)

    return single_command(table, "table", wording)
