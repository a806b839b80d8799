"""A finished deal to step through: a moment with all hands open, ways to others, a list of deals; how a deal ended."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import structlog

from bot.play.history import Moment, Past, PastDeal, Seats
from bot.render.pictures import ResultPicture, TablePicture
from bot.render.replay import ReplayPicture
from bot.text.describe.people import plain
from bot.ui.body import Block, Body, Button, Option, Select, Shown, Text, Tone, in_rows
from bot.ui.captions import labels_of
from bot.ui.controls import control
from bot.ui.kit import Kit
from bot.ui.limits import ALT, FILE_BYTES, OPTION_TEXT, OPTIONS, PROMPT
from bot.ui.panels.asked import cut
from engine.view import PhaseName

if TYPE_CHECKING:
    from bot.text.catalogue import Texts

log: Final = structlog.get_logger()

ROOM: Final = "film"
LINES: Final = 8
"""How many events of a moment are told."""
FRAME: Final = 900
"""How long a trick is shown in a moving picture, in milliseconds; the result four times as long."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A moment of one deal of a table, counted from 0, with all moments of that deal."""

    past: Past
    deal: PastDeal
    moments: tuple[Moment, ...]
    at: int

    @property
    def moment(self) -> Moment:
        """The moment that is shown."""
        return self.moments[self.at]


async def film_body(kit: Kit, scene: Scene, texts: "Texts") -> Body:
    """Return a moment with its picture and the controls."""
    names = await _names(kit, scene.moment.seats, texts)
    words = Text("\n".join(_lines(scene, tuple(map(plain, names)), texts)))
    picture = await _picture(kit, scene, names, texts)
    deals = (_deals(scene, texts),) if len(scene.past.deals) > 1 else ()
    return Body((words, *picture, *_ways(scene, texts), *deals))


async def ending_body(kit: Kit, past: Past, deal: PastDeal, texts: "Texts") -> Body:
    """Return how a deal ended, with its picture and the ways to look at it again."""
    names = await _names(kit, deal.last_seats, texts)
    view = deal.final
    assert view.result is not None
    safe = tuple(map(plain, names))
    heading = texts.say("film.heading", table=past.facts.id, deal=deal.shown)
    alt = cut(texts.table_alt(view, names), ALT)
    drawn = await kit.artist.result(ResultPicture(view, names, labels_of(texts)))
    table, number = past.facts.id, deal.number
    buttons = (
        Button(control(ROOM, table, number, 0, "open"), cut(texts.say("film.replay")), Tone.MAIN),
        Button(control(ROOM, table, number, 0, "gif"), cut(texts.say("film.moving"))),
        Button(control(ROOM, table, number, 0, "proof"), cut(texts.say("film.proof"))),
    )
    words = Text(f"### {heading}\n{texts.result(view.result, safe)}")
    return Body((words, Shown(drawn.png, alt, "result.png"), *in_rows(buttons)))


async def moving_body(kit: Kit, scene: Scene, texts: "Texts") -> Body:
    """Return a deal as a moving picture: a frame for each trick; words where it would be too large a file."""
    frames = [one for one in scene.moments if _closes(one)]
    names, labels = await _names(kit, scene.deal.last_seats, texts), labels_of(texts)
    then = [await _names(kit, one.seats, texts) for one in frames]
    pictures = [
        TablePicture(one.view, who, labels, show_last_trick=True) for one, who in zip(frames, then, strict=True)
    ]
    heading = texts.say("film.heading", table=scene.past.facts.id, deal=scene.deal.shown)
    drawn = await kit.artist.animation(pictures, [FRAME] * (len(pictures) - 1) + [4 * FRAME])
    if len(drawn.gif) > FILE_BYTES:
        return Body((Text(texts.say("film.too_large")),))
    alt = texts.animation_alt(scene.deal.final, names)
    return Body((Text(f"### {heading}"), Shown(drawn.gif, alt, "deal.gif")))


def trick_ends(scene: Scene) -> tuple[int, ...]:
    """Return the numbers of the moments at which a trick has just been won, or the deal is over."""
    return tuple(n for n, one in enumerate(scene.moments) if _closes(one))


