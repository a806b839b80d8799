"""`/away`, `/back`, `/leave`, `/seat`, `/watch` and `/table`."""

from functools import partial
from typing import Final

import discord
from discord.app_commands import Range

from bot.ids import UserId
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.tables.table import Table
from bot.ui.core.interactions.command_builder import Command, CommandBuilder
from bot.ui.core.interactions.context import Context, get_seat
from bot.ui.core.interactions.responses import Response, ShowPanel, TableMessages, notice_message
from bot.ui.core.tables.bot_permissions import require_permissions
from bot.ui.core.tables.find_table import get_current_table, get_own_table
from bot.ui.table.handlers import request_leave
from bot.ui.table.seat_offers import deliver_offer
from engine.model.seats import Seat

MAX_SEATS: Final = 12


def build_commands(builder: CommandBuilder, messages: TableMessages) -> tuple[Command, ...]:
    """Return the commands of players at a table and of those who watch it."""

    @builder.command("seat", "user", "seat")
    async def offer_seat(
        interaction: discord.Interaction, user: discord.Member, seat: Range[int, 1, MAX_SEATS] | None = None
    ) -> None:
        await builder.run_at_table(interaction, get_own_table, partial(_offer_seat, to=user, number=seat))

    return (
        builder.plain_table_command("away", get_own_table, _away),
        builder.plain_table_command("back", get_own_table, _back),
        builder.plain_command("leave", request_leave),
        offer_seat,
        builder.plain_table_command("watch", get_current_table, _watch),
        builder.plain_table_command("table", get_current_table, partial(_show_again, messages=messages)),
    )


async def _away(ctx: Context, table: Table) -> Response:
    await table.attendance.step_away(ctx.user)
    return notice_message(ctx.texts.say("seats.away"))


async def _back(ctx: Context, table: Table) -> Response:
    await table.attendance.come_back(ctx.user)
    return ShowPanel(table, ctx.texts.say("seats.back"))


async def _offer_seat(ctx: Context, table: Table, to: discord.Member, number: int | None) -> Response:
    if to.bot:
        raise TableRefused(TableRefusal.NOT_SEATED)
    newcomer = UserId(to.id)
    seat = get_seat(table, ctx.user) if number is None else Seat(number - 1)
    await ctx.services.people.remember_name(to)
    await table.attendance.offer_seat(ctx.user, seat, newcomer)
    return notice_message(await deliver_offer(ctx, table, seat, to))


async def _watch(_: Context, table: Table) -> Response:
    if not table.snapshot().has_started:
        raise TableRefused(TableRefusal.NOT_STARTED)
    return ShowPanel(table, as_spectator=True)


async def _show_again(ctx: Context, table: Table, messages: TableMessages) -> Response:
    require_permissions(ctx.interaction)
    return notice_message(await messages.show_again(ctx, table))
