"""Which table a person means, and whether the bot may run one here."""

from typing import Final

import discord

from bot.play.refusals import Refused, Why
from bot.play.table import Table
from bot.ui.asker import Asker
from bot.ui.kit import Kit

_NEEDED: Final = ("view_channel", "attach_files")


async def table_here(kit: Kit, asker: Asker) -> Table:
    """Return the table that a person sits at in this channel, else the newest of the channel.

    Raises:
        Refused: there is none.
    """
    _, channel = asker.place
    mine = [t for t in kit.registry.live() if t.facts.channel == channel and t.seat_of(asker.user) is not None]
    table = max(mine, key=lambda t: t.id) if mine else await kit.registry.in_channel(channel)
    if table is None:
        raise Refused(Why.NO_TABLE_HERE)
    return table


def require_permissions(interaction: discord.Interaction) -> None:
    """Make sure that the bot can show a table in this channel.

    Raises:
        Refused: it lacks permissions; the refusal names them.
    """
    threaded = isinstance(interaction.channel, discord.Thread)
    needed = (*_NEEDED, "send_messages_in_threads" if threaded else "send_messages")
    missing = tuple(name for name in needed if not getattr(interaction.app_permissions, name))
    if missing:
        raise Refused(Why.NOT_ALLOWED_HERE, permissions=missing)
