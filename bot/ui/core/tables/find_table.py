"""Finds the table that a user means, by its number or by where they are, and lists the tables of a channel."""

from collections.abc import Sequence
from typing import Final

import discord

from bot.ids import ChannelId, TableId, UserId
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.tables.table import Table
from bot.play.values.table_info import LIVE_STATUSES, TableStatus
from bot.ui.core.interactions.context import Context
from engine.model.view import Ask

MAX_TABLES_NAMED: Final = 5
MAX_TABLES_SEARCHED: Final = 50
"""How many tables, newest first, the bot searches in a channel to find those of one of its threads."""


async def find_table_by_id(ctx: Context, table: TableId) -> Table:
    """Return a table of the user's server. Raises TableRefused: this server has no table with this number."""
    found = await ctx.services.registry.get_table(table)
    if found.facts.guild != ctx.location[0]:
        raise TableRefused(TableRefusal.NO_TABLE)
    return found


async def get_current_table(ctx: Context) -> Table:
    """Return the table that `find_current_table` finds. Raises TableRefused: there is none."""
    table = await find_current_table(ctx)
    if table is None:
        raise TableRefused(TableRefusal.NO_TABLE_HERE)
    return table


async def get_open_table(ctx: Context) -> Table:
    """Return the current table if it is live or belongs to this thread. Raises TableRefused: there is none."""
    table = await get_current_table(ctx)
    if table.facts.status not in LIVE_STATUSES and table is not await _find_thread_table(ctx):
        raise TableRefused(TableRefusal.NO_TABLE_HERE)
    return table


async def find_current_table(ctx: Context) -> Table | None:
    """Return the table for a user who names none; None if there is no such table.

    In a table's thread, it is that table. Elsewhere, it is the first of these that exists: the user's live table in
    this channel; the channel's last table, if live; the user's live table in another channel; the channel's last table.
    Among several live tables of the user, one that waits for them comes first, then the newest.
    """
    if (known := await _find_thread_table(ctx)) is not None:
        return known
    channel, own = ctx.location[1], _list_own_tables(ctx)
    last = await ctx.services.registry.find_in_channel(channel)
    live = last if last is not None and last.facts.status in LIVE_STATUSES else None
    mine = _choose_own(ctx, [table for table in own if table.facts.channel == channel])
    return mine or live or _choose_own(ctx, own) or last


def _choose_own(ctx: Context, own: Sequence[Table]) -> Table | None:
    return _find_waiting(ctx, own) or max(own, key=lambda table: table.id, default=None)


async def get_own_table(ctx: Context) -> Table:
    """Return the current table, at which the user must have a seat.

    A finished table is returned only if they have no seat at a live table. Raises TableRefused: the user sits elsewhere
    (`SEATED_ELSEWHERE` names where), or at no live table of this server.
    """
    table = await find_current_table(ctx)
    seated = table is not None and table.seat_of(ctx.user) is not None
    elsewhere = [one for one in _list_own_tables(ctx) if one is not table]
    if table is None or not seated or (elsewhere and table.facts.status not in LIVE_STATUSES):
        if not elsewhere:
            raise TableRefused(TableRefusal.AT_NO_TABLE)
        places = [(one.id, await ctx.services.threads.get_channel(one.facts)) for one in elsewhere[:MAX_TABLES_NAMED]]
        raise TableRefused(TableRefusal.SEATED_ELSEWHERE, tables=tuple(places))
    return table


async def get_hand_table(ctx: Context) -> Table:
    """Return the table whose hand a user wants to see. Raises what `get_own_table` raises.

    It is the first of these: their live table in this thread; a table that waits for them; the table that
    `get_own_table` returns; their only live table.
    """
    if (waiting := _find_waiting(ctx, await list_candidate_tables(ctx))) is not None:
        return waiting
    try:
        return await get_own_table(ctx)
    except TableRefused:
        if len(only := _list_own_tables(ctx)) == 1:
            return only[0]
        raise


async def list_candidate_tables(ctx: Context) -> list[Table]:
    """Return the user's live tables in this server, oldest first; in the thread of one of them, only that table."""
    own = sorted(_list_own_tables(ctx), key=lambda table: table.id)
    here = await _find_thread_table(ctx)
    return [here] if here in own else own


def _find_waiting(ctx: Context, tables: Sequence[Table]) -> Table | None:
    rated = [(urgency, t) for t in tables if (urgency := _rate_urgency(t, ctx.user)) is not None]
    here = ctx.location[1]
    return min(rated, key=lambda one: (one[0], one[1].facts.channel != here, -one[1].id), default=(None, None))[1]


def _rate_urgency(table: Table, user: UserId) -> int | None:
    """Return 0 if a table waits for a user to play, 1 to declare or claim, 2 to be ready; None if it does not wait."""
    now = table.snapshot()
    seat = now.seat_of(user)
    if seat is None or seat in now.away or now.facts.status is not TableStatus.PLAYING or now.facts.paused:
        return None
    if seat in now.not_ready:
        return 2
    asked = now.view(seat).ask
    return None if asked is Ask.NOTHING else int(asked in {Ask.DECLARE, Ask.CLAIM})


async def describe_other_channel(ctx: Context, table: Table) -> str | None:
    """Return a text that names the channel of a table; None in that channel, or if the table has a thread."""
    _, here = ctx.location
    place = await ctx.services.threads.get_channel(table.facts)
    if here in {place, table.facts.channel} or place != table.facts.channel:
        return None
    return ctx.texts.say("elsewhere.shown", table=table.id, channel=f"<#{place}>")


def _list_own_tables(ctx: Context) -> list[Table]:
    guild, _ = ctx.location
    return [t for t in ctx.services.registry.list_live() if t.facts.guild == guild and t.seat_of(ctx.user) is not None]


async def list_live_tables_in_channel(ctx: Context) -> list[Table]:
    """Return the live tables of this channel, newest first. In a table's thread, return that table in any case."""
    _, channel = ctx.location
    if (known := await _find_thread_table(ctx)) is not None:
        return [known]
    found = (table for table in ctx.services.registry.list_live() if table.facts.channel == channel)
    return sorted(found, key=lambda table: table.id, reverse=True)


async def list_table_ids_in_channel(ctx: Context) -> list[TableId]:
    """Return the ids of the tables of this channel or thread, newest first."""
    _, channel = ctx.location
    found = set(await ctx.services.surface_store.list_tables_in(channel))
    thread = ctx.interaction.channel
    if isinstance(thread, discord.Thread) and await ctx.services.surface_store.find_table_by_thread(channel):
        near = await ctx.services.surface_store.list_tables_in(ChannelId(thread.parent_id))
        found |= {id_ for id_ in near[:MAX_TABLES_SEARCHED] if await ctx.services.threads.find_thread(id_) == channel}
    return sorted(found, reverse=True)


async def _find_thread_table(ctx: Context) -> Table | None:
    if not isinstance(ctx.interaction.channel, discord.Thread):
        return None
    known = await ctx.services.surface_store.find_table_by_thread(ctx.location[1])
    return None if known is None else await ctx.services.registry.get_table(known)
