"""The pictures of a league's standings, and of a finished season."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.render.layout import colours as c
from bot.render.layout.scale_scene import scale_scene
from bot.render.layout.scene import Align, Badge, Box, Icon, RoundedRect, Scene, SceneBuilder, Span, TextLine, Typeface
from bot.render.layout.seat_layout import WIDTH
from bot.render.layout.shared_elements import MEDAL_COLOURS, PAGE_MARGIN, add_facts, build_heading
from bot.render.values.league_pictures import LeagueLabels, SeasonPicture, StandingsLine, StandingsPicture

MAX_ROWS: Final = 15
_LONG_LIST: Final = 10
_LONG_LIST_SCALE: Final = 0.84
"""Scale of a long list, which keeps its file small."""
_LINE_HEIGHT: Final = 66
_TOP: Final = 132
_NAME_LEFT: Final = 104
_MAX_FORM: Final = 5
_MAX_FIGURES_WIDTH: Final = 730
"""Largest width of all figures, so that names have space."""
_LEFT_EDGES: Final = (390, 60, 720)
"""The left edges of the podium's steps, from the first to the third entrant."""
_STEP_WIDTH: Final = 320
_HEIGHTS: Final = (176, 130, 110)
"""The heights of the podium's steps, by rank. Entrants who share a rank have equal heights."""
_FLOOR: Final = 352


@dataclass(frozen=True, slots=True)
class StandingsColumn:
    """A column to the right of the names; `build_spans` makes its content for a line."""

    caption: str
    width: int
    build_spans: Callable[[StandingsLine], tuple[Span, ...]]


def build_scene(picture: StandingsPicture) -> Scene:
    """Return the standings."""
    rows = picture.rows[:MAX_ROWS]
    builder = SceneBuilder(build_heading(picture.title, picture.subtitle))
    if not rows:
        builder.write(PAGE_MARGIN, 128, Span(picture.labels.nobody, 22, c.FADED))
        return builder.build(WIDTH, 176)
    columns = _list_columns(picture.labels, rows)
    _add_captions(builder, picture.labels, columns)
    for i, row in enumerate(rows):
        _add_line(builder, row, columns, Box(14, _TOP + i * _LINE_HEIGHT, WIDTH - 28, _LINE_HEIGHT - 6))
    bottom = _TOP + len(rows) * _LINE_HEIGHT + 14
    if len(picture.rows) > MAX_ROWS:
        more = picture.labels.more.format(n=len(picture.rows) - MAX_ROWS)
        builder.write(_NAME_LEFT, bottom + 14, Span(more, 22, c.FADED))
        bottom += 46
    scene = builder.build(WIDTH, bottom)
    return scale_scene(scene, _LONG_LIST_SCALE) if len(rows) > _LONG_LIST else scene


def _list_columns(labels: LeagueLabels, rows: tuple[StandingsLine, ...]) -> tuple[StandingsColumn, ...]:
    columns: list[StandingsColumn] = []
    if any(row.won or row.lost for row in rows) or all(row.rating is None for row in rows):
        columns = [StandingsColumn(labels.record, 150, _build_record), StandingsColumn(labels.share, 110, _build_share)]
    if any(row.points is not None for row in rows):
        columns.insert(0, StandingsColumn(labels.points, 110, _build_points))
    if any(row.rating is not None for row in rows):
        columns.append(StandingsColumn(labels.rating, 190, _build_rating))
    if any(row.form for row in rows):
        columns.append(StandingsColumn(labels.form, 170, _build_form))
    if sum(column.width for column in columns) > _MAX_FIGURES_WIDTH:
        # Names matter more than the share of wins, which readers can see from wins and losses.
        columns = [column for column in columns if column.build_spans is not _build_share]
    return tuple(columns)


