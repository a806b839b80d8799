"""`/admin`, which is registered only in the server of the people who run the bot, and answers only them."""

import discord
from discord import app_commands
from discord.app_commands import Range

from bot.ui.admin.handlers import ask_announcement, ask_end, for_owners, set_maintenance
from bot.ui.admin.selftest import show_selftest
from bot.ui.admin.view import show_stats, show_tables
from bot.ui.core.interactions.command_builder import CommandTexts, describe_command, describe_options
from bot.ui.core.interactions.context import context_of
from bot.ui.core.interactions.responses import Dispatcher, Handler
from bot.ui.core.services import Services

MAX_NUMBER = 2**53 - 1
"""The largest whole number that a command can carry."""
MAX_PAGES = 10_000


def add_admin_commands(
    tree: app_commands.CommandTree[discord.Client], services: Services, dispatcher: Dispatcher
) -> None:
    """Add the commands to their server, if there is one."""
    guild = services.config.admin_guild
    if guild is not None:
        tree.add_command(_build_group(services, dispatcher), guild=discord.Object(guild))


def _build_group(services: Services, dispatcher: Dispatcher) -> app_commands.Group:
    wording = CommandTexts(services.catalogue)
    only_administrators = discord.Permissions(administrator=True)
    group = app_commands.Group(**describe_command(wording, "admin"), default_permissions=only_administrators)

    async def run(interaction: discord.Interaction, handler: Handler) -> None:
        await dispatcher.run(context_of(services, interaction), for_owners(handler))

    @group.command(**describe_command(wording, "admin_tables"))
    @describe_options(wording, "page")
    async def tables(interaction: discord.Interaction, page: Range[int, 1, MAX_PAGES] = 1) -> None:
        await run(interaction, lambda ctx: show_tables(ctx, page))

    @group.command(**describe_command(wording, "admin_end"))
    @describe_options(wording, table="admin_table")
    async def end(interaction: discord.Interaction, table: Range[int, 1, MAX_NUMBER]) -> None:
        await run(interaction, lambda ctx: ask_end(ctx, table))

    @group.command(**describe_command(wording, "admin_announce"))
    async def announce(interaction: discord.Interaction) -> None:
        await run(interaction, ask_announcement)

    @group.command(**describe_command(wording, "admin_stats"))
    async def stats(interaction: discord.Interaction) -> None:
        await run(interaction, show_stats)

    @group.command(**describe_command(wording, "admin_selftest"))
    async def selftest(interaction: discord.Interaction) -> None:
        await run(interaction, show_selftest)

    @group.command(**describe_command(wording, "admin_maintenance"))
    @describe_options(wording, new_tables="admin_new_tables")
    async def maintenance(interaction: discord.Interaction, new_tables: bool) -> None:  # noqa: FBT001 - an option of the command
        await run(interaction, lambda ctx: set_maintenance(ctx, allows_new_tables=new_tables))

    return group