def _closes(one: Moment) -> bool:
    between = one.view.phase in {PhaseName.PLAYING, PhaseName.FINISHED} and not one.view.trick.plays
    return one.view.phase is PhaseName.FINISHED or (between and bool(one.tricks))


async def _names(kit: Kit, seats: Seats, texts: "Texts") -> tuple[str, ...]:
    return tuple(name or "" for name in await kit.people.names(seats, texts))


def _lines(scene: Scene, names: tuple[str, ...], texts: "Texts") -> list[str]:
    moment, view = scene.moment, scene.moment.view
    heading = texts.say("film.heading", table=scene.past.facts.id, deal=scene.deal.shown)
    key = "film.step_veiled" if scene.deal.veiled else "film.step"
    step = texts.say(key, step=scene.at + 1, steps=len(scene.moments))
    lines = [f"### {heading}", f"-# {step}"]
    if view.result is not None and view.phase is PhaseName.FINISHED:
        return [*lines, texts.result(view.result, names)]
    if view.trump is not None:
        lines.append(texts.score_line(view, names))
    told = [line for event in moment.events if (line := texts.event(event, names))]
    return [*lines, *(f"- {line}" for line in told[-LINES:])]


async def _picture(kit: Kit, scene: Scene, names: tuple[str, ...], texts: "Texts") -> tuple[Block, ...]:
    """Return the picture of a moment; in words if it cannot be drawn."""
    moment = scene.moment
    if moment.view.phase is PhaseName.FINISHED:
        alt = cut(texts.table_alt(moment.view, names), ALT)
        wanted = kit.artist.result(ResultPicture(moment.view, names, labels_of(texts)))
    elif scene.deal.veiled:
        alt = cut(texts.table_alt(moment.view, names), ALT)
        wanted = kit.artist.table(TablePicture(moment.view, names, labels_of(texts), show_last_trick=True))
    else:
        alt = cut(texts.replay_alt(moment.view, names, moment.hands), ALT)
        look = ReplayPicture(moment.view, names, moment.hands, labels_of(texts), show_last_trick=True)
        wanted = kit.artist.draw(look)
    try:
        drawn = await wanted
    except Exception:  # a moment that cannot be drawn is told in words
        log.exception("a moment of a replay could not be drawn", table=scene.past.facts.id, deal=scene.deal.number)
        return (Text(alt),)
    return (Shown(drawn.png, alt, "replay.png"),)


def _ways(scene: Scene, texts: "Texts") -> tuple[Block, ...]:
    last, at = len(scene.moments) - 1, scene.at
    trick = next((n for n in trick_ends(scene) if n > at), last)
    steps = (("first", 0), ("back", at - 1), ("onward", at + 1), ("trick", trick), ("last", last))
    buttons = [_way(scene, way, to, texts) for way, to in steps]
    looks = [("gif", "film.moving"), ("proof", "film.proof"), ("record", "film.record")]
    others = [Button(_id(scene, scene.at, way), cut(texts.say(key))) for way, key in looks]
    return in_rows((*buttons, *others))


def _way(scene: Scene, way: str, to: int, texts: "Texts") -> Button:
    there = 0 <= to < len(scene.moments) and to != scene.at
    tone = Tone.MAIN if way == "onward" else Tone.QUIET
    return Button(_id(scene, to if there else scene.at, way), cut(texts.say(f"film.{way}")), tone, disabled=not there)


def _id(scene: Scene, at: int, way: str) -> str:
    return control(ROOM, scene.past.facts.id, scene.deal.number, at, way)


def _deals(scene: Scene, texts: "Texts") -> Select:
    """Return the list of deals: the newest where there are many, and always the one that is shown."""
    deals = scene.past.deals[-OPTIONS:]
    if scene.deal not in deals:
        deals = (scene.deal, *deals[1:])
    options = tuple(_deal(one, texts, chosen=one.number == scene.deal.number) for one in deals)
    return Select(control(ROOM, scene.past.facts.id, "deal"), cut(texts.say("film.deals"), PROMPT), options)


def _deal(deal: PastDeal, texts: "Texts", *, chosen: bool) -> Option:
    result = deal.final.result
    assert result is not None
    label = texts.say("film.deal", deal=deal.shown, points=result.opponents_points)
    return Option(str(deal.number), cut(label, OPTION_TEXT), "", chosen)
