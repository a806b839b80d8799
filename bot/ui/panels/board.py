"""The board: the public message of a game. Made from a watcher's view, so it can show nothing that is not public."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import structlog

from bot.play.occupants import Occupant
from bot.play.ports import DueKind, Status
from bot.play.snapshot import Snapshot
from bot.render.emoji import suit_name
from bot.render.pictures import ResultPicture, TablePicture
from bot.text.describe.people import plain
from bot.ui.body import Block, Body, Button, Shown, Text, Tone, in_rows
from bot.ui.captions import labels_of
from bot.ui.counting import counted_lines
from bot.ui.ids import Id, Verb
from bot.ui.kit import Kit
from bot.ui.limits import ALT
from bot.ui.panels.asked import cut
from bot.ui.panels.council import council_button, motion_buttons, motion_lines, next_lines, shuffle_line
from bot.ui.panels.hand import due_text, here_button, next_button
from engine.events import Declaration, Declared, Event, KittyTurned, Played
from engine.view import PhaseName, View

if TYPE_CHECKING:
    from bot.text.catalogue import Texts

log: Final = structlog.get_logger()

ACCENT: Final = 0x2E8B57
PICTURE: Final = "table.png"
LINES: Final = 5
"""How many lines tell what has happened since the last look."""


@dataclass(frozen=True, slots=True)
class Happened:
    """An event, and who sat in the seats when it happened: whoever takes one over has not done it."""

    event: Event
    seats: tuple[Occupant | None, ...]


async def board_body(kit: Kit, table: Snapshot, texts: "Texts", happened: Iterable[Happened] = ()) -> Body:
    """Return the public message of a game, with a line for each of the last events."""
    view = table.watch()
    names = tuple(n or "" for n in await kit.people.names(table.occupants, texts))
    safe = tuple(plain(name) for name in names)
    heading = texts.say("ui.board_heading", table=table.id, deal=max(view.deal_number, 1))
    lines = [f"## {heading}", *state_lines(kit, table, view, safe, texts)]
    if view.result is not None and view.phase is PhaseName.FINISHED:
        lines += await counted_lines(kit, table.id, texts)
    lines += [*await next_lines(kit, table, texts), *await motion_lines(kit, table, texts)]
    told = [line for one in happened if (line := await _told(kit, one, texts))][-LINES:]
    small = [*(f"-# {line}" for line in told), *shuffle_line(table, texts), *_resumed_line(table, texts)]
    told_block = (Text("\n".join(small)),) if small else ()
    picture = await table_picture(kit, table, texts)
    votes = await motion_buttons(kit, table, texts)
    controls = (*next_button(table, view, texts), *votes, *_buttons(table, texts))
    return Body((Text("\n".join(lines)), *picture, *told_block, *controls), ACCENT)


def _resumed_line(table: Snapshot, texts: "Texts") -> list[str]:
    """Return that the program was away for a while, where that matters."""
    return [f"-# {texts.say('ui.resumed')}"] if table.resumed and table.facts.status is Status.PLAYING else []


async def _told(kit: Kit, happened: Happened, texts: "Texts") -> str:
    """Return a line about an event, with the faces of the cards that it is about where there is room for them."""
    names = await kit.people.names(happened.seats, texts)
    line = texts.event(happened.event, tuple(plain(name or "") for name in names))
    return _with_faces(kit, line, happened.event) if line else ""


def _with_faces(kit: Kit, line: str, event: Event) -> str:
    match event:
        case Declared(Declaration(cards=cards)) | Played(cards=cards) | KittyTurned(cards):
            shown = "" if kit.manners.v1 else kit.emoji.cards(cards)
            return f"{line} {shown}".rstrip()
        case _:
            return line


def moved_body(last: Body | None, where: str, texts: "Texts") -> Body:
    """Return what becomes of a board when the game goes on elsewhere: no buttons, and a link."""
    note = Text(texts.say("ui.moved", link=where))
    if last is None:
        return Body((note,), ACCENT)
    return Body((*(b for b in last.blocks if isinstance(b, Text | Shown)), note), last.accent)


def state_lines(kit: Kit, table: Snapshot, view: View, names: tuple[str, ...], texts: "Texts") -> list[str]:
    """Return how the game stands, for those who see what is public; `names` hold no marks of Discord's."""
    if view.result is not None and view.phase is PhaseName.FINISHED:
        lines = [texts.result(view.result, names)]
        over = table.facts.status is Status.OVER and not view.result.winners
        return [*lines, texts.say("ui.match_ended")] if over else lines
    if table.facts.status is Status.OVER:
        return [texts.say("ui.match_ended")]
    if table.facts.paused:
        return [texts.say("seats.paused")]
    lines = [f"{_trump_sign(kit, view)} {texts.score_line(view, names)}".strip()] if view.trump is not None else []
    due = due_text(table, frozenset({DueKind.TURN, DueKind.WINDOW}))
    waiting = texts.waiting(view, names)
    absent = [names[seat] for seat in sorted(table.away)]
    played_for = [texts.say("seats.played_for", names=absent)] if absent else []
    return [*lines, *([" ".join(part for part in (waiting, due) if part)] if waiting else []), *played_for]


def _trump_sign(kit: Kit, view: View) -> str:
    """Return the trump suit as an emoji, where there is one of either."""
    suit = view.trump.suit if view.trump is not None else None
    return kit.emoji.written(suit_name(suit)) if suit is not None else ""


async def table_picture(kit: Kit, table: Snapshot, texts: "Texts") -> tuple[Block, ...]:
    """Return the picture of the table as a watcher sees it; in words if it cannot be drawn."""
    view = table.watch()
    full = tuple(name or "" for name in await kit.people.names(table.occupants, texts))
    alt = cut(texts.table_alt(view, full), ALT)
    names = await kit.people.captions(table.occupants, texts)
    try:
        if view.result is not None and view.phase is PhaseName.FINISHED:
            drawn = await kit.artist.result(ResultPicture(view, names, labels_of(texts)))
        else:
            drawn = await kit.artist.table(TablePicture(view, names, labels_of(texts), show_last_trick=True))
    except Exception:  # a table that cannot be drawn is told in words, and the deal goes on
        log.exception("a table picture could not be drawn", table=table.id)
        return (Text(alt),)
    return (Shown(drawn.png, alt, PICTURE),)


def _buttons(table: Snapshot, texts: "Texts") -> tuple[Block, ...]:
    verbs = {Verb.HAND: "ui.my_hand", Verb.LAST: "ui.last_trick", Verb.WATCH: "watch.watch"}
    more = {Verb.RULES: "ui.rules", Verb.HELP: "ui.help"}
    looks = tuple(Button(str(Id(table.id, verb)), cut(texts.say(key))) for verb, key in verbs.items())
    books = tuple(Button(str(Id(table.id, verb)), cut(texts.say(key))) for verb, key in more.items())
    votes = (council_button(table.id, texts),) if table.facts.status is Status.PLAYING else ()
    return (*in_rows(tuple(_turning_points(table, texts))), *in_rows(looks), *in_rows((*books, *votes)))


def _turning_points(table: Snapshot, texts: "Texts") -> Iterator[Button]:
    """Yield the buttons with which a match goes on after a pause, and the next begins."""
    if table.facts.status is Status.PLAYING and table.away:
        yield here_button(table, texts)
    if table.facts.status is Status.OVER:
        yield Button(str(Id(table.id, Verb.REMATCH)), cut(texts.say("seats.rematch")), Tone.GOOD)
