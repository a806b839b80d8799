"""`/replay`, `/last`, `/record` and `/verify`: deals that are over."""

from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Range

from bot.play.history import Past
from bot.play.table import Table
from bot.ui import afterwards
from bot.ui.answers import Answer, Desk, Tell
from bot.ui.asker import Asker
from bot.ui.commands.table import Command, asker_of
from bot.ui.commands.wording import Wording
from bot.ui.kit import Kit

MOST = 2**53 - 1
Deed = Callable[[Asker, Table, Past, int | None], Awaitable[Answer]]


def commands(kit: Kit, desk: Desk, wording: Wording) -> tuple[Command, ...]:
    """Return the commands about deals that are over."""

    async def replay(asker: Asker, _: Table, past: Past, deal: int | None) -> Answer:
        return Tell(await afterwards.film(kit, asker, past, afterwards.shown_as(past, deal), 0))

    async def last(asker: Asker, _: Table, past: Past, __: int | None) -> Answer:
        return Tell(await afterwards.ending(kit, asker, past))

    async def record(asker: Asker, _: Table, past: Past, __: int | None) -> Answer:
        return Tell(afterwards.record(asker, past))

    async def verify(asker: Asker, table: Table, past: Past, deal: int | None) -> Answer:
        return afterwards.check(asker, table, past, deal)

    return (
        _of_deal(kit, desk, wording, "replay", replay),
        _of_table(kit, desk, wording, "last", last),
        _of_table(kit, desk, wording, "record", record),
        _of_deal(kit, desk, wording, "verify", verify),
    )


def _of_table(kit: Kit, desk: Desk, wording: Wording, key: str, deed: Deed) -> Command:
    @app_commands.describe(table=wording("option.table.description"))
    @app_commands.rename(table=wording("option.table.name"))
    async def run(interaction: discord.Interaction, table: Range[int, 1, MOST] | None = None) -> None:
        await _serve(kit, desk, interaction, deed, table, None)

    return _command(run, key, wording)


def _of_deal(kit: Kit, desk: Desk, wording: Wording, key: str, deed: Deed) -> Command:
    @app_commands.describe(table=wording("option.table.description"), deal=wording("option.deal.description"))
    @app_commands.rename(table=wording("option.table.name"), deal=wording("option.deal.name"))
    async def run(
        interaction: discord.Interaction,
        table: Range[int, 1, MOST] | None = None,
        deal: Range[int, 1, MOST] | None = None,
    ) -> None:
        await _serve(kit, desk, interaction, deed, table, deal)

    return _command(run, key, wording)


async def _serve(
    kit: Kit, desk: Desk, interaction: discord.Interaction, deed: Deed, table: int | None, deal: int | None
) -> None:
    async def answer(asker: Asker) -> Answer:
        found, past = await afterwards.table_with_past(kit, asker, table)
        return await deed(asker, found, past, deal)

    await desk.serve(asker_of(kit, interaction), answer)


def _command(run: Any, key: str, wording: Wording) -> Command:
    command: Command = app_commands.Command(
        name=wording(f"command.{key}.name"), description=wording(f"command.{key}.description"), callback=run
    )
    command.guild_only = True
    return command
