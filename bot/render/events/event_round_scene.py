"""Lays out a round of an event. Each table has a plate that shows one side above the other."""

from typing import Final

from bot.render.layout import colours as c
from bot.render.layout.scene import Align, Badge, Box, Icon, RoundedRect, Scene, SceneBuilder, Span, TextLine, Typeface
from bot.render.layout.seat_layout import WIDTH
from bot.render.layout.shared_elements import PAGE_MARGIN, build_heading
from bot.render.values.event_pictures import RoundPicture, RoundTable

SET_MARK: Final = "*"
"""The sign beside scores that a manager has set by hand."""
MAX_TABLES: Final = 20
_MARGIN: Final = 14
_GAP: Final = 12
_TOP: Final = 92
_HEIGHT: Final = 104
_SCORE_WIDTH: Final = 96
_NAMES_LEFT: Final = 84


def build_scene(picture: RoundPicture) -> Scene:
    """Return the round."""
    tables = picture.tables[:MAX_TABLES]
    width = (WIDTH - 2 * _MARGIN - _GAP) // 2
    builder = SceneBuilder(build_heading(picture.title, picture.subtitle))
    for i, table in enumerate(tables):
        left, top = _MARGIN + i % 2 * (width + _GAP), _TOP + i // 2 * (_HEIGHT + _GAP)
        _add_table(builder, table, Box(left, top, width, _HEIGHT))
    bottom = _TOP + -(-len(tables) // 2) * (_HEIGHT + _GAP)
    more = picture.more.format(n=len(picture.tables) - MAX_TABLES) if len(picture.tables) > MAX_TABLES else ""
    is_set = any(table.scores is not None and table.note for table in tables)
    byes = picture.sitting_out.format(names=" · ".join(picture.byes)) if picture.byes else ""
    for words in filter(None, (more, byes, picture.set_note if is_set else "")):
        note = Span(words, 24, c.FADED, min_size=22)
        builder.write(PAGE_MARGIN, bottom + 22, note, max_width=WIDTH - 2 * PAGE_MARGIN)
        bottom += 46
    return builder.build(WIDTH, bottom + 4)


def _add_table(builder: SceneBuilder, table: RoundTable, box: Box) -> None:
    builder.add(RoundedRect(box, c.PLATE, 16))
    builder.add(Badge(box.x + 40, box.y + box.h // 2, 48, str(table.number), c.WELL))
    beside = _SCORE_WIDTH
    if table.scores is None and table.note:
        beside = 170
        builder.write(box.right - 16, box.y + box.h // 2, Span(table.note, 22, c.FADED), Align.RIGHT, beside - 16)
    for side, name in enumerate(table.sides):
        y = box.y + box.h // 4 + side * box.h // 2
        won = side == table.winner
        ink = c.FADED if table.winner is not None and not won else c.INK
        mark = (Span(Icon.CROWN, 22, c.WINNING),) if won else ()
        names = (Span(name, 24, ink, min_size=22), *mark)
        builder.add(TextLine(box.x + _NAMES_LEFT, y, names, max_width=box.w - _NAMES_LEFT - beside - 8))
        if table.scores is not None:
            by_hand = SET_MARK if table.note else ""
            figure = Span(f"{table.scores[side]}{by_hand}", 28, ink, Typeface.FIGURE)
            builder.write(box.right - _SCORE_WIDTH // 2, y, figure, Align.MIDDLE, _SCORE_WIDTH - 8)
