"""The head-to-head of two sides."""

from typing import Final

from bot.render.layout import colours as c
from bot.render.layout.scene import Align, Box, Icon, RoundedRect, Scene, SceneBuilder, Span, TextLine, Typeface
from bot.render.layout.seat_layout import WIDTH
from bot.render.layout.shared_elements import PAGE_MARGIN, build_heading
from bot.render.values.league_pictures import ComparisonLine, HeadToHeadPicture

_MAX_FORM: Final = 10
"""Results in a form line."""
_LINE_HEIGHT: Final = 84
_SPLIT_GAP: Final = 3
"""Columns kept free at each side of a bar's split."""


def build_scene(picture: HeadToHeadPicture) -> Scene:
    """Return the comparison of two sides, line by line."""
    builder = SceneBuilder(build_heading(picture.title, ""))
    half = (WIDTH - 2 * PAGE_MARGIN - 90) // 2
    for team, name in enumerate((picture.left, picture.right)):
        box = Box(PAGE_MARGIN + team * (half + 90), 88, half, 74)
        builder.add(RoundedRect(box, c.TEAMS[team], (37, 16)[team]))
        builder.write(box.x + box.w // 2, 125, Span(name, 25), Align.MIDDLE, box.w - 40)
    builder.write(WIDTH // 2, 125, Span(":", 34, c.FADED, Typeface.FIGURE), Align.MIDDLE)
    y = 184
    for line in picture.lines:
        _add_comparison(builder, line, y)
        y += _LINE_HEIGHT
    if picture.form:
        left_won, right_won = Span(Icon.COIN, 30, c.TEAM_LIGHTS[0]), Span(Icon.BLOCK, 28, c.TEAM_LIGHTS[1])
        parts = tuple(left_won if won else right_won for won in picture.form[-_MAX_FORM:])
        builder.add(TextLine(WIDTH // 2, y + 26, parts, Align.MIDDLE, gap=14))
        y += 62
    return builder.build(WIDTH, y + 14)


def _add_comparison(builder: SceneBuilder, line: ComparisonLine, y: int) -> None:
    middle = y + 24
    builder.write(PAGE_MARGIN + 10, middle, Span(line.left, 32, c.TEAM_LIGHTS[0], Typeface.FIGURE), max_width=230)
    right = Span(line.right, 32, c.TEAM_LIGHTS[1], Typeface.FIGURE)
    builder.write(WIDTH - PAGE_MARGIN - 10, middle, right, Align.RIGHT, 230)
    builder.write(WIDTH // 2, middle, Span(line.caption, 26, c.FADED, min_size=22), Align.MIDDLE, 520)
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
