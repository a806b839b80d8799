"""What a watcher sees: a private message with what everybody may see, in his own language, and seats to ask for."""

from typing import TYPE_CHECKING, Final

from bot.play.motions import MatterKind, Tally
from bot.play.occupants import Computer, UserId
from bot.play.ports import Status
from bot.play.snapshot import Snapshot
from bot.text.describe.people import plain
from bot.ui.body import Block, Body, Button, Option, Select, Text, in_rows
from bot.ui.ids import Id, Verb
from bot.ui.kit import Kit
from bot.ui.limits import OPTION_TEXT, OPTIONS
from bot.ui.panels.asked import cut
from bot.ui.panels.board import state_lines, table_picture

if TYPE_CHECKING:
    from bot.text.catalogue import Texts

Stamp = tuple[object, ...]
ABOVE: Final = "###"


def watch_stamp(table: Snapshot) -> Stamp:
    """Return what a watcher's message hangs on: as long as it is the same, nothing new need be shown to him."""
    view, facts = table.watch(), table.facts
    played = (
        view.deal_number,
        view.phase,
        view.to_draw,
        len(view.declarations),
        len(view.tricks),
        len(view.trick.plays),
    )
    return (facts.status, facts.seats, facts.away, facts.paused, facts.motions, *played, view.redeal)


async def watch_panel(kit: Kit, table: Snapshot, user: UserId, texts: "Texts") -> Body:
    """Return what a watcher sees now.

    Raises:
        Refused: the match has not begun.
    """
    view = table.watch()
    names = tuple(plain(name or "") for name in await kit.people.names(table.occupants, texts))
    lines = [f"{ABOVE} {texts.say('watch.heading', table=table.id)}", f"-# {texts.say('watch.about')}"]
    lines += state_lines(kit, table, view, names, texts)
    picture = await table_picture(kit, table, texts)
    refresh = Button(str(Id(table.id, Verb.WATCH)), cut(texts.say("ui.refresh")))
    last = Button(str(Id(table.id, Verb.LAST)), cut(texts.say("ui.last_trick")))
    rules = Button(str(Id(table.id, Verb.RULES)), cut(texts.say("ui.rules")))
    return Body(
        (Text("\n".join(lines)), *picture, *await _seat(kit, table, user, texts), *in_rows((refresh, last, rules)))
    )


async def _seat(kit: Kit, table: Snapshot, user: UserId, texts: "Texts") -> tuple[Block, ...]:
    """Return the list of seats that may be asked for, or the one that was."""
    if table.facts.status is not Status.PLAYING:
        return ()
    names = await kit.people.names(table.occupants, texts)
    wanted = _request(table, user)
    if wanted is not None and wanted.matter.seat is not None:
        name = plain(names[wanted.matter.seat] or "")
        withdraw = Button(str(Id(table.id, Verb.WITHDRAW)), cut(texts.say("watch.withdraw")))
        return (Text(texts.say("watch.asked", name=name)), *in_rows((withdraw,)))
    free = [seat for seat, who in enumerate(table.occupants) if isinstance(who, Computer) or seat in table.away]
    if not free:
        return ()
    options = tuple(
        Option(str(seat), cut(texts.say("ui.seat", seat=seat + 1), OPTION_TEXT), names[seat] or "") for seat in free
    )
    id_ = Id(table.id, Verb.SIT_IN, ".".join(map(str, free)))
    return (Select(str(id_), texts.say("watch.prompt"), options[:OPTIONS]),)


def _request(table: Snapshot, user: UserId) -> Tally | None:
    """Return the motion with which a person asks for a seat."""
    asked = (tally for tally in table.tallies if tally.matter.kind is MatterKind.NEWCOMER)
    return next((tally for tally in asked if tally.matter.newcomer == user), None)
