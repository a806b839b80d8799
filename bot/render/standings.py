"""The picture of a league's standings."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.render import colours as c
from bot.render.frames import EDGE, MEDALS, heading
from bot.render.scaled import scaled
from bot.render.scene import Align, Badge, Box, Face, Fill, Part, Scene, Sign, Sketch, Words
from bot.render.seats import WIDTH
from bot.render.statistics import LeagueLabels, StandingsPicture, StandingsRow

MOST: Final = 15
"""Lines in one picture."""
_MANY: Final = 10
_SHRUNK: Final = 0.84
"""The size of a long list, which keeps its file small; its proportions stay."""
_LINE: Final = 66
_TOP: Final = 132
_NAME: Final = 104
_SHOWN: Final = 5
_FIGURES: Final = 730
"""Columns that figures may take, so that names have room."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column right of the names: its caption, width, and how it shows a line."""

    caption: str
    width: int
    parts: Callable[[StandingsRow], tuple[Part, ...]]


def layout(picture: StandingsPicture) -> Scene:
    """Return the standings."""
    rows = picture.rows[:MOST]
    sketch = Sketch(heading(picture.title, picture.subtitle))
    if not rows:
        sketch.add(Words(EDGE, 128, (Part(picture.labels.nobody, 22, c.FADED),)))
        return sketch.scene(WIDTH, 176)
    columns = _columns(picture.labels, rows)
    _captions(sketch, picture.labels, columns)
    for i, row in enumerate(rows):
        _line(sketch, row, columns, Box(14, _TOP + i * _LINE, WIDTH - 28, _LINE - 6))
    bottom = _TOP + len(rows) * _LINE + 14
    if len(picture.rows) > MOST:
        more = picture.labels.more.format(n=len(picture.rows) - MOST)
        sketch.add(Words(_NAME, bottom + 14, (Part(more, 22, c.FADED),)))
        bottom += 46
    scene = sketch.scene(WIDTH, bottom)
    return scaled(scene, _SHRUNK) if len(rows) > _MANY else scene


def _columns(labels: LeagueLabels, rows: tuple[StandingsRow, ...]) -> tuple[Column, ...]:
    """Return the columns that have something to show."""
    found: list[Column] = []
    if any(row.won or row.lost for row in rows) or all(row.rating is None for row in rows):
        found = [Column(labels.record, 150, _record), Column(labels.share, 110, _share)]
    if any(row.level for row in rows):
        found.insert(0, Column(labels.level, 90, lambda row: (Part(row.level, 27, c.INK, Face.FIGURE),)))
    if any(row.points is not None for row in rows):
        found.insert(0, Column(labels.points, 110, _points))
    if any(row.rating is not None for row in rows):
        found.append(Column(labels.rating, 190, _rating))
    if any(row.form for row in rows):
        found.append(Column(labels.form, 170, _form))
    if sum(column.width for column in found) > _FIGURES:  # the share follows from the record: names matter more
        found = [column for column in found if column.parts is not _share]
    return tuple(found)


def _captions(sketch: Sketch, labels: LeagueLabels, columns: tuple[Column, ...]) -> None:
    sketch.add(Words(_NAME, 108, (Part(labels.player, 22, c.FADED),), room=200))
    x = WIDTH - 28
    for column in reversed(columns):
        middle = x - column.width // 2
        sketch.add(Words(middle, 108, (Part(column.caption, 22, c.FADED),), Align.MIDDLE, column.width - 8))
        x -= column.width


def _line(sketch: Sketch, row: StandingsRow, columns: tuple[Column, ...], box: Box) -> None:
    middle = box.y + box.h // 2
    sketch.add(Fill(box, c.PLATE, 16))
    medal = MEDALS[row.rank - 1] if 0 < row.rank <= len(MEDALS) else None
    ink = c.BROWN if medal else c.INK
    sketch.add(Badge(box.x + 40, middle, 44, str(row.rank or "–"), medal or c.WELL, ink=ink))
    x = box.right - 14
    for column in reversed(columns):
        sketch.add(Words(x - column.width // 2, middle, column.parts(row), Align.MIDDLE, column.width, 6))
        x -= column.width
    stars = (Part(Sign.STAR, 20, c.WINNING),) if row.climbs else ()
    if row.climbs > 1:
        stars = (*stars, Part(str(row.climbs), 22, c.WINNING, Face.FIGURE))
    sketch.add(Words(_NAME, middle, (Part(row.name, 23), *stars), room=x - _NAME - 10, gap=5))


def _record(row: StandingsRow) -> tuple[Part, ...]:
    return (Part(f"{row.won}–{row.lost}", 24, c.INK, Face.FIGURE),)


def _share(row: StandingsRow) -> tuple[Part, ...]:
    played = row.won + row.lost
    text = f"{100 * row.won / played:.0f}%" if played else "–"
    return (Part(text, 24, c.INK, Face.FIGURE),)


def _points(row: StandingsRow) -> tuple[Part, ...]:
    return (Part("–" if row.points is None else str(row.points), 27, c.INK, Face.FIGURE),)


def _rating(row: StandingsRow) -> tuple[Part, ...]:
    if row.rating is None:
        return (Part("–", 24, c.FADED, Face.FIGURE),)
    figure = Part(str(row.rating), 27, c.INK, Face.FIGURE)
    if not row.change:
        return (figure,)
    up = row.change > 0
    ink = c.PLAYABLE if up else c.FAILED
    return (figure, Part(Sign.UP if up else Sign.DOWN, 17, ink), Part(str(abs(row.change)), 22, ink, Face.FIGURE))


def _form(row: StandingsRow) -> tuple[Part, ...]:
    """Return a full disc for won and a ring for lost, so that colour is not all that tells them apart."""
    return tuple(
        Part(Sign.COIN if won else Sign.RING, 21, c.PLAYABLE if won else c.FAILED) for won in row.form[-_SHOWN:]
    )
