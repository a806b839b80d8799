"""Lays out the charts of leagues, which are rating histories and comparisons of two sides."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.render.layout import colours as c
from bot.render.layout.scene import (
    Align,
    Box,
    Icon,
    Polyline,
    RoundedRect,
    Scene,
    SceneBuilder,
    Span,
    TextLine,
    Typeface,
)
from bot.render.layout.seat_layout import WIDTH
from bot.render.layout.shared_elements import PAGE_MARGIN, SERIES_COLOURS, build_heading
from bot.render.values.league_pictures import ComparisonLine, HeadToHeadPicture, RatingPicture, RatingSeries

_GRID_STEPS: Final = (10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000)
_MAX_GRID_LINES: Final = 8
_LABEL_GAP: Final = 40
"""The least distance between two names at the ends of lines."""
_MAX_TICKS: Final = 5
_MAX_POINTS: Final = 72
"""The most points of a line; more would blur on a phone."""
_MAX_FORM: Final = 10
_LINE_HEIGHT: Final = 84
_SPLIT_GAP: Final = 3
"""The gap in pixels to the left and right of the point where a bar changes its colour."""


@dataclass(frozen=True, slots=True)
class ChartScale:
    """The scale of a chart: it maps an index below `count` to a column of `box`, and a value to a row.

    `grid` has the values at which there are grid lines.
    """

    box: Box
    count: int
    grid: range

    def x(self, i: float) -> float:
        """Return the column of the `i`-th value."""
        return self.box.x + self.box.w * i / max(1, self.count - 1)

    def y(self, value: float) -> float:
        """Return the row of a value."""
        return self.box.y + self.box.h * (self.grid[-1] - value) / (self.grid[-1] - self.grid[0])


def fit_grid(values: Sequence[int], steps: Sequence[int], most_lines: int, top: int | None = None) -> range:
    """Return grid lines that enclose all `values` and `top`. If a step permits it, there are at most `most_lines`."""
    low, high = min(values), max(values)
    step = next((step for step in steps if (high - low) / step <= most_lines - 2), steps[-1])
    first, last = low // step, -(-max(high, top or high) // step)
    return range(first * step, max(last, first + 1) * step + 1, step)


def build_scene(picture: RatingPicture) -> Scene:
    """Return the rating history. Each player has a line in the chart, with the name at its end."""
    series = [entry for entry in picture.series if entry.ratings][: len(SERIES_COLOURS)]
    builder = SceneBuilder(build_heading(picture.title, picture.subtitle))
    if not series:
        builder.write(PAGE_MARGIN, 128, Span(picture.labels.nobody, 22, c.FADED))
        return builder.build(WIDTH, 176)
    height = max(620, 150 + _LABEL_GAP * len(series))
    values = [value for entry in series for value in entry.ratings]
    count = max(len(entry.ratings) for entry in series)
    box = Box(98, 96, WIDTH - 98 - 306, height - 96 - 62)
    scale = ChartScale(box, count, fit_grid(values, _GRID_STEPS, _MAX_GRID_LINES))
    _add_grid(builder, scale, picture.labels.now)
    for entry, colour in zip(series, SERIES_COLOURS, strict=False):
        builder.add(Polyline(_to_points(scale, entry.ratings, count - len(entry.ratings)), colour, 5))
    _add_end_labels(builder, scale, series)
    more = sum(bool(entry.ratings) for entry in picture.series) - len(series)
    if more:
        builder.write(WIDTH - 24, height - 30, Span(picture.labels.more.format(n=more), 22, c.FADED), Align.RIGHT)
    return builder.build(WIDTH, height)


def _to_points(scale: ChartScale, values: Sequence[float], shift: int = 0) -> tuple[tuple[float, float], ...]:
    step = -(-len(values) // _MAX_POINTS)  # count from the end, so that the last value is always shown
    shown = [i for i in range(len(values)) if (len(values) - 1 - i) % step == 0]
    points = tuple((scale.x(i + shift), scale.y(values[i])) for i in shown)
    return points if len(points) > 1 else ((points[0][0] - 14, points[0][1]), *points)


def _add_grid(builder: SceneBuilder, scale: ChartScale, now: str) -> None:
    for value in scale.grid:
        y = round(scale.y(value))
        builder.add(RoundedRect(Box(scale.box.x, y - 1, scale.box.w, 2), c.LINE))
        figure = Span(str(value), 27, c.FADED, Typeface.FIGURE, min_size=22)
        builder.write(scale.box.x - 14, y, figure, Align.RIGHT, scale.box.x - 20)
    step = max(1, -(-(scale.count - 1) // _MAX_TICKS))
    for ago in range(0, scale.count, step):
        caption = Span(f"−{ago}", 27, c.FADED, Typeface.FIGURE) if ago else Span(now, 22, c.FADED)
        x = round(scale.x(scale.count - 1 - ago))
        builder.write(x, scale.box.bottom + 32, caption, Align.MIDDLE, 110)


def _add_end_labels(builder: SceneBuilder, scale: ChartScale, series: Sequence[RatingSeries]) -> None:
    ends = [(entry.ratings[-1], entry.name, colour) for entry, colour in zip(series, SERIES_COLOURS, strict=False)]
    ends.sort(key=lambda end: -end[0])
    rows: list[float] = []
    for value, _, _ in ends:
        rows.append(max(scale.y(value), rows[-1] + _LABEL_GAP if rows else 0))
    overflow = max(0.0, rows[-1] - scale.box.bottom)
    for (value, name, colour), row in zip(ends, rows, strict=True):
        y, x = round(row - overflow), scale.box.right
        builder.write(x + 20, y, Span(name, 26, colour, min_size=22), max_width=WIDTH - x - 20 - 100)
        builder.write(WIDTH - 24, y, Span(str(value), 23, c.INK, Typeface.FIGURE), Align.RIGHT)


def build_head_to_head_scene(picture: HeadToHeadPicture) -> Scene:
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
