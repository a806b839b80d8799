"""The lobby: who sits where, and buttons to come, go, fill the chairs and begin."""

from typing import TYPE_CHECKING, Final

import structlog

from bot.play.occupants import Computer, Person
from bot.play.ports import Status
from bot.play.snapshot import Snapshot
from bot.render.emoji import seat_name
from bot.render.pictures import LobbyPicture
from bot.text.describe.people import plain
from bot.text.describe.values import pack
from bot.ui.body import Block, Body, Button, Option, Select, Shown, Text, Tone, in_rows
from bot.ui.captions import labels_of
from bot.ui.counting import counting_lines
from bot.ui.ids import Id, Verb
from bot.ui.kit import Kit
from bot.ui.limits import ALT, OPTION_TEXT
from bot.ui.panels.asked import cut
from bot.ui.panels.changing import change_lines
from bot.ui.panels.choices import time_words
from bot.ui.panels.council import motion_buttons, motion_lines, shuffle_line
from engine.rules import Direction, Teams
from engine.seats import Seat

if TYPE_CHECKING:
    from bot.text.catalogue import Texts

log: Final = structlog.get_logger()

CHOICE: Final = 2
"""A list of seats is worth its room from so many on."""
CHANGES: Final = 6
"""So many rules that are not as usual are told."""
Names = tuple[str | None, ...]

ACCENT: Final = 0x2E8B57
PICTURE: Final = "lobby.png"


async def lobby_body(kit: Kit, table: Snapshot, texts: "Texts") -> Body:
    """Return the public message of a table that has not begun."""
    names = await kit.people.names(table.occupants, texts)
    seats = "\n".join(_seat_line(n, name, texts) for n, name in enumerate(names, 1))
    heading = texts.say("ui.lobby_heading", table=table.id, preset=texts.preset(table.facts.preset))
    if table.facts.status is not Status.LOBBY:
        return Body((Text(f"## {heading}\n{texts.say('ui.lobby_closed')}"),))
    captions = await kit.people.captions(table.occupants, texts)
    picture = await _picture(kit, table, texts, captions, cut(f"{heading}\n{_plain(table, names, texts)}", ALT))
    due = [texts.say("seats.lobby_due", when=f"<t:{round(table.lobby_ends_at)}:R>")] if table.lobby_ends_at else []
    opening = (seats, *_set(table, texts), *await counting_lines(kit, table.facts, texts))
    told = (*change_lines(table.facts, texts, CHANGES), *await motion_lines(kit, table, texts), *due)
    words = "\n".join((f"## {heading}", *opening, *told, *shuffle_line(table, texts)))
    votes = await motion_buttons(kit, table, texts)
    return Body((Text(words), *picture, *_controls(table, names, texts), *votes), ACCENT)


def _seat_line(number: int, name: str | None, texts: "Texts") -> str:
    if name is None:
        return texts.say("ui.seat_empty", seat=number)
    return texts.say("ui.seat_taken", seat=number, name=plain(name))


def _set(table: Snapshot, texts: "Texts") -> tuple[str, str]:
    """Return with which pack and how fast the match will be played, a line each."""
    rules, pace = table.facts.rules, table.pace
    times = {
        name: texts.say(f"pace.{name}" if wait else f"pace.{name}.none", time=time_words(max(1, round(wait)), texts))
        for name, wait in (("turn", pace.turn), ("bury", pace.bury), ("next", pace.next_deal))
    }
    return (
        texts.say("value.players_pack", players=rules.players, pack=pack(texts, rules)),
        texts.say("pace.line", **times),
    )


def _plain(table: Snapshot, names: Names, texts: "Texts") -> str:
    """Return the pack, the seats and the host for a description: without marks, which would be read aloud."""
    rules, host = table.facts.rules, Person(table.facts.host)
    lines = [texts.say("value.players_pack", players=rules.players, pack=pack(texts, rules))]
    for number, (name, occupant) in enumerate(zip(names, table.occupants, strict=True), 1):
        shown = name or texts.say("label.empty_seat")
        lines.append(f"{number}. {texts.say('alt.host', name=shown) if occupant == host else shown}")
    return "\n".join(lines)


async def _picture(
    kit: Kit, table: Snapshot, texts: "Texts", names: tuple[str | None, ...], alt: str
) -> tuple[Block, ...]:
    """Return the picture of the lobby, or nothing: the seats stand in the text as well."""
    rules = table.facts.rules
    picture = LobbyPicture(
        names,
        frozenset(Seat(s) for s, o in enumerate(table.occupants) if isinstance(o, Computer)),
        texts.preset(table.facts.preset),
        (texts.say("ui.lobby_pack", players=rules.players, decks=texts.say("count.decks", count=rules.decks)),),
        tuple(s % 2 for s in range(rules.players)) if rules.teams is Teams.FIXED else (),
        labels_of(texts),
        rules.direction is Direction.CLOCKWISE,
        next((Seat(s) for s, o in enumerate(table.occupants) if o == Person(table.facts.host)), None),
    )
    try:
        drawn = await kit.artist.lobby(picture)
    except Exception:  # the text says it too
        log.exception("a lobby picture could not be drawn", table=table.id)
        return ()
    return (Shown(drawn.png, alt, PICTURE),)


def _controls(table: Snapshot, names: Names, texts: "Texts") -> tuple[Block, ...]:
    def button(verb: Verb, key: str, tone: Tone = Tone.QUIET, *, disabled: bool = False, emoji: str = "") -> Button:
        return Button(str(Id(table.id, verb)), cut(texts.say(key)), tone, disabled, emoji)

    full = None not in table.occupants
    computers = any(isinstance(o, Computer) for o in table.occupants)
    buttons = in_rows(
        (
            button(Verb.JOIN, "ui.join", Tone.MAIN, disabled=full and not computers),
            button(Verb.LEAVE, "ui.leave"),
            button(Verb.ADD, "ui.add_computer", disabled=full, emoji="computer"),
            button(Verb.DROP, "ui.drop_computer", disabled=not computers),
            button(Verb.RULES, "ui.rules"),
            button(Verb.START, "ui.start", Tone.GOOD, disabled=not full),
        ),
        3,
    )
    return (*_seats(table, names, texts), *buttons)


def _seats(table: Snapshot, names: Names, texts: "Texts") -> tuple[Block, ...]:
    """Return a list of the empty seats, with who would be the partner there; nothing if there is no choice."""
    empty = [seat for seat, occupant in enumerate(table.occupants) if occupant is None]
    if len(empty) < CHOICE:
        return ()
    options = tuple(
        Option(
            str(seat), texts.say("ui.seat", seat=seat + 1), _partner(table, seat, names, texts), emoji=seat_name(seat)
        )
        for seat in empty
    )
    argument = ".".join(map(str, empty))
    return (Select(str(Id(table.id, Verb.SIT, argument)), texts.say("ui.seat_prompt"), options),)


def _partner(table: Snapshot, seat: int, names: Names, texts: "Texts") -> str:
    """Return who sits on the same side, where sides go by seats."""
    if table.facts.rules.teams is not Teams.FIXED:
        return ""
    side = [name for other, name in enumerate(names) if name is not None and other % 2 == seat % 2]
    return cut(texts.say("ui.seat_with", names=side), OPTION_TEXT) if side else ""
