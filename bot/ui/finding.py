"""Which table a person means, and whether the bot may run one here."""

from collections.abc import Sequence
from typing import Final

import discord

from bot.play.occupants import ChannelId, TableId
from bot.play.refusals import Refused, Why
from bot.play.registry import LIVE
from bot.play.table import Table
from bot.ui.asker import Asker
from bot.ui.kit import Kit

NAMED: Final = 5
"""So many tables are named at most."""
NEAR: Final = 50
"""How many tables of a channel are looked through for those of one thread."""
_NEEDED: Final = ("view_channel", "attach_files")


async def table_here(kit: Kit, asker: Asker) -> Table:
    """Return the table of this thread, else that which a person sits at in this channel, else the newest here.

    Where there is none at all it is the newest that he sits at elsewhere in the server.

    Raises:
        Refused: there is none.
    """
    _, channel = asker.place
    if isinstance(asker.interaction.channel, discord.Thread):
        known = await kit.places.table_in(kit.notes, channel)
        if known is not None:
            return await kit.registry.table(known)
    everywhere = _tables_of(kit, asker)
    mine = [t for t in everywhere if t.facts.channel == channel]
    table = _newest(mine) or await kit.registry.in_channel(channel) or _newest(everywhere)
    if table is None:
        raise Refused(Why.NO_TABLE_HERE)
    return table


async def seat_here(kit: Kit, asker: Asker) -> Table:
    """Return the table at which a person sits here, as `table_here`; one at which he has no seat if he has none at all.

    Raises:
        Refused: there is none, or he sits elsewhere; then it names where (`SITS_ELSEWHERE`).
    """
    table = await table_here(kit, asker)
    elsewhere = [one for one in _tables_of(kit, asker) if one is not table]
    if elsewhere and (table.seat_of(asker.user) is None or table.facts.status not in LIVE):
        places = [(one.id, await kit.places.of(kit.notes, one.facts)) for one in elsewhere[:NAMED]]
        raise Refused(Why.SITS_ELSEWHERE, tables=tuple(places))
    return table


async def hand_here(kit: Kit, asker: Asker) -> Table:
    """Return the table whose cards a person means: as `seat_here`, or the only one elsewhere at which he sits.

    Raises:
        Refused: as `seat_here`, where there are more.
    """
    try:
        return await seat_here(kit, asker)
    except Refused:
        if len(only := _tables_of(kit, asker)) == 1:
            return only[0]
        raise


async def where_else(kit: Kit, asker: Asker, table: Table) -> str | None:
    """Return where a table is, for somebody who asked in another channel; None if it is of this one, or in a thread.

    The panel of a table in a thread says so itself.
    """
    _, here = asker.place
    place = await kit.places.of(kit.notes, table.facts)
    if here in {place, table.facts.channel} or place != table.facts.channel:
        return None
    return asker.texts.say("elsewhere.shown", table=table.id, channel=f"<#{place}>")


def _tables_of(kit: Kit, asker: Asker) -> list[Table]:
    """Return the open tables of a server at which a person sits."""
    guild, _ = asker.place
    return [t for t in kit.registry.live() if t.facts.guild == guild and t.seat_of(asker.user) is not None]


async def here_live(kit: Kit, asker: Asker) -> list[Table]:
    """Return the tables that are open in this channel, newest first; in a table's thread that one alone.

    Raises:
        Refused: it was outside of a server, or the table of the thread is no more.
    """
    _, channel = asker.place
    if isinstance(asker.interaction.channel, discord.Thread):
        known = await kit.places.table_in(kit.notes, channel)
        if known is not None:
            return [await kit.registry.table(known)]
    found = (table for table in kit.registry.live() if table.facts.channel == channel)
    return sorted(found, key=lambda table: table.id, reverse=True)


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
