"""The picture of a table that waits for players."""

from bot.render.layout import colours as c
from bot.render.layout.scene import Align, Box, Icon, Item, RoundedRect, Scene, SceneBuilder, Span, TextLine, Typeface
from bot.render.layout.seat_layout import WIDTH, SeatPosition, lay_out_seats
from bot.render.layout.shared_elements import build_badge
from bot.render.layout.wrap_text import estimate_text_width
from bot.render.tables.table_scene import add_tabletop
from bot.render.values.game_pictures import LobbyPicture
from engine.model.options import Direction
from engine.model.seats import Seat


def build_scene(picture: LobbyPicture) -> Scene:
    """Return the table with who sits where."""
    direction = Direction.CLOCKWISE if picture.clockwise else Direction.ANTICLOCKWISE
    layout = lay_out_seats(len(picture.names), direction, card=70)
    builder = SceneBuilder()
    add_tabletop(builder, layout)
    for position in layout.positions:
        builder.add(*_build_plate(picture, position))
    builder.add(*_build_centre(picture, layout.middle))
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


def _build_centre(picture: LobbyPicture, area: Box) -> list[Item]:
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
    items: list[Item] = [RoundedRect(box, c.WELL, 26)]
    for i, parts in enumerate(lines):
        items.append(TextLine(box.x + box.w // 2, box.y + 36 + 46 * i, parts, Align.MIDDLE, box.w - 32))
    return items
