"""The list of a server's tables: who sits there, and whether one can still sit down."""

from typing import TYPE_CHECKING, Final

from bot.play.occupants import Computer, Person
from bot.play.ports import Status
from bot.play.table import Table
from bot.ui.asker import Asker
from bot.ui.kit import Kit

if TYPE_CHECKING:
    from bot.text.catalogue import Texts

MOST_LISTED: Final = 20


async def listed(kit: Kit, asker: Asker) -> str:
    """Return the tables of a server that are open, a line each."""
    guild, _ = asker.place
    tables = [table for table in kit.registry.live() if table.facts.guild == guild]
    if not tables:
        return asker.texts.say("seats.list_none")
    lines = [
        asker.texts.say(
            "seats.list_line",
            table=table.id,
            preset=asker.texts.preset(table.facts.preset),
            channel=f"<#{await kit.places.of(kit.notes, table.facts)}>",
            who=_who(table, asker.texts),
            state=_state(table, asker.texts),
        )
        for table in tables
    ]
    return "\n".join((f"## {asker.texts.say('seats.list_heading')}", *lines[:MOST_LISTED]))


def _who(table: Table, texts: "Texts") -> str:
    """Return how many people sit at a table, and how many computers if there are any."""
    computers = sum(isinstance(o, Computer) for o in table.occupants)
    people = sum(isinstance(o, Person) for o in table.occupants)
    said = [texts.say("listing.people", count=people)]
    return texts.listed([*said, *([texts.say("listing.computers", count=computers)] if computers else [])])


def _state(table: Table, texts: "Texts") -> str:
    """Return whether a table plays, or how many seats are free."""
    if table.facts.status is Status.PLAYING:
        return texts.say("listing.paused" if table.facts.paused else "listing.playing")
    free = table.occupants.count(None)
    return texts.say("listing.free", count=free) if free else texts.say("listing.full")
