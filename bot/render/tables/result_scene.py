"""Lays out the result of a deal, with its winners, points, kitty and levels before and after."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from bot.render.layout import colours as c
from bot.render.layout.card_metrics import tiles_width
from bot.render.layout.scene import (
    Align,
    Box,
    CardStyle,
    Icon,
    Pill,
    RoundedRect,
    Scene,
    SceneBuilder,
    Span,
    TextLine,
    TileItem,
    Typeface,
)
from bot.render.layout.seat_layout import WIDTH
from bot.render.layout.shared_elements import (
    add_points_bar,
    build_badge,
    build_lap_spans,
    build_trump_spans,
    get_opponents_team,
)
from bot.render.values.game_pictures import ResultPicture
from engine.model.cards import Card, count_faces
from engine.model.events import DealResult
from engine.model.options import Teams
from engine.model.seats import Seat

_MARGIN: Final = 28
_ROW: Final = 52
"""The height of a seat's plate."""
_MANY_SEATS: Final = 8
"""With more seats than this, plates stand in three columns without earlier levels. Only the winning play is shown."""
_TILES: Final = (66, 56, 46)
"""The possible heights of tiles; the largest that fits is chosen."""
_TILES_LEFT: Final = _MARGIN + 132
_BADGE: Final = 46
_GAP: Final = 8
_SCALES: Final = ((12, 1.0), (17, 0.92))
"""Pairs of a number of digits and a scale. The scale is for a sum of points with up to that many digits."""
_MIN_SCALE: Final = 0.76
_NOTE: Final = 188
"""The width of a note's caption."""


@dataclass(frozen=True, slots=True)
class _Tile:
    """Equal cards on one tile. If the tile begins a play, `seat` is the player, whose badge stands before the tile."""

    card: Card
    count: int
    style: CardStyle = CardStyle.PLAIN
    seat: Seat | None = None


