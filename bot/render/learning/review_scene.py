"""Lays out the review of a deal. A chart compares the opponents' expected points with the points that they need."""

from dataclasses import dataclass
from typing import Final

from bot.render.layout import colours as c
from bot.render.layout.scene import Align, Box, Icon, Polyline, RoundedRect, Scene, SceneBuilder, Span, Typeface
from bot.render.layout.seat_layout import WIDTH
from bot.render.layout.shared_elements import add_facts, build_heading
from bot.render.leagues.charts_scene import ChartScale, fit_grid

_GRID_STEPS: Final = (5, 10, 20, 40, 80, 160, 320, 640)
_MAX_GRID_LINES: Final = 4
_MAX_TICKS: Final = 7
_CHART_HEIGHT: Final = 180
_CAPTION_HEIGHT: Final = 40
_CAPTION_POINTS: Final = 3
"""The number of points, at the end of the line, that the target's caption must not cover."""


@dataclass(frozen=True, slots=True)
class ReviewPoint:
    """A point of the chart. `points` is what the opponents were expected to get after the play in `trick`."""

    trick: int
    points: int
    is_mistake: bool = False
    """Whether the play certainly cost something."""


@dataclass(frozen=True, slots=True)
class ReviewPicture:
    """A chart of expected points by trick; the last point is the result."""

    title: str
    subtitle: str
    points: tuple[ReviewPoint, ...]
    target: int
    """The points that the opponents need to win."""
    target_caption: str
    trick_caption: str
    end_caption: str
    """The caption below the result."""
    facts: tuple[tuple[str, str], ...] = ()


def build_scene(picture: ReviewPicture) -> Scene:
    """Return the chart, with a cross at each play that certainly cost something, and the facts below."""
    builder = SceneBuilder(build_heading(picture.title, picture.subtitle))
    values = [one.points for one in picture.points] + [picture.target]
    grid = fit_grid(values, _GRID_STEPS, _MAX_GRID_LINES, top=picture.target + 1)
    first, last = picture.points[0].trick, picture.points[-1].trick
    box = Box(112, 110, WIDTH - 112 - 70, _CHART_HEIGHT)
    scale = ChartScale(box, last - first + 1, grid)
    _add_grid(builder, scale, picture)
    points = tuple((scale.x(one.trick - first), scale.y(one.points)) for one in picture.points)
    line = points if len(points) > 1 else ((points[0][0] - 14, points[0][1]), *points)
    builder.add(Polyline(line, c.TEAM_LIGHTS[1], 6))
    for one, (x, y) in zip(picture.points, points, strict=True):
        if one.is_mistake:
            builder.write(round(x), round(y) - 26, Span(Icon.CROSS, 34, c.INK), Align.MIDDLE)
    return builder.build(WIDTH, add_facts(builder, picture.facts, box.bottom + 66) + 14)


def _add_grid(builder: SceneBuilder, scale: ChartScale, picture: ReviewPicture) -> None:
    for value in scale.grid:
        y = round(scale.y(value))
        builder.add(RoundedRect(Box(scale.box.x, y - 1, scale.box.w, 2), c.LINE))
        figure = Span(str(value), 32, c.FADED, Typeface.FIGURE, min_size=24)
        builder.write(scale.box.x - 16, y, figure, Align.RIGHT, scale.box.x - 24)
    y = round(scale.y(picture.target))
    builder.add(RoundedRect(Box(scale.box.x, y - 3, scale.box.w, 6), c.WINNING))
    caption = Span(picture.target_caption, 26, c.WINNING, min_size=22)
    ends_above = sum(one.points - picture.target for one in picture.points[-_CAPTION_POINTS:]) > 0
    beside = y + 30 if ends_above and scale.box.bottom - y >= _CAPTION_HEIGHT else y - 26  # there is always space above
    builder.write(scale.box.right, beside, caption, Align.RIGHT, scale.box.w // 2)
    first, last = picture.points[0].trick, picture.points[-1].trick
    step = max(1, -(-(last - first) // _MAX_TICKS))
    numbers = {trick: Span(str(trick), 30, c.FADED, Typeface.FIGURE) for trick in range(first, last - step // 2, step)}
    for trick, span in {**numbers, last: Span(picture.end_caption, 26, c.FADED)}.items():
        builder.write(round(scale.x(trick - first)), scale.box.bottom + 32, span, Align.MIDDLE)
    name = Span(picture.trick_caption, 24, c.FADED, min_size=22)
    builder.write(scale.box.x - 18, scale.box.bottom + 38, name, Align.RIGHT, scale.box.x - 26)
