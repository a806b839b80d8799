"""Showing a table again when somebody asks for it, elsewhere if its own place is lost; and why it has no thread."""

from typing import TYPE_CHECKING

from bot.play.occupants import ChannelId
from bot.play.refusals import Refused, Why
from bot.play.table import Table
from bot.ui.asker import Asker
from bot.ui.kit import Kit
from bot.ui.troubles import NOTE

if TYPE_CHECKING:
    from bot.ui.outbox import Outbox

_NEEDED = ("create_public_threads", "send_messages_in_threads")
TOLD = "threads:{channel}"
"""The note that keeps that it was told what threads need in a channel."""


async def show_again(kit: Kit, asker: Asker, outbox: "Outbox", table: Table) -> str:
    """Have a table shown anew and return what to say about it; one whose channel is lost moves here.

    Raises:
        Refused: it would have to move to a channel in which the server wants no tables.
    """
    _, here = asker.place
    if table.seat_of(asker.user) is not None and await _lost(kit, table):
        if await kit.places.table_in(kit.notes, here) == table.id:
            await kit.places.enter(kit.notes, table.id, here)
        elif here != table.facts.channel:
            await _move(kit, asker, table, here)
    outbox.board(table).repost()
    place = await kit.places.of(kit.notes, table.facts)
    return asker.texts.say("ui.reposted" if place == here else "threads.reposted", channel=f"<#{place}>")


async def why_no_thread(kit: Kit, asker: Asker) -> str | None:
    """Return what the bot lacks to show tables of this channel in threads, once; None if it lacks nothing."""
    guild, channel = asker.place
    wanted = kit.manners.threads and (await kit.guilds.settings(guild)).threads
    threaded = getattr(asker.interaction.channel, "parent_id", None) is not None
    missing = [name for name in _NEEDED if not getattr(asker.interaction.app_permissions, name)]
    note = TOLD.format(channel=channel)
    if not wanted or threaded or not missing or await kit.notes.recall(note):
        return None
    await kit.notes.note(note, "told")
    return asker.texts.say(
        "threads.not_permitted", permissions=[asker.texts.say(f"permission.{one}") for one in missing]
    )


async def _lost(kit: Kit, table: Table) -> bool:
    return bool(await kit.notes.recall(NOTE.format(table=table.id)))


async def _move(kit: Kit, asker: Asker, table: Table, here: ChannelId) -> None:
    settings = await kit.guilds.settings(table.facts.guild)
    parent = getattr(asker.interaction.channel, "parent_id", None)
    if not settings.allows(here, ChannelId(parent) if parent else None):
        raise Refused(Why.NOT_IN_CHANNEL, channels=settings.channels)
    await kit.places.leave(kit.notes, table.id)
    await table.move_to(here)
