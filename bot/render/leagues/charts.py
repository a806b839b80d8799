"""Line charts: rating history, and the levels of two teams through a match."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.render.layout import colours as c
from bot.render.layout.headings import PAGE_MARGIN, SERIES_COLOURS, build_facts, build_heading
from bot.render.layout.scene import (
    Align,
    Box,
    Icon,
    Item,
    Polyline,
    RoundedRect,
    Scene,
    SceneBuilder,
    Span,
    TextLine,
    Typeface,
)
from bot.render.layout.seat_layout import WIDTH
from bot.render.values.league_pictures import MatchPicture, RatingPicture

_GRID_STEPS: Final = (10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000)
_MAX_GRID_LINES: Final = 8
_LABEL_GAP: Final = 40
"""Rows between two names at the ends of lines."""
_MAX_TICKS: Final = 5
_MAX_POINTS: Final = 72
"""More points would blur on a phone."""
_SINGLE_VALUE_WIDTH: Final = 28
"""Columns of a line with a single value."""
_LEVELS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "NT")


@dataclass(frozen=True, slots=True)
class ChartScale:
    """Maps `count` values across and `low` … `high` upwards to the columns and rows of `box`."""

    box: Box
    count: int
    low: float
    high: float

    def x(self, i: float) -> float:
        """Return the column of the `i`-th value."""
        return self.box.x + self.box.w * i / max(1, self.count - 1)

    def y(self, value: float) -> float:
        """Return the row of a value."""
        return self.box.y + self.box.h * (self.high - value) / max(1, self.high - self.low)


def build_ratings_scene(picture: RatingPicture) -> Scene:
    """Return the rating history: one line per player, with the name at its end."""
    series = [entry for entry in picture.series if entry.ratings][: len(SERIES_COLOURS)]
    builder = SceneBuilder(build_heading(picture.title, picture.subtitle))
    if not series:
        builder.add(TextLine(PAGE_MARGIN, 128, (Span(picture.labels.nobody, 22, c.FADED),)))
        return builder.build(WIDTH, 176)
    height = max(620, 150 + _LABEL_GAP * len(series))
    values = [value for entry in series for value in entry.ratings]
    step = next((s for s in _GRID_STEPS if (max(values) - min(values)) / s <= _MAX_GRID_LINES - 2), _GRID_STEPS[-1])
    low, high = min(values) // step * step, -(-max(values) // step) * step
    count = max(len(entry.ratings) for entry in series)
    scale = ChartScale(Box(98, 96, WIDTH - 98 - 306, height - 96 - 62), count, low, max(high, low + step))
    builder.extend(_build_grid(scale, range(low, int(scale.high) + 1, step), picture.labels.now))
    for entry, colour in zip(series, SERIES_COLOURS, strict=False):
        builder.add(Polyline(_to_points(scale, entry.ratings, count - len(entry.ratings)), colour, 5))
    builder.extend(_build_end_labels(scale, [(entry.name, entry.ratings[-1]) for entry in series]))
    more = sum(bool(entry.ratings) for entry in picture.series) - len(series)
    if more:
        text = Span(picture.labels.more.format(n=more), 22, c.FADED)
        builder.add(TextLine(WIDTH - 24, height - 30, (text,), Align.RIGHT))
    return builder.build(WIDTH, height)


def _to_points(scale: ChartScale, values: Sequence[float], shift: int = 0) -> tuple[tuple[float, float], ...]:
    step = -(-len(values) // _MAX_POINTS)  # counted from the end, so that the last value is shown
    shown = [i for i in range(len(values)) if (len(values) - 1 - i) % step == 0]
    points = tuple((scale.x(i + shift), scale.y(values[i])) for i in shown)
    return points if len(points) > 1 else ((points[0][0] - 14, points[0][1]), *points)


def _build_grid(scale: ChartScale, values: Sequence[int], now: str) -> list[Item]:
    items: list[Item] = []
    for value in values:
        y = round(scale.y(value))
        items.append(RoundedRect(Box(scale.box.x, y - 1, scale.box.w, 2), c.LINE))
        figure = Span(str(value), 27, c.FADED, Typeface.FIGURE, min_size=22)
        items.append(TextLine(scale.box.x - 14, y, (figure,), Align.RIGHT, scale.box.x - 20))
    step = max(1, -(-(scale.count - 1) // _MAX_TICKS))
    for ago in range(0, scale.count, step):
        caption = Span(f"−{ago}", 27, c.FADED, Typeface.FIGURE) if ago else Span(now, 22, c.FADED)
        x = round(scale.x(scale.count - 1 - ago))
        items.append(TextLine(x, scale.box.bottom + 32, (caption,), Align.MIDDLE, 110))
    return items


def _build_end_labels(scale: ChartScale, ends: Sequence[tuple[str, int]]) -> list[Item]:
    order = sorted(range(len(ends)), key=lambda i: -ends[i][1])
    rows: list[float] = []
    for i in order:
        rows.append(max(scale.y(ends[i][1]), rows[-1] + _LABEL_GAP if rows else 0))
    overflow = max(0.0, rows[-1] - scale.box.bottom)
    items: list[Item] = []
    for i, row in zip(order, rows, strict=True):
        name, value = ends[i]
        y, x = round(row - overflow), scale.box.right
        items.append(
            TextLine(x + 20, y, (Span(name, 26, SERIES_COLOURS[i], min_size=22),), max_width=WIDTH - x - 20 - 100)
        )
        items.append(TextLine(WIDTH - 24, y, (Span(str(value), 23, c.INK, Typeface.FIGURE),), Align.RIGHT))
    return items


def build_match_scene(picture: MatchPicture) -> Scene:
    """Return a finished match: the teams, a crown for the winner, and their levels over time."""
    builder = SceneBuilder(build_heading(picture.title, picture.subtitle))
    for team in (0, 1):
        _add_team(builder, picture, team, 88 + team * 82)
    count = max(map(len, picture.levels))
    levels = [_LEVELS.index(level) for line in picture.levels for level in line]
    low, high = min(levels, default=0), max(levels, default=1)
    scale = ChartScale(Box(98, 286, WIDTH - 98 - 60, 300), count, low, max(high, low + 1))
    for level_index in range(low, high + 1, 1 if high - low <= _MAX_GRID_LINES else 2):
        y = round(scale.y(level_index))
        builder.add(RoundedRect(Box(scale.box.x, y - 1, scale.box.w, 2), c.LINE))
        level = Span(_LEVELS[level_index], 32, c.FADED, Typeface.FIGURE)
        builder.add(TextLine(scale.box.x - 18, y, (level,), Align.RIGHT))
    for team, line in enumerate(picture.levels):
        if line:
            builder.add(Polyline(_to_stair_points(scale, line, team), c.TEAM_LIGHTS[team], 6))
    facts, y = build_facts(picture.facts, scale.box.bottom + 36)
    builder.extend(facts)
    return builder.build(WIDTH, y + 14)


def _add_team(builder: SceneBuilder, picture: MatchPicture, team: int, y: int) -> None:
    box = Box(PAGE_MARGIN - 8, y, WIDTH - 2 * PAGE_MARGIN + 16, 72)
    won = picture.winner == team
    middle = y + box.h // 2
    builder.add(RoundedRect(box, c.TEAMS[team], (36, 16)[team], c.WINNING if won else None, 5))
    icons = (Span(Icon.CROWN, 34, c.INK),) if won else ()
    names = Span(" · ".join(picture.teams[team]), 25)
    builder.add(TextLine(box.x + 30, middle, (*icons, names), max_width=box.w - 60 - 110, gap=16))
    last = picture.levels[team][-1] if picture.levels[team] else ""
    builder.add(TextLine(box.right - 34, middle, (Span(last, 36, c.INK, Typeface.FIGURE),), Align.RIGHT, 110))


def _to_stair_points(scale: ChartScale, line: Sequence[str], team: int) -> tuple[tuple[float, float], ...]:
    """Return a line that is level until a deal and then steps; the second team's lies a little lower."""
    points: list[tuple[float, float]] = []
    for i, level in enumerate(line):
        y = scale.y(_LEVELS.index(level)) + team * 7
        if points:
            points.append((scale.x(i), points[-1][1]))
        points.append((scale.x(i), y))
    if len(points) > 1:
        return tuple(points)
    return tuple((x + step, y) for x, y in points for step in (0, _SINGLE_VALUE_WIDTH))
