"""The pictures of a table with its seats, plays and the state of the deal, and of a lobby with its players."""

from dataclasses import replace
from typing import Final

from bot.render.layout import colours as c
from bot.render.layout.card_metrics import card_height
from bot.render.layout.scale_scene import scale_scene
from bot.render.layout.scene import (
    Align,
    Box,
    CardBackItem,
    CardStyle,
    Icon,
    Item,
    Pill,
    RoundedRect,
    Scene,
    SceneBuilder,
    Span,
    TextLine,
    Typeface,
)
from bot.render.layout.seat_layout import (
    CROWDED_FROM,
    PLATE_HEIGHT,
    TALL_PLATE_HEIGHT,
    WIDTH,
    SeatLayout,
    SeatPosition,
    lay_out_seats,
)
from bot.render.layout.shared_elements import (
    build_badge,
    build_level_spans,
    estimate_figures_width,
    estimate_text_width,
    get_team,
    is_last_trick_shown,
)
from bot.render.tables.card_pile import build_pile
from bot.render.tables.table_centre import add_centre
from bot.render.values.game_pictures import LobbyPicture, TablePicture
from engine.model.cards import without
from engine.model.events import Declined
from engine.model.options import Direction, Teams
from engine.model.seats import Seat
from engine.model.view import PhaseName, PlayView, View

_NAME_SIZES: Final = 28, 22
"""The usual and the smallest height of capitals in a name."""
_CROWDED_SCALE: Final = 0.9
"""The scale of a crowded table, which makes its file a tenth smaller; phones show it smaller anyway."""
_EXCHANGING: Final = {PhaseName.BURYING, PhaseName.STEALING}
_WITHOUT_SLOT: Final = {PhaseName.DECLARING, PhaseName.CLAIMING, PhaseName.READY, PhaseName.FINISHED}
"""Phases in which no seat shows an empty place for a card, because the table does not wait for a play."""


def build_scene(picture: TablePicture) -> Scene:
    """Return the table in any phase."""
    view = picture.view
    height = TALL_PLATE_HEIGHT if view.rules.teams is not Teams.FIXED else PLATE_HEIGHT
    layout = lay_out_seats(view.rules.players, view.rules.direction, picture.viewer or Seat(0), plate=height)
    builder = SceneBuilder()
    add_tabletop(builder, layout)
    for position in layout.positions:
        builder.add(*build_plate(picture, position))
        builder.add(*_build_area(picture, position, layout))
    add_centre(builder, picture, layout.middle)
    scene = builder.build(WIDTH, layout.height)
    return scale_scene(scene, _CROWDED_SCALE) if view.rules.players >= CROWDED_FROM else scene


def add_tabletop(builder: SceneBuilder, layout: SeatLayout) -> None:
    """Add the cloth of the table."""
    box = Box(58, 104, WIDTH - 116, layout.height - 208)
    builder.add(RoundedRect(box, c.CLOTH, 96, c.LINE, 3))


