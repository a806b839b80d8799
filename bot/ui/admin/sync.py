"""Sends `/admin` to the server of those who run the bot, and to no other."""

import hashlib
import json
from typing import Any, Final

import discord
import structlog
from discord import app_commands

from bot.ui.core.services import Services

log: Final = structlog.get_logger()

ADMIN_COMMANDS_KEY: Final = "admin_commands"
"""Key of the server that has the commands, and of their hash."""


async def sync_admin_commands(tree: app_commands.CommandTree[discord.Client], services: Services) -> None:
    """Send the commands if they or the server have changed; take them from a server that had them before."""
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
        log.warning("the commands for administrators were refused: is the bot in that server?", admin_server=guild)
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
