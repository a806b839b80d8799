"""Places 2 to 12 seats around the table in the order and direction of play, with a chosen seat at the bottom."""

from dataclasses import dataclass
from typing import Final

from bot.render.layout.scene import Box
from engine.model.options import Direction
from engine.model.seats import Seat

WIDTH: Final = 1100
PLATE_HEIGHT: Final = 54
"""Height of a name plate with one line of text."""
_ROOM_FOR_KITTY: Final = 12
"""The extra height of a table without seats at the sides. The middle needs it for a large kitty."""
TALL_PLATE_HEIGHT: Final = 86
"""Height of a name plate with two lines."""
_SEATS_PER_SIDE: Final = {
    2: (1, 0, 1),
    3: (1, 1, 0),
    4: (1, 1, 1),
    5: (2, 1, 1),
    6: (2, 1, 2),
    7: (3, 1, 2),
    8: (3, 1, 3),
    9: (3, 2, 2),
    10: (3, 2, 3),
    11: (4, 2, 3),
    12: (4, 2, 4),
}
"""For each number of players, the number of seats at the bottom, at each side, and at the top."""
_CARD_WIDTHS: Final = ((4, 150), (8, 132), (12, 112))
"""Pairs of a number of seats and a card width. The width is for tables with up to that number of seats."""
_WIDE_CELL: Final = 346
_CROWDED_ROW: Final = 4
"""Rows of at least this number of seats have narrower plates."""
CROWDED_FROM: Final = 11
"""Tables of at least this number of players have a row of `_CROWDED_ROW` or more seats."""


@dataclass(frozen=True, slots=True)
class SeatPosition:
    """A seat's name plate, and the area for its plays."""

    seat: Seat
    plate: Box
    area: Box


@dataclass(frozen=True, slots=True)
class SeatLayout:
    """The places of all seats in play order from the nearest, the picture's height, and the empty middle."""

    positions: tuple[SeatPosition, ...]
    height: int
    middle: Box
    card_width: int
    """Largest width of a card."""


def lay_out_seats(
    players: int,
    direction: Direction,
    nearest: Seat = Seat(0),  # noqa: B008 - a number cannot change
    card: int | None = None,
    plate: int = PLATE_HEIGHT,
) -> SeatLayout:
    """Return the layout of a table's seats; `card` is the width of a card, `plate` the height of a name plate."""
    bottom, side, top = _SEATS_PER_SIDE[players]
    card = card or next(width for most, width in _CARD_WIDTHS if players <= most)
    cell = plate + 8 + round(card * 1.30)
    rows = 2 + max(1, side)  # a table without seats at the sides needs room for its middle, too
    height = 18 + rows * (cell + 16) + (2 if side else _ROOM_FOR_KITTY)
    cells = _list_cells(bottom, side, top, cell, height)
    if direction is Direction.CLOCKWISE:
        cells = [(WIDTH - x - w, y, w, up) for x, y, w, up in cells]
    positions = tuple(
        _split_cell(Seat((nearest + i) % players), Box(x, y, w, cell), plate, up=up)
        for i, (x, y, w, up) in enumerate(cells)
    )
    left, edge = 14 + _WIDE_CELL + 16, 18 + cell + 16
    return SeatLayout(positions, height, Box(left, edge, WIDTH - 2 * left, height - 2 * edge), card)


def _list_cells(bottom: int, side: int, top: int, cell: int, height: int) -> list[tuple[int, int, int, bool]]:
    """Return the left edge, top and width of each seat's cell, and whether its name is above its cards.

    The cells come anticlockwise from the bottom left.
    """
    wide = min(_get_cell_width(bottom), _get_cell_width(top)) if top else _get_cell_width(bottom)
    bottom_y, top_y = height - 18 - cell, 18
    cells = [(x, bottom_y, wide, False) for x in _spread_cells(bottom, wide)]
    levels = [18 + (i + 1) * (cell + 16) for i in range(side)]
    cells += [(WIDTH - 14 - _WIDE_CELL, y, _WIDE_CELL, True) for y in reversed(levels)]
    cells += [(x, top_y, wide, True) for x in reversed(_spread_cells(top, wide))]
    cells += [(14, y, _WIDE_CELL, True) for y in levels]
    return cells


def _get_cell_width(count: int) -> int:
    return 262 if count >= _CROWDED_ROW else _WIDE_CELL if count == _CROWDED_ROW - 1 else 440


def _spread_cells(count: int, wide: int) -> list[int]:
    space = min(160, (WIDTH - 28 - count * wide) // max(1, count - 1))
    left = (WIDTH - count * wide - (count - 1) * space) // 2
    return [left + i * (wide + space) for i in range(count)]


def _split_cell(seat: Seat, cell: Box, plate: int, *, up: bool) -> SeatPosition:
    x, y, wide, rest = cell.x, cell.y, cell.w, cell.h - plate - 8
    if up:
        return SeatPosition(seat, Box(x, y, wide, plate), Box(x, y + plate + 8, wide, rest))
    return SeatPosition(seat, Box(x, y + rest + 8, wide, plate), Box(x, y, wide, rest))
