"""The picture of a finished deal: the winners, the sum of the points, the kitty, levels before and after."""

from dataclasses import replace
from typing import Final

from bot.render.layout import colours as c
from bot.render.layout.card_metrics import tiles_width
from bot.render.layout.scene import (
    Align,
    Box,
    CardStyle,
    Icon,
    Item,
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
    build_badge,
    build_lap_spans,
    build_points_bar,
    build_trump_spans,
    get_opponents_team,
)
from bot.render.values.game_pictures import ResultPicture
from engine.model.cards import Card, count_faces
from engine.model.events import DealResult
from engine.model.options import Teams
from engine.model.seats import Seat

_MARGIN: Final = 28
_ROW: Final = 62
_TILE: Final = 66
_BADGE: Final = 50
"""The width of a badge beside tiles."""
_GAP: Final = 12
"""The gap between tiles."""
_SCALES: Final = ((12, 1.0), (17, 0.92))
"""The scale of a sum by its largest number of digits."""
_MIN_SCALE: Final = 0.76
_NAMES_PER_LINE: Final = 3
"""Names in one line beside a caption."""


def build_scene(picture: ResultPicture) -> Scene:
    """Return the result of the deal in `picture.view`. Raises ValueError: the view has no result."""
    result = picture.view.result
    if result is None:
        raise ValueError("no deal has ended in this view")
    builder = SceneBuilder()
    y = _add_title(builder, picture, result, 24)
    y = _add_points(builder, picture, result, y)
    y = _add_last_trick(builder, picture, result, y)
    y = _add_kitty(builder, picture, result.kitty, y)
    y = _add_seats(builder, picture, result, y)
    for caption, seats in _list_notes(picture, result):
        y = _add_note(builder, picture, caption, seats, y)
    if picture.caption:
        builder.write(WIDTH // 2, y + 18, Span(picture.caption, 22, c.FADED), Align.MIDDLE, WIDTH - 2 * _MARGIN)
        y += 40
    if result.is_memorable:
        builder.add(RoundedRect(Box(6, 6, WIDTH - 12, y + 4), None, 26, c.WINNING, 6))
    return builder.build(WIDTH, y + 16)


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
    trump = build_trump_spans(picture.view, labels, 22, four_colour=picture.four_colour, ink=c.TRUMP_INK)
    builder.add(Pill(WIDTH - _MARGIN, y + 30, 50, trump, c.TRUMP_PLATE, Align.RIGHT, 290))
    return y + 76


def list_terms(picture: ResultPicture, result: DealResult) -> tuple[tuple[str, str], ...]:
    """Return the terms of the sum as captions and figures: tricks, kitty, penalties."""
    labels = picture.labels
    terms = [(labels.in_tricks, str(result.trick_points))]
    if result.multiplier:
        terms.append((labels.kitty, f"{result.kitty_points}×{result.multiplier}"))
    if result.penalty_points:
        terms.append((labels.penalties, f"{result.penalty_points:+d}".replace("-", "−")))
    return tuple(terms)


def _add_points(builder: SceneBuilder, picture: ResultPicture, result: DealResult, y: int) -> int:
    ink = _get_side_colour(picture, opponents=True)
    box = Box(_MARGIN - 8, y, WIDTH - 2 * _MARGIN + 16, 130)
    builder.add(RoundedRect(box, c.WELL, 24))
    bar = Box(box.x + 22, y + 94, box.w - 44, 16)
    builder.add(*build_points_bar(result.opponents_points, picture.view.rules, bar, ink))
    middle = y + 46
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
    return box.bottom + 18


def _add_last_trick(builder: SceneBuilder, picture: ResultPicture, result: DealResult, y: int) -> int:
    """Add the plays of the last trick, the winner's ringed: nobody has had time to see it."""
    trick, order = picture.view.tricks[-1] if picture.view.tricks else picture.view.trick, picture.view.card_order
    if not trick.plays:
        return y
    builder.write(_MARGIN, y + _TILE // 2, Span(picture.labels.last_trick, 27, c.FADED, min_size=20), max_width=122)
    x = _MARGIN + 132
    for play in trick.plays:
        tiles = count_faces(order.sort_for_display(play.cards)).items()
        width = _BADGE + sum(tiles_width(_TILE, card, count) + _GAP for card, count in tiles)
        if x > _MARGIN + 132 and x + width > WIDTH - _MARGIN:
            x, y = _MARGIN + 132, y + _TILE + 14
        team = get_opponents_team(picture.view) ^ (play.seat in result.declarers)
        builder.add(build_badge(play.seat, team, x + 21, y + _TILE // 2, 42))
        x += _BADGE
        style = CardStyle.WINNING if play.seat == trick.winner else CardStyle.PLAIN
        for card, count in tiles:
            tile = tiles_width(_TILE, card, count)
            if x + tile > WIDTH - _MARGIN:
                x, y = _MARGIN + 132 + _BADGE, y + _TILE + 14
            builder.add(TileItem(x, y, _TILE, card, count, style, four_colour=picture.four_colour))
            x += tile + _GAP
        x += _GAP
    return y + _TILE + 22


def _add_kitty(builder: SceneBuilder, picture: ResultPicture, kitty: tuple[Card, ...], y: int) -> int:
    if not kitty or picture.view.kitty is None:
        return y
    ordered = picture.view.card_order.sort_for_display(kitty)
    builder.write(_MARGIN, y + _TILE // 2, Span(picture.labels.kitty, 27, c.FADED, min_size=22), max_width=120)
    x = _MARGIN + 132
    for card, count in count_faces(ordered).items():
        width = tiles_width(_TILE, card, count)
        if x + width > WIDTH - _MARGIN:
            x, y = _MARGIN + 132, y + _TILE + 14
        builder.add(TileItem(x, y, _TILE, card, count, four_colour=picture.four_colour))
        x += width + _GAP
    return y + _TILE + 22


def _add_seats(builder: SceneBuilder, picture: ResultPicture, result: DealResult, y: int) -> int:
    players = len(picture.names)
    rows = -(-players // 2)
    width = (WIDTH - 2 * _MARGIN) // 2
    for i in range(players):
        x = _MARGIN - 8 + (i // rows) * (width + 12)
        builder.add(*_build_seat(picture, result, Seat(i), Box(x, y + (i % rows) * (_ROW + 10), width, _ROW)))
    return y + rows * (_ROW + 10)


def _build_seat(picture: ResultPicture, result: DealResult, seat: Seat, box: Box) -> list[Item]:
    middle = box.y + box.h // 2
    side = get_opponents_team(picture.view) ^ (seat in result.declarers)
    next_up = seat == result.next_declarer and not picture.is_last
    items: list[Item] = [
        RoundedRect(box, c.PLATE, box.h // 2, c.WINNING if next_up else None, 4),
        build_badge(seat, side, box.x + 34, middle, 42),
    ]
    icons = [Span(Icon.STAR, 24, c.WINNING)] if seat in result.winners else []
    icons += [Span(Icon.CROWN, 24, c.WINNING)] if seat == result.declarer else []
    name = Span(picture.names[seat] or picture.labels.empty_seat, 27, min_size=22)
    items.append(TextLine(box.x + 66, middle, (*icons, name), max_width=box.w - 66 - 160))
    items.append(TextLine(box.right - 22, middle, _build_level_change(picture, result, seat), Align.RIGHT, gap=8))
    return items


def _list_notes(picture: ResultPicture, result: DealResult) -> list[tuple[str, tuple[Seat, ...]]]:
    labels = picture.labels
    fallen = tuple(sorted({*result.thrown_back, *result.failed_back}))
    notes = [(label, seats) for label, seats in ((labels.hooked, result.hooked), (labels.thrown_back, fallen)) if seats]
    if result.winners:
        notes.append((labels.winners, result.winners))
    elif result.next_declarer is not None and not picture.is_last:
        notes.append((labels.next_declarer, (result.next_declarer,)))
    return notes


def _add_note(builder: SceneBuilder, picture: ResultPicture, caption: str, seats: tuple[Seat, ...], y: int) -> int:
    middle = y + 30
    builder.write(_MARGIN, middle, Span(caption, 26, c.FADED, min_size=22), max_width=310)
    left = _MARGIN + 330
    name_width = (WIDTH - _MARGIN - left) // min(len(seats), _NAMES_PER_LINE)
    for i, seat in enumerate(seats):
        x, middle = left + i % _NAMES_PER_LINE * name_width, y + 30 + i // _NAMES_PER_LINE * 54
        declares = picture.view.result is not None and seat in picture.view.result.declarers
        side = get_opponents_team(picture.view) ^ declares
        builder.add(build_badge(seat, side, x + 21, middle, 42))
        name = picture.names[seat] or picture.labels.empty_seat
        builder.write(x + 52, middle, Span(name, 27, min_size=22), max_width=name_width - 66)
    return y + 10 + 54 * -(-len(seats) // _NAMES_PER_LINE)


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
