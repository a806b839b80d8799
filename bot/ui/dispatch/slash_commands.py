"""Registers the slash commands."""

import discord
from discord import app_commands

from bot.ui.core.interactions.command_builder import CommandTexts
from bot.ui.core.services import Services
from bot.ui.dispatch.dispatcher import Dispatcher
from bot.ui.events import commands as event_commands
from bot.ui.events.league_option import add_schedule
from bot.ui.hand import commands as hand_commands
from bot.ui.league import commands as league_commands
from bot.ui.learn import commands as learn_commands
from bot.ui.lobby import commands as lobby_commands
from bot.ui.puzzles import commands as puzzle_commands
from bot.ui.ratings import commands as ratings_commands
from bot.ui.replay import commands as replay_commands
from bot.ui.settings import commands as settings_commands
from bot.ui.surfaces.outbox import Outbox
from bot.ui.table import commands as table_commands
from bot.ui.teams import commands as teams_commands


def add_commands(
    tree: app_commands.CommandTree[discord.Client], services: Services, dispatcher: Dispatcher, outbox: Outbox
) -> None:
    """Add every command to the tree, in the order in which the help lists them."""
    wording = CommandTexts(services.catalogue)
    leagues = league_commands.build_group(services, dispatcher, wording)
    add_schedule(leagues, services, dispatcher, wording)
    all_commands = (
        *lobby_commands.build_commands(services, dispatcher, outbox, wording),
        *hand_commands.build_commands(services, dispatcher, wording),
        *table_commands.build_commands(services, dispatcher, outbox, wording),
        *learn_commands.build_commands(services, dispatcher, wording),
        *puzzle_commands.build_commands(services, dispatcher, wording),
        *replay_commands.build_commands(services, dispatcher, wording),
        *teams_commands.build_commands(services, dispatcher, wording),
        leagues,
        *event_commands.build_commands(services, dispatcher, wording),
        *ratings_commands.build_commands(services, dispatcher, wording),
        *settings_commands.build_commands(services, dispatcher, wording),
    )
    for command in all_commands:
        tree.add_command(command)
