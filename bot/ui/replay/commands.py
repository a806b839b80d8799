"""`/replay`, `/last`, `/record` and `/verify`, the commands about finished deals."""

from collections.abc import Awaitable, Callable
from functools import partial

import discord
from discord.app_commands import Range

from bot.play.finished_deals.history import TableHistory
from bot.play.tables.table import Table
from bot.ui.core.interactions.command_builder import MAX_NUMBER, Command, CommandBuilder
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.responses import NewMessage, Response
from bot.ui.replay import handlers as replay_handlers

HistoryHandler = Callable[[Context, Table, TableHistory, int | None], Awaitable[Response]]


def build_commands(builder: CommandBuilder) -> tuple[Command, ...]:
    """Return the commands about finished deals."""

    async def replay(ctx: Context, _: Table, past: TableHistory, deal: int | None) -> Response:
        found = replay_handlers.get_deal_by_number(past, deal)
        return NewMessage(await replay_handlers.open_replay(ctx, past, found, 0))

    async def record(ctx: Context, _: Table, past: TableHistory, __: int | None) -> Response:
        return NewMessage(replay_handlers.export_record(ctx, past))

    return (
        _deal_command(builder, "replay", replay),
        _table_command(builder, "last", replay_handlers.open_deal_result),
        _table_command(builder, "record", record),
        _deal_command(builder, "verify", replay_handlers.verify_shuffle, finished=False),
    )


def _table_command(builder: CommandBuilder, key: str, handler: HistoryHandler) -> Command:
    async def run(interaction: discord.Interaction, table: Range[int, 1, MAX_NUMBER] | None = None) -> None:
        await builder.run(interaction, partial(_answer, handler=handler, number=table))

    command: Command = builder.command(key, "table")(run)
    return command


def _deal_command(builder: CommandBuilder, key: str, handler: HistoryHandler, *, finished: bool = True) -> Command:
    async def run(
        interaction: discord.Interaction,
        table: Range[int, 1, MAX_NUMBER] | None = None,
        deal: Range[int, 1, MAX_NUMBER] | None = None,
    ) -> None:
        answer = partial(_answer, handler=handler, number=table, deal=deal, finished=finished)
        await builder.run(interaction, answer)

    command: Command = builder.command(key, "table", "deal")(run)
    return command


async def _answer(
    ctx: Context, handler: HistoryHandler, number: int | None, deal: int | None = None, *, finished: bool = True
) -> Response:
    table, past = await replay_handlers.find_table_with_history(ctx, number, finished=finished)
    await replay_handlers.wait_for_reader(ctx, table)
    return await handler(ctx, table, past, deal)
