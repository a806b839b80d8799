"""`/watch`: what everybody may see of the table here."""

from functools import partial

import discord

from bot.play.refusals import Refused, Why
from bot.play.table import Table
from bot.ui.answers import Answer, Desk, ShowHand
from bot.ui.asker import Asker
from bot.ui.commands.table import Command, asker_of, single
from bot.ui.commands.wording import Wording
from bot.ui.finding import table_here
from bot.ui.kit import Kit


def commands(kit: Kit, desk: Desk, wording: Wording) -> tuple[Command, ...]:
    """Return `/watch`."""

    async def watch(interaction: discord.Interaction) -> None:
        await desk.serve_table(asker_of(kit, interaction), partial(table_here, kit), _watch)

    return (single(watch, "watch", wording),)


async def _watch(_: Asker, table: Table) -> Answer:
    if not table.snapshot().begun:
        raise Refused(Why.NOT_STARTED)
    return ShowHand(table, watching=True)
