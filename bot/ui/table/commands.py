"""`/watch` and `/table`."""

import discord

from bot.play.refusals import TableRefusal, TableRefused
from bot.play.tables.table import Table
from bot.ui.core.interactions.command_builder import Command, CommandTexts, single_command
from bot.ui.core.interactions.context import Context, context_of
from bot.ui.core.interactions.dispatch_ports import Dispatcher, TableMessages
from bot.ui.core.interactions.responses import Response, ShowPanel, notice_message
from bot.ui.core.services import Services
from bot.ui.core.tables.find_table import get_current_table
from bot.ui.core.tables.permissions import require_permissions


def build_commands(
    services: Services, dispatcher: Dispatcher, messages: TableMessages, wording: CommandTexts
) -> tuple[Command, ...]:
    """Return `/watch` and `/table`."""

    async def watch(interaction: discord.Interaction) -> None:
        await dispatcher.run_at_table(context_of(services, interaction), get_current_table, _watch)

    return single_command(watch, "watch", wording), _table_command(services, dispatcher, messages, wording)


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