def build_plate(picture: TablePicture, position: SeatPosition) -> tuple[Item, ...]:
    """Return a seat's plate with badge, declarer's crown, name, the seat's own level and its number of cards."""
    view, seat, box = picture.view, position.seat, position.plate
    turn = seat in view.to_act and view.phase is not PhaseName.FINISHED
    middle, tall = box.y + box.h // 2, box.h > PLATE_HEIGHT
    figures = _build_figures(view, seat)
    figures_width = estimate_figures_width(figures, 7) + 14 if figures and not tall else 0
    lines = (middle - 18, middle + 20) if tall else (middle, middle)
    figures_line = TextLine(box.right - 18, lines[1], figures, Align.RIGHT, gap=7)
    return (
        RoundedRect(box, c.PLATE, PLATE_HEIGHT // 2, c.WINNING if turn else None, 5),
        build_badge(seat, get_team(view, seat), box.x + 31, middle, 38),
        TextLine(box.x + 60, lines[0], _build_name(picture, seat), max_width=box.w - 60 - 20 - figures_width),
        *((figures_line,) if figures else ()),
    )


def _build_name(picture: TablePicture, seat: Seat) -> tuple[Span, ...]:
    name = picture.names[seat] if seat < len(picture.names) else None
    crown = (Span(Icon.CROWN, 26, c.WINNING),) if seat == picture.view.declarer else ()
    shown, (size, smallest) = name or picture.labels.empty_seat, _NAME_SIZES
    return (*crown, Span(shown, size, c.INK if name else c.FADED, min_size=smallest))


def _build_figures(view: View, seat: Seat) -> tuple[Span, ...]:
    spans: list[Span] = []
    if view.rules.teams in {Teams.FRIENDS, Teams.THREE_PAIRS}:
        spans += [Span(Icon.STAR, 18, c.TRUMP_INK), *build_level_spans(view, seat, 22, c.TRUMP_INK)]
    points = view.points[seat]
    if view.rules.teams is not Teams.FIXED and points:
        spans += [Span(Icon.COIN, 16, c.GOLD), Span(str(points), 22, c.INK, Typeface.FIGURE)]
    if view.phase is not PhaseName.READY:
        spans += [Span(Icon.CARDS, 22, c.FADED), Span(str(view.hand_sizes[seat]), 22, c.FADED, Typeface.FIGURE)]
    return tuple(spans)


def _build_area(picture: TablePicture, position: SeatPosition, layout: SeatLayout) -> list[Item]:
    view, seat = picture.view, position.seat
    declared = [d for d in view.declarations if d.seat == seat]
    if view.phase is PhaseName.DECLARING and declared:
        style = CardStyle.WINNING if view.declarations[-1].seat == seat else CardStyle.PLAIN
        cards, width = declared[-1].cards, layout.card_width
        return [*build_pile(cards, position.area, width, style, four_colour=picture.four_colour)]
    trick = view.tricks[-1] if is_last_trick_shown(view, wanted=picture.show_last_trick) else view.trick
    for play in trick.plays:
        if play.seat == seat:
            return _build_play(picture, play, position.area, layout.card_width, won=trick.winner == seat)
    if view.phase in {PhaseName.DECLARING, PhaseName.STEALING, PhaseName.CLAIMING} and view.passed[seat]:
        labels, area = picture.labels, position.area
        passed = {Declined.CLAIM: labels.passed_claim, Declined.CALL: labels.passed_call}
        span = Span(passed.get(view.declined_by_pass, labels.passed), 22, c.FADED)
        return [Pill(area.x + area.w // 2, area.y + area.h // 2, 48, (span,), c.PLATE, Align.MIDDLE, area.w)]
    if seat in view.to_act and view.phase in _EXCHANGING:
        return _build_kitty_backs(picture, position.area, layout.card_width)
    if seat in view.to_act and view.phase not in _WITHOUT_SLOT:
        return _build_slot(position.area, layout.card_width)
    return []


def _build_kitty_backs(picture: TablePicture, area: Box, card: int) -> list[Item]:
    width = min(card, round((area.h - 20) / 1.30))
    step = round(width * 0.22)
    x, y = area.x + (area.w - width - 2 * step) // 2, area.y + (area.h - card_height(width)) // 2
    backs: list[Item] = [CardBackItem(x + i * step, y, width) for i in range(3)]
    spans = (Span(picture.labels.kitty, 22), Span(f"×{picture.view.kitty_size}", 24, typeface=Typeface.FIGURE))
    return [*backs, Pill(area.x + area.w // 2, area.bottom - 28, 46, spans, c.PLATE, Align.MIDDLE, area.w, c.WINNING)]


def _build_play(picture: TablePicture, play: PlayView, area: Box, card: int, *, won: bool) -> list[Item]:
    style = CardStyle.WINNING if won else CardStyle.PLAIN
    taken_back = without(play.attempt, play.cards) if play.attempt else ()
    cards_area = replace(area, h=area.h - 38) if play.attempt else area
    order, four = picture.view.card_order, picture.four_colour
    cards = (*order.sort_for_display(play.cards), *order.sort_for_display(taken_back))
    items: list[Item] = [*build_pile(cards, cards_area, card, style, dim_from=len(play.cards), four_colour=four)]
    if play.attempt:
        spans = (Span(Icon.CROSS, 18, c.INK), Span(picture.labels.throw_failed, 22, c.INK))
        middle, y = area.x + area.w // 2, area.bottom - 24
        items.append(Pill(middle, y, 42, spans, c.FAILED_PLATE, Align.MIDDLE, area.w, c.FAILED))
    return items


def _build_slot(area: Box, card: int) -> list[Item]:
    """Return the outline of a card with three dots, which shows that the table waits for this seat."""
    height = card_height(card)
    x, y = area.x + (area.w - card) // 2, area.y + (area.h - height) // 2
    dot = round(card * 0.1)
    lefts = [x + card // 2 + round(k * card * 0.2) - dot // 2 for k in (-1, 0, 1)]
    dots = [RoundedRect(Box(left, y + height // 2, dot, dot), c.WINNING, dot // 2) for left in lefts]
    return [RoundedRect(Box(x, y, card, height), None, round(card * 0.09), c.WINNING, 4), *dots]


def build_lobby_scene(picture: LobbyPicture) -> Scene:
    """Return the table before its first deal, with the players in their seats."""
    direction = Direction.CLOCKWISE if picture.clockwise else Direction.ANTICLOCKWISE
    layout = lay_out_seats(len(picture.names), direction, card=70)
    builder = SceneBuilder()
    add_tabletop(builder, layout)
    for position in layout.positions:
        builder.add(*_build_plate(picture, position))
    _add_lobby_centre(builder, picture, layout.middle)
    return builder.build(WIDTH, layout.height)


def _build_plate(picture: LobbyPicture, position: SeatPosition) -> list[Item]:
    seat, box = position.seat, position.plate
    name, middle = picture.names[seat], position.plate.y + position.plate.h // 2
    team = picture.teams[seat] % 2 if picture.teams else None
    return [
        RoundedRect(box, c.PLATE if name else None, box.h // 2, None if name else c.LINE, 4),
        build_badge(seat, team, box.x + 31, middle, 38),
        TextLine(box.x + 60, middle, _build_name_spans(picture, seat, name), max_width=box.w - 78),
    ]


def _build_name_spans(picture: LobbyPicture, seat: Seat, name: str | None) -> tuple[Span, ...]:
    if name is None:
        return (Span(picture.labels.empty_seat, 26, c.FADED, min_size=22),)
    crown = (Span(Icon.STAR, 22, c.WINNING),) if seat == picture.host else ()
    computer = (Span(Icon.COMPUTER, 24, c.FADED),) if seat in picture.computers else ()
    return (*crown, *computer, Span(name, 28, min_size=22))


def _add_lobby_centre(builder: SceneBuilder, picture: LobbyPicture, area: Box) -> None:
    taken = sum(name is not None for name in picture.names)
    title = picture.title or picture.labels.lobby
    size = next((size for size in range(26, 17, -1) if estimate_text_width(title, size) <= area.w - 32), 17)
    lines: list[tuple[Span, ...]] = [(Span(title, size, c.TRUMP_INK),)]
    lines += [(Span(fact, 26, c.INK, min_size=22),) for fact in picture.lines[:3]]
    lines.append((Span(f"{taken}/{len(picture.names)}", 26, c.INK, Typeface.FIGURE),))
    if picture.title and taken < len(picture.names):
        lines.append((Span(picture.labels.lobby, 26, c.FADED, min_size=22),))
    height = 46 * len(lines) + 24
    box = Box(area.x, area.y + (area.h - height) // 2, area.w, height)
    builder.add(RoundedRect(box, c.WELL, 26))
    for i, parts in enumerate(lines):
        builder.add(TextLine(box.x + box.w // 2, box.y + 36 + 46 * i, parts, Align.MIDDLE, box.w - 32))
