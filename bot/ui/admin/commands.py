"""The command `/admin`. Only the server of the people who run the bot has it, and it answers nobody else."""

import discord
from discord import app_commands
from discord.app_commands import Range

from bot.ui.admin.handlers import ask_announcement, ask_end, for_owners, set_maintenance
from bot.ui.admin.selftest import show_selftest
from bot.ui.admin.view import show_stats, show_tables
from bot.ui.core.interactions.command_builder import MAX_NUMBER, MAX_PAGES, CommandBuilder
from bot.ui.core.interactions.responses import Dispatcher, Handler
from bot.ui.core.services import Services


def add_admin_commands(
    tree: app_commands.CommandTree[discord.Client], services: Services, dispatcher: Dispatcher
) -> None:
    """Add `/admin` to the server that the settings name, if they name one."""
    guild = services.config.admin_guild
    if guild is not None:
        tree.add_command(_build_group(CommandBuilder(services, dispatcher)), guild=discord.Object(guild))


def _build_group(builder: CommandBuilder) -> app_commands.Group:
    group = builder.group("admin")
    group.default_permissions = discord.Permissions(administrator=True)

    async def run(interaction: discord.Interaction, handler: Handler) -> None:
        await builder.run(interaction, for_owners(handler))

    @builder.command("admin_tables", "page", group=group)
    async def tables(interaction: discord.Interaction, page: Range[int, 1, MAX_PAGES] = 1) -> None:
        await run(interaction, lambda ctx: show_tables(ctx, page))

    @builder.command("admin_end", group=group, table="admin_table")
    async def end(interaction: discord.Interaction, table: Range[int, 1, MAX_NUMBER]) -> None:
        await run(interaction, lambda ctx: ask_end(ctx, table))

    builder.plain_command("admin_announce", for_owners(ask_announcement), group)
    builder.plain_command("admin_stats", for_owners(show_stats), group)
    builder.plain_command("admin_selftest", for_owners(show_selftest), group)

    @builder.command("admin_maintenance", group=group, new_tables="admin_new_tables")
    async def maintenance(interaction: discord.Interaction, new_tables: bool) -> None:  # noqa: FBT001 - an option of the command
        await run(interaction, lambda ctx: set_maintenance(ctx, allows_new_tables=new_tables))

    return group
