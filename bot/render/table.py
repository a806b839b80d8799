"""The picture of a table: seats in play order, what each has put down, and in the middle what the deal stands at."""

from dataclasses import replace
from typing import Final

from bot.render import colours as c
from bot.render.captions import badge, team_of
from bot.render.centre import centre
from bot.render.pictures import TablePicture
from bot.render.piles import pile
from bot.render.scaled import scaled
from bot.render.scene import (
    Align,
    BackItem,
    Box,
    Face,
    Fill,
    Item,
    Mark,
    Part,
    Pill,
    Scene,
    Sign,
    Sketch,
    Words,
    card_height,
    figures_width,
)
from bot.render.seats import CROWDED, PLATE, TALL_PLATE, WIDTH, Place, Ring, ring
from engine.cards import without
from engine.events import Declined
from engine.rules import Teams
from engine.seats import Seat
from engine.view import PhaseName, PlayView, TrickView, View

_CAP: Final = 22
_SHRUNK: Final = 0.9
"""The size of a crowded table: phones show it smaller yet, and its file is a tenth smaller."""
_EXCHANGING: Final = {PhaseName.BURYING, PhaseName.STEALING}
_WAITING: Final = {PhaseName.DECLARING, PhaseName.CLAIMING, PhaseName.READY, PhaseName.FINISHED}
"""Phases in which no single seat holds up the others, so that no slot is shown."""


def layout(picture: TablePicture) -> Scene:
    """Return the table in whatever phase it is."""
    scene = unshrunk(picture)
    return scaled(scene, _SHRUNK) if picture.view.rules.players >= CROWDED else scene


def unshrunk(picture: TablePicture) -> Scene:
    """Return the table as wide as the others, however crowded."""
    view = picture.view
    height = TALL_PLATE if view.rules.teams is not Teams.FIXED else PLATE
    found = ring(view.rules.players, view.rules.direction, picture.you or Seat(0), plate=height)
    sketch = Sketch()
    cloth(sketch, found)
    for place in found.places:
        sketch.add(*plate(picture, place))
        sketch.extend(_area(picture, place, found))
    sketch.extend(centre(picture, found.middle))
    return sketch.scene(WIDTH, found.height)


def cloth(sketch: Sketch, found: Ring) -> None:
    """Draw the table itself."""
    box = Box(58, 104, WIDTH - 116, found.height - 208)
    sketch.add(Fill(box, c.CLOTH, 96, c.LINE, 3))


