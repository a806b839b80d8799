"""Charts of lines: rating history, and the climb of two teams through a match."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.render import colours as c
from bot.render.frames import EDGE, SERIES, facts, heading
from bot.render.scene import Align, Box, Face, Fill, Item, Part, Polyline, Scene, Sign, Sketch, Words
from bot.render.seats import WIDTH
from bot.render.statistics import MatchPicture, RatingPicture

_STEPS: Final = (10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000)
_LINES: Final = 8
"""Most horizontal lines of a grid."""
_APART: Final = 40
"""Rows between two names at the lines' ends."""
_TICKS: Final = 5
_POINTS: Final = 72
"""Points of one line at most: nearer ones are a smear on a phone."""
_STROKE: Final = 28
"""Columns of a line that has but one value."""
_LADDER: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "NT")


@dataclass(frozen=True, slots=True)
class Scale:
    """Maps values to columns and rows of `box`: `count` values across, `low` … `high` upwards."""

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


def ratings(picture: RatingPicture) -> Scene:
    """Return the rating history: a line for each player, named at its end."""
    series = [one for one in picture.series if one.ratings][: len(SERIES)]
    sketch = Sketch(heading(picture.title, picture.subtitle))
    if not series:
        sketch.add(Words(EDGE, 128, (Part(picture.labels.nobody, 22, c.FADED),)))
        return sketch.scene(WIDTH, 176)
    height = max(620, 150 + _APART * len(series))
    values = [value for one in series for value in one.ratings]
    step = next((s for s in _STEPS if (max(values) - min(values)) / s <= _LINES - 2), _STEPS[-1])
    low, high = min(values) // step * step, -(-max(values) // step) * step
    count = max(len(one.ratings) for one in series)
    scale = Scale(Box(98, 96, WIDTH - 98 - 306, height - 96 - 62), count, low, max(high, low + step))
    sketch.extend(_grid(scale, range(low, int(scale.high) + 1, step), picture.labels.now))
    for one, colour in zip(series, SERIES, strict=False):
        shift = count - len(one.ratings)
        sketch.add(Polyline(_points(scale, one.ratings, shift), colour, 5))
    sketch.extend(_names(scale, [(one.name, one.ratings[-1]) for one in series]))
    more = sum(bool(one.ratings) for one in picture.series) - len(series)
    if more:
        sketch.add(
            Words(WIDTH - 24, height - 30, (Part(picture.labels.more.format(n=more), 22, c.FADED),), Align.RIGHT)
        )
    return sketch.scene(WIDTH, height)


def _points(scale: Scale, values: Sequence[float], shift: int = 0) -> tuple[tuple[float, float], ...]:
    """Return a line's points; a lone value becomes a short stroke."""
    every = -(-len(values) // _POINTS)  # counted from the end, for the last value must be there
    shown = [i for i in range(len(values)) if (len(values) - 1 - i) % every == 0]
    points = tuple((scale.x(i + shift), scale.y(values[i])) for i in shown)
    return points if len(points) > 1 else ((points[0][0] - 14, points[0][1]), *points)


def _grid(scale: Scale, values: Sequence[int], now: str) -> list[Item]:
    """Return horizontal lines with their values, and how many games ago below."""
    items: list[Item] = []
    for value in values:
        y = round(scale.y(value))
        items.append(Fill(Box(scale.box.x, y - 1, scale.box.w, 2), c.LINE))
        items.append(Words(scale.box.x - 14, y, (Part(str(value), 22, c.FADED, Face.FIGURE),), Align.RIGHT))
    every = max(1, -(-(scale.count - 1) // _TICKS))
    for ago in range(0, scale.count, every):
        caption = Part(f"−{ago}", 22, c.FADED, Face.FIGURE) if ago else Part(now, 22, c.FADED)
        x = round(scale.x(scale.count - 1 - ago))
        items.append(Words(x, scale.box.bottom + 32, (caption,), Align.MIDDLE, 110))
    return items


def _names(scale: Scale, ends: Sequence[tuple[str, int]]) -> list[Item]:
    """Return each line's name and last value beside its end, moved apart where they would meet."""
    order = sorted(range(len(ends)), key=lambda i: -ends[i][1])
    rows: list[float] = []
    for i in order:
        rows.append(max(scale.y(ends[i][1]), rows[-1] + _APART if rows else 0))
    over = max(0.0, rows[-1] - scale.box.bottom)
    items: list[Item] = []
    for i, row in zip(order, rows, strict=True):
        name, value = ends[i]
        y, x = round(row - over), scale.box.right
        items.append(Words(x + 20, y, (Part(name, 22, SERIES[i]),), room=WIDTH - x - 20 - 100))
        items.append(Words(WIDTH - 24, y, (Part(str(value), 23, c.INK, Face.FIGURE),), Align.RIGHT))
    return items


def match(picture: MatchPicture) -> Scene:
    """Return a finished match: the teams, the winner crowned, and how their levels rose."""
    sketch = Sketch(heading(picture.title, picture.subtitle))
    for team in (0, 1):
        _team(sketch, picture, team, 88 + team * 82)
    count = max(map(len, picture.levels))
    marks = [_LADDER.index(level) for line in picture.levels for level in line]
    low, high = min(marks, default=0), max(marks, default=1)
    scale = Scale(Box(98, 286, WIDTH - 98 - 60, 300), count, low, max(high, low + 1))
    for mark in range(low, high + 1, 1 if high - low <= _LINES else 2):
        y = round(scale.y(mark))
        sketch.add(Fill(Box(scale.box.x, y - 1, scale.box.w, 2), c.LINE))
        sketch.add(Words(scale.box.x - 18, y, (Part(_LADDER[mark], 22, c.FADED, Face.FIGURE),), Align.RIGHT))
    for team, line in enumerate(picture.levels):
        if line:
            sketch.add(Polyline(_stairs(scale, line, team), c.TEAM_LIGHTS[team], 6))
    found, y = facts(picture.facts, scale.box.bottom + 36)
    sketch.extend(found)
    return sketch.scene(WIDTH, y + 14)


def _team(sketch: Sketch, picture: MatchPicture, team: int, y: int) -> None:
    box = Box(EDGE - 8, y, WIDTH - 2 * EDGE + 16, 72)
    won = picture.winner == team
    middle = y + box.h // 2
    sketch.add(Fill(box, c.TEAMS[team], (36, 16)[team], c.WINNING if won else None, 5))
    signs = (Part(Sign.CROWN, 34, c.INK),) if won else ()
    names = Part(" · ".join(picture.teams[team]), 25)
    sketch.add(Words(box.x + 30, middle, (*signs, names), room=box.w - 60 - 110, gap=16))
    last = picture.levels[team][-1] if picture.levels[team] else ""
    sketch.add(Words(box.right - 34, middle, (Part(last, 36, c.INK, Face.FIGURE),), Align.RIGHT, 110))


def _stairs(scale: Scale, line: Sequence[str], team: int) -> tuple[tuple[float, float], ...]:
    """Return a line that goes level until a deal and then steps; the second team's lies a little lower."""
    points: list[tuple[float, float]] = []
    for i, level in enumerate(line):
        y = scale.y(_LADDER.index(level)) + team * 7
        if points:
            points.append((scale.x(i), points[-1][1]))
        points.append((scale.x(i), y))
    return tuple(points) if len(points) > 1 else tuple((x + step, y) for x, y in points for step in (0, _STROKE))
