"""`/admin`, which is registered only in the server of the people who run the bot, and answers only them."""

import hashlib
import json
from typing import Any, Final

import discord
import structlog
from discord import app_commands
from discord.app_commands import Range

from bot.ui.admin.handlers import ask_announcement, ask_end, set_maintenance
from bot.ui.admin.owners import for_owners
from bot.ui.admin.view import stats_view, tables_view
from bot.ui.core.interactions.command_builder import CommandTexts, describe_command, describe_options
from bot.ui.core.interactions.context import Context, context_of
from bot.ui.core.interactions.dispatch_ports import Dispatcher
from bot.ui.core.interactions.responses import Handler, NewMessage, Response
from bot.ui.core.services import Services

log: Final = structlog.get_logger()

ADMIN_COMMANDS_KEY: Final = "admin_commands"
"""Key of the server that has the commands, and of their hash."""
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
    group = app_commands.Group(
        **describe_command(wording, "admin"), guild_only=True, default_permissions=only_administrators
    )

    async def run(interaction: discord.Interaction, handler: Handler) -> None:
        await dispatcher.run(context_of(services, interaction), for_owners(handler))

    @group.command(**describe_command(wording, "admin_tables"))
    @describe_options(wording, "page")
    async def tables(interaction: discord.Interaction, page: Range[int, 1, MAX_PAGES] = 1) -> None:
        async def handler(ctx: Context) -> Response:
            return NewMessage(await tables_view(ctx, page))

        await run(interaction, handler)

    @group.command(**describe_command(wording, "admin_end"))
    @describe_options(wording, table="admin_table")
    async def end(interaction: discord.Interaction, table: Range[int, 1, MAX_NUMBER]) -> None:
        await run(interaction, lambda ctx: ask_end(ctx, table))

    @group.command(**describe_command(wording, "admin_announce"))
    async def announce(interaction: discord.Interaction) -> None:
        await run(interaction, ask_announcement)

    @group.command(**describe_command(wording, "admin_stats"))
    async def stats(interaction: discord.Interaction) -> None:
        async def handler(ctx: Context) -> Response:
            return NewMessage(stats_view(ctx))

        await run(interaction, handler)

    @group.command(**describe_command(wording, "admin_maintenance"))
    @describe_options(wording, new_tables="admin_new_tables")
    async def maintenance(interaction: discord.Interaction, new_tables: bool) -> None:  # noqa: FBT001 - an option
        await run(interaction, lambda ctx: set_maintenance(ctx, allows_new_tables=new_tables))

    return group


async def sync_admin_commands(tree: app_commands.CommandTree[discord.Client], services: Services) -> None:
    """Send the commands if they or the server have changed; remove them from a server that had them before."""
    guild, known = services.config.admin_guild, await _load_known(services)
    wanted = {} if guild is None else {str(guild): await _fingerprint(tree, guild)}
    if wanted == known and not services.config.sync_commands:
        return
    try:
        for old in known.keys() - wanted.keys():
            await tree.client.http.bulk_upsert_guild_commands(_get_application(tree), int(old), [])
        if guild is not None:
            await tree.sync(guild=discord.Object(guild))
    except (discord.Forbidden, discord.NotFound):
        log.warning("Discord refused the admin commands: is the bot in that server?", admin_server=guild)
        return
    await services.key_values.set(ADMIN_COMMANDS_KEY, json.dumps(wanted))


async def _load_known(services: Services) -> dict[str, str]:
    known: dict[str, str] = json.loads(await services.key_values.get(ADMIN_COMMANDS_KEY) or "{}")
    return known


async def _fingerprint(tree: app_commands.CommandTree[discord.Client], guild: int) -> str:
    assert tree.translator is not None
    commands = tree.get_commands(guild=discord.Object(guild))
    payload: list[dict[str, Any]] = [await one.get_translated_payload(tree, tree.translator) for one in commands]
    return hashlib.sha256(json.dumps([_get_application(tree), payload], sort_keys=True).encode()).hexdigest()


def _get_application(tree: app_commands.CommandTree[discord.Client]) -> int:
    application = tree.client.application_id
    assert application is not None
    return application
