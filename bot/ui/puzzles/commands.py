"""`/puzzle` and `/daily`: the puzzle and the deal of the day."""

from bot.ui.core.interactions.command_builder import Command, CommandBuilder
from bot.ui.puzzles.pages import open_daily, open_today


def build_commands(builder: CommandBuilder) -> tuple[Command, ...]:
    """Return the commands for the puzzle and the deal of the day."""
    return builder.plain_command("puzzle", open_today), builder.plain_command("daily", open_daily)
