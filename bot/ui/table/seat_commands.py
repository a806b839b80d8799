"""`/away`, `/back`, `/leave` and `/seat`."""

from collections.abc import Awaitable, Callable
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import Range

from bot.ids import UserId
from bot.play.occupants import Person
from bot.play.ports import TableStatus
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.table import Table
from bot.text.describe.seat_names import escape_name
from bot.ui.core.command_builder import Command, CommandTexts, single_command
from bot.ui.core.context import Context, context_of
from bot.ui.core.dispatch_ports import Dispatcher
from bot.ui.core.find_table import get_own_table
from bot.ui.core.message import Button, ButtonStyle, Message, Text, button_rows
from bot.ui.core.responses import NewMessage, Response, ShowPanel, notice_message
from bot.ui.core.services import Services
from bot.ui.core.table_ids import ControlVerb, table_control_id
from bot.ui.core.table_press import get_seat
from engine.model.seats import Seat

MAX_SEATS: Final = 12
SeatHandler = Callable[[Context, Table], Awaitable[Response]]


def build_commands(services: Services, dispatcher: Dispatcher, wording: CommandTexts) -> tuple[Command, ...]:
    """Return `/away`, `/back`, `/leave` and `/seat`."""
    return (
        _build_command(services, dispatcher, wording, "away", _away),
        _build_command(services, dispatcher, wording, "back", _back),
        _build_command(services, dispatcher, wording, "leave", _leave),
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


async def _leave(ctx: Context, table: Table) -> Response:
    """Leave a lobby at once; a match needs a confirmation, because the seat is lost."""
    get_seat(table, ctx.user)
    if table.facts.status is not TableStatus.PLAYING:
        await table.attendance.leave(ctx.user)
        return notice_message(ctx.texts.say("seats.left"))
    go = Button(
        table_control_id(table.id, ControlVerb.LEAVE_MATCH), ctx.texts.say("seats.leave_for_good"), ButtonStyle.DANGER
    )
    away = Button(table_control_id(table.id, ControlVerb.STEP_AWAY), ctx.texts.say("seats.step_away"))
    others = [o for o in table.occupants if isinstance(o, Person) and o.user != ctx.user]
    words = "seats.leave_sure" if others else "seats.leave_last"
    return NewMessage(Message((Text(ctx.texts.say(words)), *button_rows((go, away)))))


def _seat_command(services: Services, dispatcher: Dispatcher, wording: CommandTexts) -> Command:
    @app_commands.describe(user=wording("option.user.description"), seat=wording("option.seat.description"))
    @app_commands.rename(user=wording("option.user.name"), seat=wording("option.seat.name"))
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
