"""The list of a server's tables."""

from collections.abc import Iterator
from typing import Final

from bot.play.tables.table import Table
from bot.play.values.table_info import Computer, Person, TableStatus
from bot.text.catalogue import Texts
from bot.ui.core.interactions.context import Context

MAX_LISTED: Final = 20


async def format_table_list(ctx: Context) -> str:
    """Return the live tables of a server, one line each."""
    guild, _ = ctx.location
    tables = [table for table in ctx.services.registry.list_live() if table.facts.guild == guild]
    if not tables:
        return ctx.texts.say("seats.list_none")
    lines = [
        ctx.texts.say(
            "seats.list_line",
            table=table.id,
            preset=ctx.texts.format_preset(table.facts.preset),
            channel=f"<#{await ctx.services.threads.get_channel(table.facts)}>",
            who=format_players(table, ctx.texts),
            state=format_state(table, ctx.texts),
        )
        for table in tables
    ]
    return "\n".join((f"## {ctx.texts.say('seats.list_heading')}", *lines[:MAX_LISTED]))


def format_players(table: Table, texts: Texts) -> str:
    """Return how many people and computers have seats."""
    computers = sum(isinstance(o, Computer) for o in table.occupants)
    people = sum(isinstance(o, Person) for o in table.occupants)
    people_text = [texts.say("listing.people", count=people)] if people or not computers else []
    return texts.format_list([*people_text, *([texts.say("listing.computers", count=computers)] if computers else [])])


def format_state(table: Table, texts: Texts) -> str:
    """Return whether a table plays, is paused, or has free seats."""
    if table.facts.status is TableStatus.PLAYING:
        state = texts.say("listing.paused" if table.facts.paused else "listing.playing")
        friendly = [texts.say("listing.friendly")] if table.facts.is_friendly else []
        return " · ".join((state, *friendly, *_list_limits(table, texts)))
    free = table.occupants.count(None)
    return texts.say("listing.free", count=free) if free else texts.say("listing.full")


def _list_limits(table: Table, texts: Texts) -> Iterator[str]:
    """Yield the progress of a match with a limit."""
    facts = table.facts
    if facts.match_deals is not None:
        deal = max(table.spectator_view().deal_number, 1)
        yield texts.say("length.deal_of", deal=deal, deals=facts.match_deals)
    if facts.match_ends_at is not None:
        yield texts.say("length.until", when=f"<t:{round(table.snapshot().to_wall(facts.match_ends_at))}:t>")
