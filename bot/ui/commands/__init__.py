"""The slash commands: each reads who and what, calls one thing, and lets the desk answer."""

import discord
from discord import app_commands

from bot.ui.answers import Desk
from bot.ui.commands import after, league, learn, people, play, privacy, seats, settings, table, teams, watch
from bot.ui.commands.wording import Wording
from bot.ui.kit import Kit
from bot.ui.outbox import Outbox


def add_commands(tree: app_commands.CommandTree[discord.Client], kit: Kit, desk: Desk, outbox: Outbox) -> None:
    """Put every command into the tree, in the order in which the help lists them: by subject."""
    wording = Wording(kit.catalogue)
    all_commands = (
        *table.commands(kit, desk, outbox, wording),
        *play.commands(kit, desk, wording),
        *seats.commands(kit, desk, wording),
        *watch.commands(kit, desk, wording),
        *learn.commands(kit, desk, wording),
        *after.commands(kit, desk, wording),
        *teams.commands(kit, desk, wording),
        *league.commands(kit, desk, wording),
        *people.commands(kit, desk, wording),
        *settings.commands(kit, desk, wording),
        *privacy.commands(kit, desk, wording),
    )
    for command in all_commands:
        tree.add_command(command)
