"""Where the seats of a table lie: 4 to 12 around its edge, in play order and direction, one of them nearest."""

from dataclasses import dataclass
from typing import Final

from bot.render.scene import Box
from engine.rules import Direction
from engine.seats import Seat

WIDTH: Final = 1100
PLATE: Final = 54
"""Height of a name plate with one line."""
TALL_PLATE: Final = 86
"""With two."""
_SPREAD: Final = {
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
"""Seats at the bottom, at each side, at the top."""


_CARDS: Final = ((4, 150), (8, 132), (12, 112))
"""Up to how many seats a card is how wide."""
_BROAD: Final = 346
_NARROW: Final = 4
"""Seats in a row from which plates are narrower."""
CROWDED: Final = 11
"""Seats from which a row is that full."""


@dataclass(frozen=True, slots=True)
class Place:
    """A seat's place: its name plate, and the area for what it plays."""

    seat: Seat
    plate: Box
    area: Box


@dataclass(frozen=True, slots=True)
class Ring:
    """All places in play order from the nearest, the height of the picture and the space left in its middle."""

    places: tuple[Place, ...]
    height: int
    middle: Box
    card: int
    """Width of a card, at most."""


def ring(
    players: int,
    direction: Direction,
    nearest: Seat = Seat(0),  # noqa: B008
    card: int | None = None,
    plate: int = PLATE,
) -> Ring:
    """Return the places of a table.

    `card`: width of a card, by default as the number of seats allows. `plate`: height of a name plate.

    Raises:
        KeyError: more than twelve seats.
    """
    bottom, side, top = _SPREAD[players]
    card = card or next(width for most, width in _CARDS if players <= most)
    cell = plate + 8 + round(card * 1.30)
    rows = 2 + side
    height = 18 + rows * (cell + 16) + 2
    columns = _columns(bottom, side, top, cell, height)
    if direction is Direction.CLOCKWISE:
        columns = [(_mirrored(x, w), y, w, up) for x, y, w, up in columns]
    places = tuple(
        _place(Seat((nearest + i) % players), Box(x, y, w, cell), plate, up=up)
        for i, (x, y, w, up) in enumerate(columns)
    )
    return Ring(places, height, _middle(cell, height), card)


def _columns(bottom: int, side: int, top: int, cell: int, height: int) -> list[tuple[int, int, int, bool]]:
    """Return left, top and width of the cells, anticlockwise from the bottom left, and if the plate is above."""
    wide = min(_width(bottom), _width(top)) if top else _width(bottom)
    low, high = height - 18 - cell, 18
    found = [(x, low, wide, False) for x in _spread(bottom, wide)]
    levels = [18 + (i + 1) * (cell + 16) for i in range(side)]
    found += [(WIDTH - 14 - _BROAD, y, _BROAD, True) for y in reversed(levels)]
    found += [(x, high, wide, True) for x in reversed(_spread(top, wide))]
    found += [(14, y, _BROAD, True) for y in levels]
    return found


def _width(count: int) -> int:
    """Return the width of the cells in a row of so many seats."""
    return 262 if count >= _NARROW else _BROAD if count == _NARROW - 1 else 440


def _spread(count: int, wide: int) -> list[int]:
    """Return the left edges of `count` cells in a row."""
    space = min(160, (WIDTH - 28 - count * wide) // max(1, count - 1))
    left = (WIDTH - count * wide - (count - 1) * space) // 2
    return [left + i * (wide + space) for i in range(count)]


def _mirrored(x: int, wide: int) -> int:
    return WIDTH - x - wide


def _place(seat: Seat, cell: Box, plate: int, *, up: bool) -> Place:
    """Part a cell into plate and area, the plate above (`up`) or below."""
    x, y, wide, rest = cell.x, cell.y, cell.w, cell.h - plate - 8
    if up:
        return Place(seat, Box(x, y, wide, plate), Box(x, y + plate + 8, wide, rest))
    return Place(seat, Box(x, y + rest + 8, wide, plate), Box(x, y, wide, rest))


def _middle(cell: int, height: int) -> Box:
    """Return the box between the rows and the side columns."""
    left, top = 14 + _BROAD + 16, 18 + cell + 16
    return Box(left, top, WIDTH - 2 * left, height - 2 * top)
