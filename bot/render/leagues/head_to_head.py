"""The head-to-head of two sides, and the cross table of all players."""

from typing import Final

from bot.render.layout import colours as c
from bot.render.layout.headings import PAGE_MARGIN, build_heading
from bot.render.layout.scene import Align, Badge, Box, Icon, RoundedRect, Scene, SceneBuilder, Span, TextLine, Typeface
from bot.render.layout.seat_layout import WIDTH
from bot.render.values.league_pictures import ComparisonLine, CrossTablePicture, HeadToHeadPicture

MAX_NAMES: Final = 10
"""Names in a cross table, and results in a form line."""
_MAX_DIGITS_IN_LINE: Final = 4
"""With more digits, the two figures of a score stand one above the other."""
_LINE_HEIGHT: Final = 84
_SPLIT_GAP: Final = 3
"""Columns kept free at each side of a bar's split."""


def build_head_to_head_scene(picture: HeadToHeadPicture) -> Scene:
    """Return the comparison of two sides, line by line."""
    builder = SceneBuilder(build_heading(picture.title, ""))
    half = (WIDTH - 2 * PAGE_MARGIN - 90) // 2
    for team, name in enumerate((picture.left, picture.right)):
        box = Box(PAGE_MARGIN + team * (half + 90), 88, half, 74)
        builder.add(RoundedRect(box, c.TEAMS[team], (37, 16)[team]))
        builder.add(TextLine(box.x + box.w // 2, 125, (Span(name, 25),), Align.MIDDLE, box.w - 40))
    builder.add(TextLine(WIDTH // 2, 125, (Span(":", 34, c.FADED, Typeface.FIGURE),), Align.MIDDLE))
    y = 184
    for line in picture.lines:
        _add_comparison(builder, line, y)
        y += _LINE_HEIGHT
    if picture.form:
        left_won, right_won = Span(Icon.COIN, 30, c.TEAM_LIGHTS[0]), Span(Icon.BLOCK, 28, c.TEAM_LIGHTS[1])
        parts = tuple(left_won if won else right_won for won in picture.form[-MAX_NAMES:])
        builder.add(TextLine(WIDTH // 2, y + 26, parts, Align.MIDDLE, gap=14))
        y += 62
    return builder.build(WIDTH, y + 14)


def _add_comparison(builder: SceneBuilder, line: ComparisonLine, y: int) -> None:
    middle = y + 24
    left = Span(line.left, 32, c.TEAM_LIGHTS[0], Typeface.FIGURE)
    builder.add(TextLine(PAGE_MARGIN + 10, middle, (left,), max_width=230))
    right = Span(line.right, 32, c.TEAM_LIGHTS[1], Typeface.FIGURE)
    builder.add(TextLine(WIDTH - PAGE_MARGIN - 10, middle, (right,), Align.RIGHT, 230))
    builder.add(TextLine(WIDTH // 2, middle, (Span(line.caption, 26, c.FADED, min_size=22),), Align.MIDDLE, 520))
    bar = Box(PAGE_MARGIN, y + 52, WIDTH - 2 * PAGE_MARGIN, 14)
    if line.share is None:
        builder.add(RoundedRect(Box(bar.x, bar.y + 6, bar.w, 2), c.LINE))
        return
    split = round(bar.w * min(1.0, max(0.0, line.share)))
    if split > _SPLIT_GAP:
        builder.add(RoundedRect(Box(bar.x, bar.y, split - _SPLIT_GAP, bar.h), c.TEAM_LIGHTS[0]))
    if bar.w - split > _SPLIT_GAP:
        box = Box(bar.x + split + _SPLIT_GAP, bar.y, bar.w - split - _SPLIT_GAP, bar.h)
        builder.add(RoundedRect(box, c.TEAM_LIGHTS[1]))


def build_cross_table_scene(picture: CrossTablePicture) -> Scene:
    """Return the cross table; its columns carry the numbers of its rows."""
    builder = SceneBuilder(build_heading(picture.title, picture.subtitle))
    names = picture.names[:MAX_NAMES]
    cell = min(92, (WIDTH - 2 * PAGE_MARGIN - 330) // max(1, len(names)))
    left = WIDTH - PAGE_MARGIN - cell * len(names)
    for i in range(len(names)):
        builder.add(Badge(left + i * cell + cell // 2, 116, 40, str(i + 1), c.NO_TEAM))
    for i, name in enumerate(names):
        y = 150 + i * 66
        builder.add(Badge(PAGE_MARGIN + 22, y + 29, 40, str(i + 1), c.NO_TEAM))
        builder.add(
            TextLine(PAGE_MARGIN + 58, y + 29, (Span(name, 27, min_size=22),), max_width=left - PAGE_MARGIN - 76)
        )
        for j in range(len(names)):
            box = Box(left + j * cell + 3, y, cell - 6, 58)
            _add_cell(builder, None if i == j else picture.cells[i][j], box, same=i == j)
    bottom = 150 + len(names) * 66 + 14
    if len(picture.names) > MAX_NAMES:
        more = picture.labels.more.format(n=len(picture.names) - MAX_NAMES)
        builder.add(TextLine(PAGE_MARGIN + 58, bottom + 14, (Span(more, 22, c.FADED),)))
        bottom += 46
    return builder.build(WIDTH, bottom)


def _add_cell(builder: SceneBuilder, score: tuple[int, int] | None, box: Box, *, same: bool) -> None:
    if same or score is None:
        builder.add(RoundedRect(box, c.CLOTH if same else c.WELL, 10))
        return
    won, lost = score
    builder.add(RoundedRect(box, c.TEAMS[0] if won > lost else c.TEAMS[1] if won < lost else c.NO_TEAM, 10))
    centre = (box.x + box.w // 2, box.y + box.h // 2)
    if len(f"{won}{lost}") <= _MAX_DIGITS_IN_LINE:
        text = Span(f"{won}–{lost}", 27, c.INK, Typeface.FIGURE, min_size=22)
        builder.add(TextLine(*centre, (text,), Align.MIDDLE, box.w))
        return
    for figure, offset in ((won, -13), (lost, 14)):
        text = Span(str(figure), 24, c.INK, Typeface.FIGURE, min_size=22)
        builder.add(TextLine(centre[0], centre[1] + offset, (text,), Align.MIDDLE, box.w))
