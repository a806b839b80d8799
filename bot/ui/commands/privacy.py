"""`/privacy`: what is kept of a person as a file, and to be forgotten."""

import discord
from discord import app_commands

from bot.ui.answers import Answer, Desk, Tell
from bot.ui.asker import Asker
from bot.ui.commands.table import Command, asker_of
from bot.ui.commands.wording import Wording
from bot.ui.kit import Kit
from bot.ui.privacy import all_kept, ask_whether


def commands(kit: Kit, desk: Desk, wording: Wording) -> tuple[Command, ...]:
    """Return `/privacy export` and `/privacy delete`."""
    group = app_commands.Group(
        name=wording("command.privacy.name"), description=wording("command.privacy.description"), guild_only=True
    )

    @group.command(
        name=wording("command.privacy_export.name"), description=wording("command.privacy_export.description")
    )
    async def export(interaction: discord.Interaction) -> None:
        async def deed(asker: Asker) -> Answer:
            return Tell(await all_kept(kit, asker))

        await desk.serve(asker_of(kit, interaction), deed)

    @group.command(
        name=wording("command.privacy_delete.name"), description=wording("command.privacy_delete.description")
    )
    async def delete(interaction: discord.Interaction) -> None:
        async def deed(asker: Asker) -> Answer:
            return Tell(ask_whether(asker.texts))

        await desk.serve(asker_of(kit, interaction), deed)

    return (group,)