def plate(picture: TablePicture, place: Place) -> tuple[Item, ...]:
    """Return a seat's plate: badge, crown of the declarer, name, level where it is personal, cards left."""
    view, seat, box = picture.view, place.seat, place.plate
    turn = seat in view.to_act and view.phase is not PhaseName.FINISHED
    middle, tall = box.y + box.h // 2, box.h > PLATE
    figures = _figures(view, seat)
    taken = figures_width(figures, 7) + 14 if figures and not tall else 0
    lines = (middle - 18, middle + 20) if tall else (middle, middle)
    row = Words(box.right - 18, lines[1], figures, Align.RIGHT, gap=7)
    return (
        Fill(box, c.PLATE, PLATE // 2, c.WINNING if turn else None, 5),
        badge(seat, team_of(view, seat), box.x + 31, middle, 38),
        Words(box.x + 60, lines[0], _name(picture, seat), room=box.w - 60 - 20 - taken),
        *((row,) if figures else ()),
    )


def _name(picture: TablePicture, seat: Seat) -> tuple[Part, ...]:
    name = picture.names[seat] if seat < len(picture.names) else None
    crown = (Part(Sign.CROWN, 26, c.WINNING),) if seat == picture.view.declarer else ()
    return (*crown, Part(name or picture.labels.empty_seat, _CAP, c.INK if name else c.FADED))


def _figures(view: View, seat: Seat) -> tuple[Part, ...]:
    """Return what stands at the right end of a plate."""
    parts: list[Part] = []
    if view.rules.teams is Teams.FRIENDS:
        parts += [Part(Sign.STAR, 18, c.TRUMP_INK), Part(view.levels[seat].text, 22, c.TRUMP_INK, Face.FIGURE)]
    points = view.points[seat]
    if view.rules.teams is not Teams.FIXED and points:
        parts += [Part(Sign.COIN, 16, c.GOLD), Part(str(points), 22, c.INK, Face.FIGURE)]
    if view.phase is not PhaseName.READY:
        parts += [Part(Sign.CARDS, 22, c.FADED), Part(str(view.hand_sizes[seat]), 22, c.FADED, Face.FIGURE)]
    return tuple(parts)


def trick_shown(picture: TablePicture) -> TrickView:
    """Return the trick that lies on the table: the one in progress, or between tricks the last, if that is wanted."""
    view = picture.view
    if not view.trick.plays and view.tricks and (picture.show_last_trick or view.phase is PhaseName.FINISHED):
        return view.tricks[-1]
    return view.trick


def _area(picture: TablePicture, place: Place, found: Ring) -> list[Item]:
    """Return what a seat has put down: its play, its declaration, its pass, or the slot for its play."""
    view, seat = picture.view, place.seat
    declared = [d for d in view.declarations if d.seat == seat]
    if view.phase is PhaseName.DECLARING and declared:
        mark = Mark.WINNING if view.declarations[-1].seat == seat else Mark.PLAIN
        return list(pile(declared[-1].cards, place.area, found.card, mark, four_colour=picture.four_colour))
    trick = trick_shown(picture)
    for play in trick.plays:
        if play.seat == seat:
            return _play(picture, play, place.area, found.card, won=trick.winner == seat)
    if view.phase in {PhaseName.DECLARING, PhaseName.STEALING, PhaseName.CLAIMING} and view.passed[seat]:
        return [_note(_passed(picture), place.area, c.PLATE, c.FADED)]
    if seat in view.to_act and view.phase in _EXCHANGING:
        return _exchange(picture, place.area, found.card)
    if seat in view.to_act and view.phase not in _WAITING:
        return _slot(place.area, found.card)
    return []


def _passed(picture: TablePicture) -> str:
    """Return the caption of a seat that has passed."""
    match picture.view.declining:
        case Declined.CLAIM:
            return picture.labels.passed_claim
        case Declined.CALL:
            return picture.labels.passed_call
        case _:
            return picture.labels.passed


def _exchange(picture: TablePicture, area: Box, card: int) -> list[Item]:
    """Return the kitty on its way: backs with their number below."""
    width = min(card, round((area.h - 20) / 1.30))
    step = round(width * 0.22)
    x, y = area.x + (area.w - width - 2 * step) // 2, area.y + (area.h - card_height(width)) // 2
    backs: list[Item] = [BackItem(x + i * step, y, width) for i in range(3)]
    parts = (Part(picture.labels.kitty, 22), Part(f"×{picture.view.kitty_size}", 24, face=Face.FIGURE))
    return [*backs, Pill(area.x + area.w // 2, area.bottom - 28, 46, parts, c.PLATE, Align.MIDDLE, area.w, c.WINNING)]


def _play(picture: TablePicture, play: PlayView, area: Box, card: int, *, won: bool) -> list[Item]:
    """Return a play's cards; of a failed throw also those taken back, dimmed, under a note."""
    mark = Mark.WINNING if won else Mark.PLAIN
    taken_back = without(play.attempt, play.cards) if play.attempt else ()
    room = replace(area, h=area.h - 38) if play.attempt else area
    cards, four = (*play.cards, *taken_back), picture.four_colour
    items: list[Item] = [*pile(cards, room, card, mark, dim_from=len(play.cards), four_colour=four)]
    if play.attempt:
        items.append(_failed(picture.labels.throw_failed, area))
    return items


def _failed(text: str, area: Box) -> Item:
    parts = (Part(Sign.CROSS, 18, c.INK), Part(text, 22, c.INK))
    return Pill(area.x + area.w // 2, area.bottom - 24, 42, parts, c.FAILED_PLATE, Align.MIDDLE, area.w, c.FAILED)


def _note(text: str, area: Box, ground: c.Colour, ink: c.Colour) -> Item:
    return Pill(area.x + area.w // 2, area.y + area.h // 2, 48, (Part(text, 22, ink),), ground, Align.MIDDLE, area.w)


def _slot(area: Box, card: int) -> list[Item]:
    """Return the outline of a card with three dots: a play is awaited here."""
    height = card_height(card)
    x, y = area.x + (area.w - card) // 2, area.y + (area.h - height) // 2
    dot = round(card * 0.1)
    dots = [
        Fill(Box(x + card // 2 + round(k * card * 0.2) - dot // 2, y + height // 2, dot, dot), c.WINNING, dot // 2)
        for k in (-1, 0, 1)
    ]
    return [Fill(Box(x, y, card, height), None, round(card * 0.09), c.WINNING, 4), *dots]
