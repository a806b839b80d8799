"""`/puzzle`: the puzzle of the day."""

import discord

from bot.ui.core.command_builder import Command, CommandTexts, single_command
from bot.ui.core.context import context_of
from bot.ui.core.dispatch_ports import Dispatcher
from bot.ui.core.services import Services
from bot.ui.puzzles.pages import open_today


def build_commands(services: Services, dispatcher: Dispatcher, wording: CommandTexts) -> tuple[Command, ...]:
    """Return the command for the puzzle of the day."""

    async def puzzle(interaction: discord.Interaction) -> None:
        await dispatcher.run(context_of(services, interaction), open_today)

    return (single_command(puzzle, "puzzle", wording),)
