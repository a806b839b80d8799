"""`/settings`: what a person chooses for himself. `/config`: what is chosen for a server."""

from typing import Any

import discord
from discord import app_commands

from bot.ui.answers import Answer, Desk, Tell
from bot.ui.asker import Asker
from bot.ui.choosing import config_here
from bot.ui.commands.table import Command, asker_of, single
from bot.ui.commands.wording import Wording
from bot.ui.kit import Kit
from bot.ui.panels.choices import settings_body


def commands(kit: Kit, desk: Desk, wording: Wording) -> tuple[Command, ...]:
    """Return the commands to choose by."""
    return _settings(kit, desk, wording), _config(kit, desk, wording)


def _settings(kit: Kit, desk: Desk, wording: Wording) -> Command:
    async def settings(interaction: discord.Interaction) -> None:
        async def deed(asker: Asker) -> Answer:
            return Tell(settings_body(await kit.people.preferences(asker.user), asker.texts))

        await desk.serve(asker_of(kit, interaction), deed)

    return single(settings, "settings", wording)


def _config(kit: Kit, desk: Desk, wording: Wording) -> Command:
    async def config(interaction: discord.Interaction) -> None:
        async def deed(asker: Asker) -> Answer:
            return Tell(await config_here(kit, asker))

        await desk.serve(asker_of(kit, interaction), deed)

    shown_to: Any = app_commands.default_permissions(manage_guild=True)
    command: Command = shown_to(single(config, "config", wording))
    return command
