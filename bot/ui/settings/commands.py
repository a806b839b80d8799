"""`/settings` for a user, `/config` for a server, and `/privacy` for personal data."""

from typing import Any

import discord
from discord import app_commands

from bot.ui.core.interactions.command_builder import Command, CommandTexts, describe_command, single_command
from bot.ui.core.interactions.context import context_of
from bot.ui.core.interactions.dispatch_ports import Dispatcher
from bot.ui.core.services import Services
from bot.ui.settings.handlers import open_server_settings, open_settings
from bot.ui.settings.privacy_handlers import confirm_deletion, export_personal_data


def build_commands(services: Services, dispatcher: Dispatcher, wording: CommandTexts) -> tuple[Command, ...]:
    """Return the commands about settings and personal data."""

    async def settings(interaction: discord.Interaction) -> None:
        await dispatcher.run(context_of(services, interaction), open_settings)

    async def config(interaction: discord.Interaction) -> None:
        await dispatcher.run(context_of(services, interaction), open_server_settings)

    for_managers: Any = app_commands.default_permissions(manage_guild=True)
    privacy = app_commands.Group(**describe_command(wording, "privacy"))

    @privacy.command(**describe_command(wording, "privacy_export"))
    async def export(interaction: discord.Interaction) -> None:
        await dispatcher.run(context_of(services, interaction), export_personal_data)

    @privacy.command(**describe_command(wording, "privacy_delete"))
    async def delete(interaction: discord.Interaction) -> None:
        await dispatcher.run(context_of(services, interaction), confirm_deletion)

    config_command: Command = for_managers(single_command(config, "config", wording))
    return single_command(settings, "settings", wording), config_command, privacy
