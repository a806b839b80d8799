"""The permissions that the bot needs in a channel."""

from typing import Final

import discord

from bot.play.refusals import TableRefusal, TableRefused

_NEEDED: Final = ("view_channel", "attach_files")


def require_permissions(interaction: discord.Interaction) -> None:
    """Make sure that the bot can show a table in this channel.

    Raises:
        TableRefused: it lacks permissions, which the refusal names.
    """
    threaded = isinstance(interaction.channel, discord.Thread)
    needed = (*_NEEDED, "send_messages_in_threads" if threaded else "send_messages")
    missing = tuple(name for name in needed if not getattr(interaction.app_permissions, name))
    if missing:
        raise TableRefused(TableRefusal.NOT_ALLOWED_HERE, permissions=missing)
