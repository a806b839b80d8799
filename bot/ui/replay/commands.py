"""`/replay`, `/last`, `/record` and `/verify`, the commands about finished deals."""

from collections.abc import Awaitable, Callable

import discord
from discord.app_commands import Range

from bot.play.finished_deals.history import TableHistory
from bot.play.tables.table import Table
from bot.ui.core.interactions.command_builder import Command, CommandTexts, describe_options, single_command
from bot.ui.core.interactions.context import Context, context_of
from bot.ui.core.interactions.dispatch_ports import Dispatcher
from bot.ui.core.interactions.responses import NewMessage, Response
from bot.ui.core.services import Services
from bot.ui.replay import handlers as replay_handlers

MAX_NUMBER = 2**53 - 1
HistoryHandler = Callable[[Context, Table, TableHistory, int | None], Awaitable[Response]]


def build_commands(services: Services, dispatcher: Dispatcher, wording: CommandTexts) -> tuple[Command, ...]:
    """Return the commands about finished deals."""

    async def replay(ctx: Context, _: Table, past: TableHistory, deal: int | None) -> Response:
        return NewMessage(
            await replay_handlers.open_replay(ctx, past, replay_handlers.get_deal_by_number(past, deal), 0)
        )

    async def last(ctx: Context, _: Table, past: TableHistory, __: int | None) -> Response:
        return NewMessage(await replay_handlers.open_deal_result(ctx, past))

    async def record(ctx: Context, _: Table, past: TableHistory, __: int | None) -> Response:
        return NewMessage(replay_handlers.export_record(ctx, past))

    async def verify(ctx: Context, table: Table, past: TableHistory, deal: int | None) -> Response:
        return replay_handlers.verify_shuffle(ctx, table, past, deal)

    return (
        _deal_command(services, dispatcher, wording, "replay", replay),
        _table_command(services, dispatcher, wording, "last", last),
        _table_command(services, dispatcher, wording, "record", record),
        _deal_command(services, dispatcher, wording, "verify", verify, finished=False),
    )


def _table_command(
    services: Services, dispatcher: Dispatcher, wording: CommandTexts, key: str, handler: HistoryHandler
) -> Command:
    @describe_options(wording, "table")
    async def run(interaction: discord.Interaction, table: Range[int, 1, MAX_NUMBER] | None = None) -> None:
        await _run(services, dispatcher, interaction, handler, table, None)

    return single_command(run, key, wording)


def _deal_command(
    services: Services,
    dispatcher: Dispatcher,
    wording: CommandTexts,
    key: str,
    handler: HistoryHandler,
    *,
    finished: bool = True,
) -> Command:
    @describe_options(wording, "table", "deal")
    async def run(
        interaction: discord.Interaction,
        table: Range[int, 1, MAX_NUMBER] | None = None,
        deal: Range[int, 1, MAX_NUMBER] | None = None,
    ) -> None:
        await _run(services, dispatcher, interaction, handler, table, deal, finished=finished)

    return single_command(run, key, wording)


async def _run(
    services: Services,
    dispatcher: Dispatcher,
    interaction: discord.Interaction,
    handler: HistoryHandler,
    table: int | None,
    deal: int | None,
    *,
    finished: bool = True,
) -> None:
    async def answer(ctx: Context) -> Response:
        found, past = await replay_handlers.find_table_with_history(ctx, table, finished=finished)
        return await handler(ctx, found, past, deal)

    await dispatcher.run(context_of(services, interaction), answer)
