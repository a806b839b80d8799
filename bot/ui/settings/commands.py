"""`/settings` for a user, `/config` for a server, and `/privacy` for personal data."""

from typing import Any

from discord import app_commands

from bot.ui.core.interactions.command_builder import Command, CommandBuilder
from bot.ui.settings.handlers import open_server_settings, open_settings
from bot.ui.settings.privacy_handlers import confirm_deletion, export_personal_data


def build_commands(builder: CommandBuilder) -> tuple[Command, ...]:
    """Return the commands about settings and personal data."""
    for_managers: Any = app_commands.default_permissions(manage_guild=True)
    config = for_managers(builder.plain_command("config", open_server_settings))
    privacy = builder.group("privacy")
    builder.plain_command("privacy_export", export_personal_data, privacy)
    builder.plain_command("privacy_delete", confirm_deletion, privacy)
    return builder.plain_command("settings", open_settings), config, privacy
