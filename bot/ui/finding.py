"""Which table a person means, and whether the bot may run one here."""

from collections.abc import Sequence
from typing import Final

import discord

from bot.play.occupants import ChannelId, TableId
from bot.play.refusals import Refused, Why
from bot.play.table import Table
from bot.ui.asker import Asker
from bot.ui.kit import Kit

NEAR: Final = 50
"""How many tables of a channel are looked through for those of one thread."""
_NEEDED: Final = ("view_channel", "attach_files")


async def table_here(kit: Kit, asker: Asker) -> Table:
    """Return the table of this thread, else that which a person sits at in this channel, else the newest here.

    Where there is none at all it is the newest that he sits at elsewhere in the server.

    Raises:
        Refused: there is none.
    """
    guild, channel = asker.place
    if isinstance(asker.interaction.channel, discord.Thread):
        known = await kit.places.table_in(kit.notes, channel)
        if known is not None:
            return await kit.registry.table(known)
    everywhere = [t for t in kit.registry.live() if t.facts.guild == guild and t.seat_of(asker.user) is not None]
    mine = [t for t in everywhere if t.facts.channel == channel]
    table = _newest(mine) or await kit.registry.in_channel(channel) or _newest(everywhere)
    if table is None:
        raise Refused(Why.NO_TABLE_HERE)
    return table


async def tables_here(kit: Kit, asker: Asker) -> list[TableId]:
    """Return the tables of this channel, or those that were shown in this thread, newest first.

    Raises:
        Refused: it was outside of a server.
    """
    _, channel = asker.place
    found = set(await kit.surfaces.tables_in(channel))
    thread = asker.interaction.channel
    if isinstance(thread, discord.Thread) and await kit.places.table_in(kit.notes, channel) is not None:
        near = await kit.surfaces.tables_in(ChannelId(thread.parent_id))
        found |= {id_ for id_ in near[:NEAR] if await kit.places.thread(kit.notes, id_) == channel}
    return sorted(found, reverse=True)


def _newest(tables: Sequence[Table]) -> Table | None:
    return max(tables, key=lambda table: table.id, default=None)


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
