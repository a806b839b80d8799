"""The controls of a lobby."""

from typing import Final

from bot.play.occupants import Computer, Person, TableId, parse_who
from bot.play.refusals import StaleTask
from bot.play.table import Table
from bot.ui.answers import Answer, Nothing, ShowHand, Update, tell
from bot.ui.body import Body, Text
from bot.ui.changes import roomy
from bot.ui.counting import counted_by, lost_words
from bot.ui.ids import Verb
from bot.ui.panels.hosting import ADDED, KICK
from bot.ui.ports import Notes
from bot.ui.presses.press import Handler, Press
from engine.players import PLAYERS
from engine.seats import Seat

USUAL_LEVEL: Final = "club"
"""How well computer players play where nobody has said."""
LEVEL: Final = "level:{table}"
"""The note that keeps the level which a table was opened with."""


async def _join(press: Press) -> Answer:
    await press.table.join(press.user)
    return ShowHand(press.table)


async def _sit(press: Press) -> Answer:
    """Take the seat that was chosen, or change to it."""
    seat = Seat(int(press.values[0]))
    if press.table.seat_of(press.user) is None:
        await press.table.join(press.user, seat)
    else:
        await press.table.move(press.user, seat)
    return ShowHand(press.table)


async def _mix(press: Press) -> Answer:
    await press.table.shuffle_seats(press.user)
    return ShowHand(press.table)


async def _host(press: Press) -> Answer:
    """Do what the host has chosen: send somebody away, or make somebody else host; only whom he saw in the list."""
    deed, number, who = press.values[0].split()
    seat, meant = Seat(int(number)), parse_who(who)
    if seat >= len(press.table.occupants) or press.table.occupants[seat] != meant:
        raise StaleTask
    if deed == KICK:
        await press.table.kick(press.user, seat)
    elif isinstance(meant, Person):
        await press.table.hand_over(press.user, meant.user)
    return ShowHand(press.table)


async def _go(press: Press) -> Answer:
    """Leave a match for good, after having been asked."""
    await press.table.leave(press.user)
    return Update(Body((Text(press.texts.say("seats.left")),)))


async def _preset(press: Press) -> Answer:
    before = await counted_by(press.kit, press.table.facts)
    people = sum(isinstance(occupant, Person) for occupant in press.table.occupants)
    await press.table.set_rules(press.user, press.values[0], roomy(press.values[0], people))
    lost = lost_words(before, await counted_by(press.kit, press.table.facts), press.texts)
    return ShowHand(press.table, lost or None)


async def _leave(press: Press) -> Answer:
    await press.table.leave(press.user)
    return tell(press.texts.say("ui.left"))


async def _add(press: Press) -> Answer:
    await press.table.add_computer(press.user, await computer_level(press.kit.notes, press.table))
    return Nothing()


async def _level(press: Press) -> Answer:
    """Add a computer player of the level that was chosen, or have one that is there play at it."""
    seat, _, level = press.values[0].partition(" ")
    if seat == ADDED:
        await press.table.add_computer(press.user, level)
    else:
        await press.table.set_level(press.user, Seat(int(seat)), level)
    return ShowHand(press.table)


async def _drop(press: Press) -> Answer:
    await press.table.drop_computer(press.user)
    return Nothing()


async def _start(press: Press) -> Answer:
    await press.table.start(press.user, press.cut)
    return ShowHand(press.table)


async def computer_level(notes: Notes, table: Table) -> str:
    """Return the level of the computer players already there, else the one that the table was opened with."""
    here = next((o.level for o in table.occupants if isinstance(o, Computer)), None)
    noted = here or await notes.recall(LEVEL.format(table=table.id))
    return noted if noted is not None and noted in PLAYERS else USUAL_LEVEL


async def note_level(notes: Notes, table: TableId, level: str) -> None:
    """Note how well computer players play that are added later to a table without any."""
    if level != USUAL_LEVEL:
        await notes.note(LEVEL.format(table=table), level)


HANDLERS: Final[dict[Verb, Handler]] = {
    Verb.JOIN: _join,
    Verb.SIT: _sit,
    Verb.LEAVE: _leave,
    Verb.ADD: _add,
    Verb.DROP: _drop,
    Verb.START: _start,
    Verb.GO: _go,
    Verb.MIX: _mix,
    Verb.HOST: _host,
    Verb.PRESET: _preset,
    Verb.LEVEL: _level,
}
