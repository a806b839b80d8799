"""The picture of a deal that several tables have played. For each table, it shows both sides and their result."""

from dataclasses import dataclass
from typing import Final

from bot.render.layout import colours as c
from bot.render.layout.scene import Align, Badge, Box, RoundedRect, Scene, SceneBuilder, Span, Typeface
from bot.render.layout.seat_layout import WIDTH
from bot.render.layout.shared_elements import PAGE_MARGIN, build_heading, light_suit_colour
from engine.model.cards import Suit

MAX_TABLES: Final = 16
_MARGIN: Final = 14
_TOP: Final = 136
_HEIGHT: Final = 96
_GAP: Final = 8
_NAMES_LEFT: Final = 84
_COLUMN: Final = 122
_COLUMNS: Final = 5
_NAMES_WIDTH: Final = WIDTH - 2 * _MARGIN - _NAMES_LEFT - _COLUMNS * _COLUMN - 8


@dataclass(frozen=True, slots=True)
class TravellerLine:
    """One table's result of a deal that several tables played. A `note` replaces all figures except the scores."""

    table: int
    sides: tuple[str, str]
    scores: tuple[str, str]
    trump: Suit | str = ""
    """The trump suit, or a text if there is no trump suit."""
    kitty: str = ""
    points: str = ""
    levels: str = ""
    best: int | None = None
    """The side with the better score, 0 or 1."""
    note: str = ""


@dataclass(frozen=True, slots=True)
class TravellerPicture:
    """A deal with its results at several tables. `captions` are for trump, kitty, points, levels and score."""

    title: str
    subtitle: str
    captions: tuple[str, str, str, str, str]
    lines: tuple[TravellerLine, ...]
    more: str = "and {n} more"


def build_scene(picture: TravellerPicture) -> Scene:
    """Return the list of the tables with their results."""
    lines = picture.lines[:MAX_TABLES]
    builder = SceneBuilder(build_heading(picture.title, ""))
    about = Span(picture.subtitle, 24, c.FADED, min_size=22)
    builder.write(PAGE_MARGIN, _TOP - 24, about, max_width=_NAMES_WIDTH + _NAMES_LEFT - PAGE_MARGIN)
    for column, caption in enumerate(picture.captions):
        words = Span(caption, 24, c.FADED, min_size=22)
        builder.write(_find_middle(column), _TOP - 24, words, Align.MIDDLE, _COLUMN - 6)
    for row, line in enumerate(lines):
        _add_line(builder, line, Box(_MARGIN, _TOP + row * (_HEIGHT + _GAP), WIDTH - 2 * _MARGIN, _HEIGHT))
    bottom = _TOP + len(lines) * (_HEIGHT + _GAP) + 6
    if len(picture.lines) > MAX_TABLES:
        more = picture.more.format(n=len(picture.lines) - MAX_TABLES)
        builder.write(PAGE_MARGIN, bottom + 20, Span(more, 24, c.FADED))
        bottom += 46
    return builder.build(WIDTH, bottom)


def _find_middle(column: int) -> int:
    return WIDTH - _MARGIN - (_COLUMNS - column) * _COLUMN + _COLUMN // 2


def _add_line(builder: SceneBuilder, line: TravellerLine, box: Box) -> None:
    middle = box.y + box.h // 2
    builder.add(RoundedRect(box, c.PLATE, 16))
    builder.add(Badge(box.x + 40, middle, 48, str(line.table), c.WELL))
    for side, (name, score) in enumerate(zip(line.sides, line.scores, strict=True)):
        y = box.y + box.h // 4 + side * box.h // 2
        ink = c.FADED if line.best is not None and side != line.best else c.INK
        builder.write(box.x + _NAMES_LEFT, y, Span(name, 26, ink, min_size=22), max_width=_NAMES_WIDTH)
        builder.write(_find_middle(_COLUMNS - 1), y, Span(score, 28, ink, Typeface.FIGURE), Align.MIDDLE, _COLUMN - 6)
    if line.note:
        note, centre = Span(line.note, 26, c.FADED, min_size=22), (_find_middle(0) + _find_middle(_COLUMNS - 2)) // 2
        builder.write(centre, middle, note, Align.MIDDLE, (_COLUMNS - 1) * _COLUMN - 20)
        return
    _add_figures(builder, line, middle)


def _add_figures(builder: SceneBuilder, line: TravellerLine, middle: int) -> None:
    trump = Span(line.trump, 26, min_size=22)
    if isinstance(line.trump, Suit):
        trump = Span(line.trump, 40, light_suit_colour(line.trump, four_colour=True))
    builder.write(_find_middle(0), middle, trump, Align.MIDDLE, _COLUMN - 6)
    for column, figure in enumerate((line.kitty, line.points, line.levels), 1):
        builder.write(_find_middle(column), middle, Span(figure, 30, c.INK, Typeface.FIGURE), Align.MIDDLE, _COLUMN - 6)