def build_scene(picture: ResultPicture) -> Scene:
    """Return the result of the deal in `picture.view`. Raises ValueError: the view has no result."""
    result = picture.view.result
    if result is None:
        raise ValueError("no deal has ended in this view")
    builder = SceneBuilder()
    y = _add_title(builder, picture, result, 12)
    y = _add_points(builder, picture, result, y)
    y = _add_tiles(builder, picture, result, picture.labels.last_trick, tuple(_list_last_trick(picture)), y)
    y = _add_tiles(builder, picture, result, picture.labels.kitty, _list_kitty(picture, result.kitty), y)
    y = _add_seats(builder, picture, result, y)
    y = _add_notes(builder, picture, result, y)
    if picture.caption:
        builder.write(WIDTH // 2, y + 18, Span(picture.caption, 22, c.FADED), Align.MIDDLE, WIDTH - 2 * _MARGIN)
        y += 40
    if result.is_memorable:
        builder.add(RoundedRect(Box(6, 6, WIDTH - 12, y - 4), None, 26, c.WINNING, 6))
    return builder.build(WIDTH, y + 8)


def _get_side_colour(picture: ResultPicture, *, opponents: bool) -> c.Colour:
    team = get_opponents_team(picture.view)
    return c.TEAM_LIGHTS[team if opponents else 1 - team]


def _add_title(builder: SceneBuilder, picture: ResultPicture, result: DealResult, y: int) -> int:
    labels = picture.labels
    taken = labels.opponents_take_over if picture.view.rules.teams is Teams.FIXED else labels.opponents_win
    title = labels.declarers_hold if result.declarers_hold else taken
    if result.winners or result.is_shut_out:
        title = labels.match_won if result.winners else labels.shut_out
    ink = _get_side_colour(picture, opponents=not result.declarers_hold)
    spans = [Span(Icon.STAR if result.is_memorable else Icon.CROWN, 34, ink), Span(title, 32, ink)]
    builder.add(TextLine(_MARGIN, y + 30, tuple(spans), max_width=740, gap=14))
    trump = build_trump_spans(picture, 22)
    builder.add(Pill(WIDTH - _MARGIN, y + 30, 50, trump, c.TRUMP_PLATE, Align.RIGHT, 290))
    return y + 68


def list_terms(picture: ResultPicture, result: DealResult) -> tuple[tuple[str, str], ...]:
    """Return the terms of the sum of points, each with caption and figure: tricks, kitty, penalties."""
    labels = picture.labels
    terms = [(labels.in_tricks, str(result.trick_points))]
    if result.multiplier:
        terms.append((labels.kitty, f"{result.kitty_points}×{result.multiplier}"))
    if result.penalty_points:
        terms.append((labels.penalties, f"{result.penalty_points:+d}".replace("-", "−")))
    return tuple(terms)


def _add_points(builder: SceneBuilder, picture: ResultPicture, result: DealResult, y: int) -> int:
    ink = _get_side_colour(picture, opponents=True)
    box = Box(_MARGIN - 8, y, WIDTH - 2 * _MARGIN + 16, 112)
    builder.add(RoundedRect(box, c.WELL, 24))
    bar = Box(box.x + 22, y + 82, box.w - 44, 16)
    add_points_bar(builder, result.opponents_points, picture.view.rules, bar, ink)
    middle = y + 42
    spans: list[Span] = []
    terms = list_terms(picture, result)
    digits = sum(len(figure) for _, figure in terms) + len(str(result.opponents_points))
    for caption, figure in terms:
        sign = "−" if figure[0] == "−" else "+"
        spans += [Span(sign, 24, c.FADED, Typeface.FIGURE)] if spans else []
        unsigned = figure.lstrip("+−") if spans else figure
        spans += [Span(caption, 22, c.FADED), Span(unsigned, 28, c.INK, Typeface.FIGURE)]
    spans += [Span("=", 26, c.FADED, Typeface.FIGURE), Span(picture.labels.total, 22, c.FADED)]
    spans.append(Span(str(result.opponents_points), 40, ink, Typeface.FIGURE))
    spans.append(Span(picture.labels.points, 22, c.FADED))
    scale = next((scale for most, scale in _SCALES if digits <= most), _MIN_SCALE)
    spans = [replace(span, size=round(span.size * scale)) for span in spans]
    builder.add(TextLine(box.x + 22, middle, tuple(spans), max_width=box.w - 250, gap=round(12 * scale)))
    rise = picture.labels.rise.format(n=result.rise) if result.rise else picture.labels.no_rise
    ground = c.TEAMS[get_opponents_team(picture.view) ^ result.declarers_hold]
    if picture.view.rules.teams is not Teams.HIDDEN_TEN:
        builder.add(Pill(box.right - 20, middle, 52, (Span(rise, 22),), ground, Align.RIGHT, 210))
    return box.bottom + 12


def _list_last_trick(picture: ResultPicture) -> Iterator[_Tile]:
    """Yield the plays of the last trick, which nobody had time to see. With many seats, yield only the winning play."""
    trick, order = picture.view.tricks[-1] if picture.view.tricks else picture.view.trick, picture.view.card_order
    for play in trick.plays:
        if len(picture.names) > _MANY_SEATS and play.seat != trick.winner:
            continue
        style = CardStyle.WINNING if play.seat == trick.winner else CardStyle.PLAIN
        for n, (card, count) in enumerate(count_faces(order.sort_for_display(play.cards)).items()):
            yield _Tile(card, count, style, None if n else play.seat)


def _list_kitty(picture: ResultPicture, kitty: tuple[Card, ...]) -> tuple[_Tile, ...]:
    """Return the buried cards, if everybody may see them."""
    shown = () if picture.view.kitty is None else picture.view.card_order.sort_for_display(kitty)
    return tuple(_Tile(card, count) for card, count in count_faces(shown).items())


def _add_tiles(
    builder: SceneBuilder, picture: ResultPicture, result: DealResult, caption: str, tiles: tuple[_Tile, ...], y: int
) -> int:
    """Add the tiles in one row of the largest size that fits, or else in rows of the smallest. Return the bottom."""
    if not tiles:
        return y
    broken = ((size, _break_rows(tiles, size)) for size in _TILES)
    size, rows = next((size, rows) for size, rows in broken if len(rows) == 1 or size == _TILES[-1])
    builder.write(_MARGIN, y + size // 2, Span(caption, 27, c.FADED, min_size=20), max_width=122)
    for row in rows:
        for x, tile in row:
            if tile.seat is not None:
                team = get_opponents_team(picture.view) ^ (tile.seat in result.declarers)
                builder.add(build_badge(tile.seat, team, x - _BADGE // 2 - 4, y + size // 2, 42))
            shown = TileItem(x, y, size, tile.card, tile.count, tile.style, four_colour=picture.four_colour)
            builder.add(shown)
        y += size + 10
    return y + 6


def _break_rows(tiles: tuple[_Tile, ...], size: int) -> list[list[tuple[int, _Tile]]]:
    """Return rows of tiles, each tile with its left edge. A badge has room before the first tile of a play."""
    rows: list[list[tuple[int, _Tile]]] = [[]]
    end = _TILES_LEFT
    for tile in tiles:
        left = end + (0 if tile.seat is None else _BADGE)
        right = left + tiles_width(size, tile.card, tile.count)
        if right > WIDTH - _MARGIN:
            rows.append([])
            left, right = left - end + _TILES_LEFT, right - end + _TILES_LEFT
        rows[-1].append((left, tile))
        end = right + _GAP
    return rows


def _add_seats(builder: SceneBuilder, picture: ResultPicture, result: DealResult, y: int) -> int:
    columns = 3 if len(picture.names) > _MANY_SEATS else 2
    rows, step = -(-len(picture.names) // columns), (WIDTH - 2 * _MARGIN + 24) // columns
    for i in range(len(picture.names)):
        box = Box(_MARGIN - 8 + i // rows * step, y + i % rows * (_ROW + 5), step - 12, _ROW)
        _add_seat(builder, picture, result, Seat(i), box)
    return y + rows * (_ROW + 5)


def _add_seat(builder: SceneBuilder, picture: ResultPicture, result: DealResult, seat: Seat, box: Box) -> None:
    middle = box.y + box.h // 2
    side = get_opponents_team(picture.view) ^ (seat in result.declarers)
    next_up = seat == result.next_declarer and not picture.is_last
    builder.add(RoundedRect(box, c.PLATE, box.h // 2, c.WINNING if next_up else None, 4))
    builder.add(build_badge(seat, side, box.x + 34, middle, 42))
    icons = [Span(Icon.STAR, 24, c.WINNING)] if seat in result.winners else []
    icons += [Span(Icon.CROWN, 24, c.WINNING)] if seat == result.declarer else []
    name = Span(picture.names[seat] or picture.labels.empty_seat, 27, min_size=22)
    is_narrow = len(picture.names) > _MANY_SEATS
    change = _build_level_change(picture, result, seat)
    builder.add(TextLine(box.x + 62, middle, (*icons, name), max_width=box.w - 62 - (106 if is_narrow else 160)))
    builder.add(TextLine(box.right - 18, middle, change[-3:] if is_narrow else change, Align.RIGHT, gap=8))


def _list_notes(picture: ResultPicture, result: DealResult) -> list[tuple[str, tuple[Seat, ...]]]:
    labels = picture.labels
    fallen = tuple(sorted({*result.thrown_back, *result.failed_back}))
    notes = [(label, seats) for label, seats in ((labels.hooked, result.hooked), (labels.thrown_back, fallen)) if seats]
    if result.winners:
        notes.append((labels.winners, result.winners))
    elif result.next_declarer is not None and not picture.is_last:
        notes.append((labels.next_declarer, (result.next_declarer,)))
    return notes


def _add_notes(builder: SceneBuilder, picture: ResultPicture, result: DealResult, y: int) -> int:
    x, notes = _MARGIN, _list_notes(picture, result)
    for caption, seats in notes:
        width = _NOTE + len(seats) * _BADGE
        if x > _MARGIN and x + width > WIDTH - _MARGIN:
            x, y = _MARGIN, y + _BADGE
        builder.write(x, y + 24, Span(caption, 26, c.FADED, min_size=20), max_width=_NOTE - 8)
        for n, seat in enumerate(seats):
            side = get_opponents_team(picture.view) ^ (seat in result.declarers)
            builder.add(build_badge(seat, side, x + _NOTE + n * _BADGE + 21, y + 24, 42))
        x += width + 14
    return y + (_BADGE + 4 if notes else 0)


def _build_level_change(picture: ResultPicture, result: DealResult, seat: Seat) -> tuple[Span, ...]:
    if picture.view.rules.teams is Teams.HIDDEN_TEN:
        points = picture.view.points[seat]
        figure = Span(str(points), 26, c.INK, Typeface.FIGURE)
        return () if points is None else (figure, Span(picture.labels.points, 22, c.FADED))
    before = result.lap_before(seat), result.levels_before[seat]
    lap, level = after = result.lap_after(seat), result.levels_after[seat]
    if before == after:
        return (Span(level.text, 27, c.FADED, Typeface.FIGURE), *build_lap_spans(lap, 27, c.FADED))
    rose = after > before
    return (
        Span(before[1].text, 24, c.FADED, Typeface.FIGURE),
        Span(Icon.ARROW, 20, c.PLAYABLE if rose else c.FAILED),
        Span(level.text, 29, c.INK, Typeface.FIGURE),
        *build_lap_spans(lap, 29, c.INK),
    )
