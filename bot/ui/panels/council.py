"""What the people at a table decide together: how it stands, for all to see, and what one person may be for."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from bot.play.motions import Matter, MatterKind, Tally
from bot.play.occupants import Person, TableId, UserId
from bot.play.ports import Status
from bot.play.snapshot import Snapshot
from bot.text.describe.people import plain
from bot.ui.body import Block, Body, Button, Option, Select, Text, Tone, in_rows
from bot.ui.controls import control
from bot.ui.kit import Kit
from bot.ui.limits import OPTION_TEXT, OPTIONS
from bot.ui.panels.asked import cut
from engine.seats import Seat

if TYPE_CHECKING:
    from bot.text.catalogue import Texts

VOTE: Final = "vote"
COUNCIL: Final = "council"
SHOWN: Final = 4
"""So many motions have a button on a public message."""
FINGERPRINT: Final = 32
"""So much of a shuffle's fingerprint is shown: 128 bits."""
_PARTED: Final = "."


def matter_code(matter: Matter) -> str:
    """Return a matter as a word for ids; `read_matter` reads it back."""
    parts = (matter.kind.value, matter.seat, matter.newcomer)
    return _PARTED.join("" if part is None else str(part) for part in parts)


def read_matter(code: str) -> Matter | None:
    """Read what `matter_code` wrote; None if it is nothing of the kind."""
    try:
        kind, seat, newcomer = code.split(_PARTED)
        return Matter(MatterKind(kind), Seat(int(seat)) if seat else None, UserId(int(newcomer)) if newcomer else None)
    except ValueError:
        return None


async def matter_words(kit: Kit, table: Snapshot, matter: Matter, texts: "Texts") -> str:
    """Return what a matter is about in a few plain words."""
    names = await kit.people.captions(table.occupants, texts)  # of a computer's strength there is nothing to decide
    there = names[matter.seat] if matter.seat is not None and matter.seat < len(names) else None
    newcomer = (await kit.people.names((Person(matter.newcomer),), texts))[0] if matter.newcomer is not None else None
    return texts.say(f"council.{matter.kind.value}", name=there or "", newcomer=newcomer or "")


async def motion_lines(kit: Kit, table: Snapshot, texts: "Texts") -> list[str]:
    """Return a line for each motion: what it is about, how many are for it, how many are needed."""
    return [await tally_line(kit, table, tally, texts) for tally in table.tallies]


async def tally_line(kit: Kit, table: Snapshot, tally: Tally, texts: "Texts") -> str:
    """Return how a motion stands."""
    about = plain(await matter_words(kit, table, tally.matter, texts))
    return texts.say("council.line", matter=about, votes=len(tally.seats), needed=tally.needed)


async def motion_buttons(kit: Kit, table: Snapshot, texts: "Texts") -> tuple[Block, ...]:
    """Return a button to be for each of the first motions."""
    buttons = [
        Button(vote_id(table.id, tally.matter), cut(await _for(kit, table, tally.matter, texts)), Tone.MAIN)
        for tally in table.tallies[:SHOWN]
    ]
    return in_rows(tuple(buttons), 2)


async def _for(kit: Kit, table: Snapshot, matter: Matter, texts: "Texts") -> str:
    return texts.say("council.for", matter=await matter_words(kit, table, matter, texts))


def vote_id(table: TableId, matter: Matter) -> str:
    """Return the id of the control with which one is for a matter."""
    return control(VOTE, table, matter_code(matter))


def council_button(table: TableId, texts: "Texts") -> Button:
    """Return the button that opens what can be decided."""
    return Button(control(COUNCIL, table), cut(texts.say("council.open")))


def matters(table: Snapshot) -> Iterator[Matter]:
    """Yield what could be decided now: what stands already, and what nobody has asked for yet."""
    standing = [tally.matter for tally in table.tallies]
    yield from standing
    yield from (matter for matter in _possible(table) if matter not in standing)


def _possible(table: Snapshot) -> Iterator[Matter]:
    if table.facts.status not in {Status.LOBBY, Status.PLAYING}:
        return
    if table.waited_for and table.ready:
        yield Matter(MatterKind.NEXT_DEAL)
    if table.facts.status is Status.PLAYING:
        yield from (Matter(MatterKind.COMPUTER, seat) for seat in sorted(table.away))
    yield Matter(MatterKind.CLOSE)


async def council_body(kit: Kit, table: Snapshot, texts: "Texts", notice: str = "") -> Body:
    """Return the private message in which a person says what he is for."""
    lines = [f"### {texts.say('council.heading', table=table.id)}", texts.say("council.about")]
    lines += await motion_lines(kit, table, texts)
    options = [
        Option(matter_code(matter), cut(await matter_words(kit, table, matter, texts), OPTION_TEXT))
        for matter in matters(table)
    ]
    choice = (
        (Select(control(VOTE, table.id, "", _state(table)), texts.say("council.prompt"), tuple(options[:OPTIONS])),)
        if options
        else ()
    )
    return Body((Text("\n".join(lines)), *choice)).headed(notice or None)


def _state(table: Snapshot) -> str:
    """Return a word that changes with every vote: an id that changes forgets the last choice."""
    return str(sum(len(tally.seats) for tally in table.tallies))


async def next_lines(kit: Kit, table: Snapshot, texts: "Texts") -> list[str]:
    """Return when the next deal begins by itself and whom it waits for; nothing while a deal is played."""
    lines = []
    if table.next_deal_at is not None:
        lines.append(texts.say("council.next_at", when=f"<t:{round(table.next_deal_at)}:R>"))
    if table.ready and table.waited_for:
        names = await kit.people.names(table.occupants, texts)
        waited = [plain(names[seat] or "") for seat in sorted(table.waited_for)]
        lines.append(texts.say("council.waited_for", names=waited))
    return lines


def shuffle_line(table: Snapshot, texts: "Texts") -> list[str]:
    """Return how the shuffle that counts now can be checked; nothing where none will be made."""
    lines = [texts.say("council.proof")] if table.proof is not None else []
    if table.fingerprint is not None:
        key = "council.fingerprint_next" if table.proof is not None or not table.begun else "council.fingerprint"
        lines.append(texts.say(key, fingerprint=table.fingerprint[:FINGERPRINT]))
    return [f"-# {line}" for line in lines]