def _add_captions(builder: SceneBuilder, labels: LeagueLabels, columns: tuple[StandingsColumn, ...]) -> None:
    builder.write(_NAME_LEFT, 108, Span(labels.player, 22, c.FADED), max_width=200)
    x = WIDTH - 28
    for column in reversed(columns):
        middle = x - column.width // 2
        builder.write(middle, 108, Span(column.caption, 22, c.FADED), Align.MIDDLE, column.width - 8)
        x -= column.width


def _add_line(builder: SceneBuilder, row: StandingsLine, columns: tuple[StandingsColumn, ...], box: Box) -> None:
    middle = box.y + box.h // 2
    builder.add(RoundedRect(box, c.PLATE, 16))
    medal = MEDAL_COLOURS[row.rank - 1] if 0 < row.rank <= len(MEDAL_COLOURS) else None
    ink = c.BROWN if medal else c.INK
    builder.add(Badge(box.x + 40, middle, 44, str(row.rank or "–"), medal or c.WELL, ink=ink))
    x = box.right - 14
    for column in reversed(columns):
        builder.add(TextLine(x - column.width // 2, middle, column.build_spans(row), Align.MIDDLE, column.width, 6))
        x -= column.width
    builder.write(_NAME_LEFT, middle, Span(row.name, 23), max_width=x - _NAME_LEFT - 10)


def _build_record(row: StandingsLine) -> tuple[Span, ...]:
    return (Span(f"{row.won}–{row.lost}", 24, c.INK, Typeface.FIGURE),)


def _build_share(row: StandingsLine) -> tuple[Span, ...]:
    played = row.won + row.lost
    return (Span(f"{100 * row.won / played:.0f}%" if played else "–", 24, c.INK, Typeface.FIGURE),)


def _build_points(row: StandingsLine) -> tuple[Span, ...]:
    points = "–" if row.points is None else str(row.points)
    return (Span(row.value or points, 27, c.INK, Typeface.FIGURE),)


def _build_rating(row: StandingsLine) -> tuple[Span, ...]:
    if row.rating is None:
        return (Span("–", 24, c.FADED, Typeface.FIGURE),)
    return (Span(str(row.rating), 27, c.INK, Typeface.FIGURE),)


def _build_form(row: StandingsLine) -> tuple[Span, ...]:
    """Return a disc for won and a ring for lost, so that they differ by more than colour."""
    return tuple(
        Span(Icon.COIN if won else Icon.RING, 21, c.PLAYABLE if won else c.FAILED) for won in row.form[-_MAX_FORM:]
    )


def build_season_scene(picture: SeasonPicture) -> Scene:
    """Return the podium with some facts below it."""
    builder = SceneBuilder(build_heading(picture.title, picture.subtitle))
    for place, (entry, x) in enumerate(zip(picture.podium, _LEFT_EDGES, strict=False)):
        rank = picture.ranks[place] if place < len(picture.ranks) else place + 1
        _add_step(builder, rank, entry, x)
    bottom = add_facts(builder, picture.facts, _FLOOR + 24 if picture.podium else 100)
    return builder.build(WIDTH, bottom + 12)


def _add_step(builder: SceneBuilder, rank: int, entry: tuple[str, str], x: int) -> None:
    name, note = entry
    box = Box(x, _FLOOR - _HEIGHTS[rank - 1], _STEP_WIDTH, _HEIGHTS[rank - 1])
    middle = x + _STEP_WIDTH // 2
    builder.add(RoundedRect(box, c.PLATE, 18))
    builder.add(Badge(middle, box.y + 40, 52, str(rank), MEDAL_COLOURS[rank - 1], ink=c.BROWN))
    crown = (Span(Icon.CROWN, 28, c.WINNING),) if rank == 1 else ()
    builder.add(TextLine(middle, box.y - 30, (*crown, Span(name, 24)), Align.MIDDLE, _STEP_WIDTH))
    builder.write(middle, box.y + 86, Span(note, 26, c.FADED, min_size=22), Align.MIDDLE, _STEP_WIDTH - 30)
