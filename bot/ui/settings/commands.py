"""`/settings` for a user, `/config` for a server, and `/privacy` for personal data."""

from functools import partial
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Range

from bot.ui.core.interactions.command_builder import Command, CommandBuilder
from bot.ui.settings.handlers import open_server_settings, open_settings
from bot.ui.settings.privacy_handlers import confirm_deletion, export_personal_data
from bot.ui.settings.view import MAX_ZONE_LENGTH, offer_time_zones


def build_commands(builder: CommandBuilder) -> tuple[Command, ...]:
    """Return the commands about settings and personal data."""

    @builder.command("config", "time_zone")
    async def config(interaction: discord.Interaction, time_zone: Range[str, 1, MAX_ZONE_LENGTH] | None = None) -> None:
        await builder.run(interaction, partial(open_server_settings, time_zone=time_zone))

    builder.complete("time_zone", offer_time_zones, config)
    for_managers: Any = app_commands.default_permissions(manage_guild=True)
    privacy = builder.group("privacy")
    builder.plain_command("privacy_export", export_personal_data, privacy)
    builder.plain_command("privacy_delete", confirm_deletion, privacy)
    return builder.plain_command("settings", open_settings), for_managers(config), privacy
