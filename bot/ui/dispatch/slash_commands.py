"""Registers the slash commands for all users."""

import discord
from discord import app_commands

from bot.ui.core.interactions.command_builder import CommandBuilder
from bot.ui.core.services import Services
from bot.ui.dispatch.dispatcher import InteractionDispatcher
from bot.ui.events import commands as event_commands
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
    tree: app_commands.CommandTree[discord.Client],
    services: Services,
    dispatcher: InteractionDispatcher,
    outbox: Outbox,
) -> None:
    """Add the commands for all users to the tree, in the order in which the help lists them."""
    builder = CommandBuilder(services, dispatcher)
    all_commands = (
        *lobby_commands.build_commands(builder, outbox),
        *hand_commands.build_commands(builder),
        *table_commands.build_commands(builder, outbox),
        *learn_commands.build_commands(builder),
        *puzzle_commands.build_commands(builder),
        *replay_commands.build_commands(builder),
        *teams_commands.build_commands(builder),
        *league_commands.build_commands(builder),
        *event_commands.build_commands(builder),
        _build_new(builder),
        *ratings_commands.build_commands(builder),
        *settings_commands.build_commands(builder),
    )
    for command in all_commands:
        tree.add_command(command)


def _build_new(builder: CommandBuilder) -> app_commands.Group:
    group = builder.group("new")
    event_commands.add_new_event(group, builder)
    league_commands.add_new_league(group, builder)
    teams_commands.add_new_team(group, builder)
    return group
