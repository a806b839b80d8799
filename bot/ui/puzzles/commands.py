"""`/puzzle` and `/daily`: the puzzle and the deal of the day."""

import discord

from bot.ui.core.interactions.command_builder import Command, CommandTexts, single_command
from bot.ui.core.interactions.context import context_of
from bot.ui.core.interactions.dispatch_ports import Dispatcher
from bot.ui.core.services import Services
from bot.ui.puzzles.daily_pages import open_daily
from bot.ui.puzzles.pages import open_today


def build_commands(services: Services, dispatcher: Dispatcher, wording: CommandTexts) -> tuple[Command, ...]:
    """Return the commands for the puzzle and the deal of the day."""

    async def puzzle(interaction: discord.Interaction) -> None:
        await dispatcher.run(context_of(services, interaction), open_today)

    async def daily(interaction: discord.Interaction) -> None:
        await dispatcher.run(context_of(services, interaction), open_daily)

    return single_command(puzzle, "puzzle", wording), single_command(daily, "daily", wording)
