"""Lays out the bracket of a knockout event. Each stage is a column of matches, and lines join the matches."""

from typing import Final

from bot.render.layout import colours as c
from bot.render.layout.scene import Align, Box, RoundedRect, Scene, SceneBuilder, Span, Typeface
from bot.render.layout.seat_layout import WIDTH
from bot.render.layout.shared_elements import build_heading
from bot.render.values.event_pictures import BracketBox, BracketColumn, BracketPicture, BracketSide

MAX_COLUMNS: Final = 3
"""The most stages in a picture. With more stages, names would be unreadable."""
_MARGIN: Final = 14
_GAP: Final = 36
_TOP: Final = 138
_LINE_HEIGHT: Final = 46
_HEIGHT: Final = 2 * _LINE_HEIGHT + 4
_PITCH: Final = _HEIGHT + 16
"""The vertical distance between two neighbouring matches of the first column."""
_CAPTION_HEIGHT: Final = 44
_STROKE: Final = 4
_WIDEST: Final = 600
_SCORE_WIDTH: Final = 66


def build_scene(picture: BracketPicture) -> Scene:
    """Return the bracket, or a part of it."""
    count = len(picture.columns)
    width = min(_WIDEST, (WIDTH - 2 * _MARGIN - (count - 1) * _GAP) // count)
    builder = SceneBuilder(build_heading(picture.title, picture.subtitle))
    bottom = _TOP + len(picture.columns[0].boxes) * _PITCH
    for number, column in enumerate(picture.columns):
        left = _MARGIN + number * (width + _GAP)
        _add_caption(builder, column.caption, left, 106, width)
        for index, box in enumerate(column.boxes):
            place = Box(left, _find_middle(number, index) - _HEIGHT // 2, width, _HEIGHT)
            if number:
                _add_lines(builder, place, _find_middle(number - 1, 2 * index), _find_middle(number - 1, 2 * index + 1))
            _add_box(builder, box, place)
    if picture.third is not None:
        left = _MARGIN + (count - 1) * (width + _GAP)
        lowest = _find_middle(count - 1, 0) + _HEIGHT // 2 + 24
        top = max(lowest, bottom - _PITCH - _CAPTION_HEIGHT)
        bottom = max(bottom, _add_third(builder, picture.third, left, top, width))
    return builder.build(WIDTH, bottom + 4)


def _find_middle(column: int, index: int) -> int:
    """Return the pixel row of a match's middle, halfway between the two matches that lead to it."""
    span = (1 << column) * _PITCH
    return _TOP + index * span + span // 2


def _add_caption(builder: SceneBuilder, words: str, left: int, y: int, width: int) -> None:
    builder.write(left + 12, y, Span(words, 24, c.FADED, min_size=22), max_width=width - 24)


def _add_third(builder: SceneBuilder, third: BracketColumn, left: int, top: int, width: int) -> int:
    _add_caption(builder, third.caption, left, top + _CAPTION_HEIGHT // 2, width)
    place = Box(left, top + _CAPTION_HEIGHT, width, _HEIGHT)
    _add_box(builder, third.boxes[0], place)
    return top + _CAPTION_HEIGHT + _HEIGHT + 12


def _add_lines(builder: SceneBuilder, place: Box, upper: int, lower: int) -> None:
    """Add lines to the match at `place` from the two earlier matches, whose middles are at rows `upper` and `lower`."""
    left, middle, turn = place.x - _GAP, place.y + _HEIGHT // 2, place.x - _GAP // 2
    for y in (upper, lower):
        builder.add(RoundedRect(Box(left, y - _STROKE // 2, _GAP // 2, _STROKE), c.LINE))
    builder.add(RoundedRect(Box(turn - _STROKE // 2, upper - _STROKE // 2, _STROKE, lower - upper + _STROKE), c.LINE))
    builder.add(RoundedRect(Box(turn, middle - _STROKE // 2, _GAP // 2, _STROKE), c.LINE))


def _add_box(builder: SceneBuilder, box: BracketBox, place: Box) -> None:
    builder.add(RoundedRect(place, c.PLATE, 14))
    builder.add(RoundedRect(Box(place.x + 12, place.y + _HEIGHT // 2 - 1, place.w - 24, 2), c.LINE))
    for row, side in enumerate(box.sides):
        y = place.y + 2 + _LINE_HEIGHT // 2 + row * _LINE_HEIGHT
        if box.note and not side.name:
            builder.write(place.x + 16, y, Span(box.note, 22, c.FADED), max_width=place.w - 32)
        else:
            _add_side(builder, side, place, y)


def _add_side(builder: SceneBuilder, side: BracketSide, place: Box, y: int) -> None:
    ink = c.FADED if side.won is False else c.INK
    if side.won:
        builder.add(RoundedRect(Box(place.x + 4, y - 15, 6, 30), c.WINNING, 3))
    room = place.w - 28 - (_SCORE_WIDTH if side.score else 0)
    builder.write(place.x + 16, y, Span(side.name or "–", 24, ink, min_size=22), max_width=room)
    if side.score:
        builder.write(place.right - 14, y, Span(side.score, 28, ink, Typeface.FIGURE), Align.RIGHT, _SCORE_WIDTH - 6)
