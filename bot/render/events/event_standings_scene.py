"""Lays out an event's standings. Short standings show all figures. Long ones show only the score, in two columns."""

from typing import Final

from bot.render.layout import colours as c
from bot.render.layout.scene import Align, Badge, Box, RoundedRect, Scene, SceneBuilder, Span, Typeface
from bot.render.layout.seat_layout import WIDTH
from bot.render.layout.shared_elements import MEDAL_COLOURS, PAGE_MARGIN, build_heading
from bot.render.values.event_pictures import EventLine, EventStandingsPicture

MAX_LINES: Final = 40
MAX_IN_ONE_COLUMN: Final = 10
"""Up to this number of lines, each line shows all figures. With more lines, each shows only the score."""
_MARGIN: Final = 14
_GAP: Final = 16
_TOP: Final = 132
_LINE_HEIGHT: Final = 62
_PAIR_HEIGHT: Final = 88
"""The height of a line in a picture of two columns where two people's names stand one above the other."""
_FIGURE_WIDTH: Final = 172
_ALONE_WIDTH: Final = 124
"""The width of the score in a picture of two columns, where it is the only figure."""


def build_scene(picture: EventStandingsPicture) -> Scene:
    """Return the standings."""
    lines = picture.lines[:MAX_LINES]
    columns = 1 if len(lines) <= MAX_IN_ONE_COLUMN else 2
    shown = len(picture.captions) if columns == 1 else 1
    width = (WIDTH - 2 * _MARGIN - (columns - 1) * _GAP) // columns
    rows = -(-len(lines) // columns)
    height = _PAIR_HEIGHT if columns > 1 and any(line.members for line in lines) else _LINE_HEIGHT
    builder = SceneBuilder(build_heading(picture.title, picture.subtitle))
    for column in range(columns):
        left = _MARGIN + column * (width + _GAP)
        _add_captions(builder, picture, left, width, shown)
        for row, line in enumerate(lines[column * rows : (column + 1) * rows]):
            _add_line(builder, line, Box(left, _TOP + row * height, width, height - 6), shown)
    bottom = _TOP + rows * height + 14
    if len(picture.lines) > MAX_LINES:
        more = picture.more.format(n=len(picture.lines) - MAX_LINES)
        builder.write(PAGE_MARGIN, bottom + 14, Span(more, 22, c.FADED))
        bottom += 46
    return builder.build(WIDTH, bottom)


def _add_captions(builder: SceneBuilder, picture: EventStandingsPicture, left: int, width: int, shown: int) -> None:
    name, figure = Span(picture.name_caption, 22, c.FADED), _get_width(shown)
    builder.write(left + 86, 108, name, max_width=width - 100 - shown * figure)
    for i, caption in enumerate(reversed(picture.captions[-shown:])):
        middle = left + width - _MARGIN - figure * i - figure // 2
        builder.write(middle, 108, Span(caption, 22, c.FADED), Align.MIDDLE, figure - 8)


def _add_line(builder: SceneBuilder, line: EventLine, box: Box, shown: int) -> None:
    middle, width = box.y + box.h // 2, _get_width(shown)
    medal = MEDAL_COLOURS[line.place - 1] if 0 < line.place <= len(MEDAL_COLOURS) else None
    builder.add(RoundedRect(box, c.PLATE, 16))
    builder.add(Badge(box.x + 40, middle, 44, str(line.place), medal or c.WELL, ink=c.BROWN if medal else c.INK))
    for i, figure in enumerate(reversed(line.figures[-shown:])):
        x = box.right - _MARGIN - width * i - width // 2
        ink = c.INK if i == 0 else c.FADED
        builder.write(x, middle, Span(figure, 27 if i == 0 else 24, ink, Typeface.FIGURE), Align.MIDDLE, width - 8)
    names = line.members if box.h > _LINE_HEIGHT and line.members else (line.name,)
    for i, name in enumerate(names):
        y = box.y + (2 * i + 1) * box.h // (2 * len(names))
        builder.write(box.x + 86, y, Span(name, 24, min_size=22), max_width=box.w - 100 - shown * width)


def _get_width(shown: int) -> int:
    return _FIGURE_WIDTH if shown > 1 else _ALONE_WIDTH
