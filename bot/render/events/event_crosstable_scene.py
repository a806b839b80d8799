"""Lays out an event's crosstable, with a line for each entrant and a cell for each opponent or round."""

from typing import Final

from bot.render.layout import colours as c
from bot.render.layout.colours import Colour
from bot.render.layout.scene import Align, Badge, Box, RoundedRect, Scene, SceneBuilder, Span, Typeface
from bot.render.layout.seat_layout import WIDTH
from bot.render.layout.shared_elements import PAGE_MARGIN, build_heading, estimate_text_width, wrap_lines
from bot.render.values.event_pictures import CellTone, CrossCell, CrossLine, EventCrossPicture

MAX_COLUMNS: Final = 8
"""The most results of an entrant in one picture; more would be unreadable on a phone."""
MAX_LINES: Final = 16
_MARGIN: Final = 14
_TOP: Final = 132
_LINE_HEIGHT: Final = 68
_NAME_PITCH: Final = 28
"""The distance between the two lines of a long name."""
_SCORE_WIDTH: Final = 100
_CELL_WIDTH: Final = 86
_TONES: Final[dict[CellTone, tuple[Colour, Colour]]] = {
    CellTone.WIN: (c.PLAYABLE_TAG, c.INK),
    CellTone.DRAW: (c.TASK, c.INK),
    CellTone.LOSS: (c.FAILED_PLATE, c.INK),
    CellTone.NOTHING: (c.WELL, c.FADED),
    CellTone.OWN: (c.LINE, c.FADED),
}


def build_scene(picture: EventCrossPicture) -> Scene:
    """Return a page of the crosstable."""
    count = len(picture.captions)
    first = WIDTH - _MARGIN - _SCORE_WIDTH - count * _CELL_WIDTH
    builder = SceneBuilder(build_heading(picture.title, picture.subtitle))
    for column, caption in enumerate(picture.captions):
        middle = first + column * _CELL_WIDTH + _CELL_WIDTH // 2
        builder.write(middle, 108, Span(caption, 24, c.FADED), Align.MIDDLE, _CELL_WIDTH - 6)
    score = Span(picture.score_caption, 22, c.FADED)
    builder.write(WIDTH - _MARGIN - _SCORE_WIDTH // 2, 108, score, Align.MIDDLE, _SCORE_WIDTH - 6)
    for row, line in enumerate(picture.lines):
        _add_line(builder, line, _TOP + row * _LINE_HEIGHT, first)
    bottom = _TOP + len(picture.lines) * _LINE_HEIGHT + 24
    legend = Span(picture.legend, 24, c.FADED, min_size=22)
    builder.write(PAGE_MARGIN, bottom, legend, max_width=WIDTH - 2 * PAGE_MARGIN)
    return builder.build(WIDTH, bottom + 34)


def _add_line(builder: SceneBuilder, line: CrossLine, top: int, first: int) -> None:
    box = Box(_MARGIN, top, WIDTH - 2 * _MARGIN, _LINE_HEIGHT - 6)
    middle = top + box.h // 2
    builder.add(RoundedRect(box, c.PLATE, 14))
    builder.add(Badge(box.x + 34, middle, 44, str(line.place), c.WELL))
    room = first - box.x - 80
    names = _split_name(line.name, room)
    for row, words in enumerate(names):
        y = middle + round((row - (len(names) - 1) / 2) * _NAME_PITCH)
        builder.write(box.x + 68, y, Span(words, 22), max_width=room)
    for column, cell in enumerate(line.cells):
        _add_cell(builder, cell, Box(first + column * _CELL_WIDTH + 3, top + 4, _CELL_WIDTH - 6, box.h - 8))
    score = Span(line.score, 27, c.INK, Typeface.FIGURE)
    builder.write(box.right - _SCORE_WIDTH // 2, middle, score, Align.MIDDLE, _SCORE_WIDTH - 8)


def _split_name(name: str, room: int) -> tuple[str, ...]:
    """Return the lines of a name. A pair's name that is too long for one line is broken between the partners."""
    first, mark, second = name.partition(" & ")
    if mark and estimate_text_width(name, 22) > room:
        return f"{first} &", second
    return wrap_lines(name, 22, room, most=2)


def _add_cell(builder: SceneBuilder, cell: CrossCell, box: Box) -> None:
    ground, ink = _TONES[cell.tone]
    builder.add(RoundedRect(box, ground, 10))
    if cell.text:
        figure = Span(cell.text, 26, ink, Typeface.FIGURE)
        builder.write(box.x + box.w // 2, box.y + box.h // 2, figure, Align.MIDDLE, box.w - 4)
