"""Cards in a given area: as large as it allows, in up to three rows, every rank and suit to be seen."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bot.render.scene import Box, CardItem, Mark, card_height, index_width
from engine.cards import Card

_INDEX: Final = 0.83
"""Height of rank and suit as a share of the card's width: what an upper row shows."""
_STEP: Final = 0.48
"""Widest step between two cards."""
_MARGIN: Final = 8
"""Columns kept free at either side for rings."""


@dataclass(frozen=True, slots=True)
class Grid:
    """How a pile is laid: cards in a row, their width, the step from row to row."""

    per_row: int
    width: int
    down: int


def grid(count: int, area: Box, largest: int) -> Grid:
    """Return the grid with the largest cards for `count` cards in `area`."""
    best = Grid(count, 0, 0)
    for rows in (1, 2, 3, 4):
        per_row = -(-count // rows)
        across = (area.w - 2 * _MARGIN) / (1 + (per_row - 1) * 0.42)
        width = int(min(largest, across, area.h / (1.30 + _INDEX * (rows - 1))))
        if width > best.width:
            best = Grid(per_row, width, round(width * _INDEX))
    return best


def pile(
    cards: Sequence[Card],
    area: Box,
    largest: int,
    mark: Mark = Mark.PLAIN,
    *,
    dim_from: int | None = None,
    four_colour: bool = True,
) -> Iterator[CardItem]:
    """Yield the cards, in the middle of the area; those from `dim_from` on are dimmed."""
    if not cards:
        return
    laid = grid(len(cards), area, largest)
    rows = -(-len(cards) // laid.per_row)
    height = card_height(laid.width) + (rows - 1) * laid.down
    top = area.y + (area.h - height) // 2
    for row in range(rows):
        part = cards[row * laid.per_row : (row + 1) * laid.per_row]
        steps = _steps(part, laid.width, area.w - 2 * _MARGIN)
        x = area.x + (area.w - laid.width - sum(steps)) // 2
        for i, card in enumerate(part):
            shown = steps[i] if i < len(steps) else None
            dimmed = dim_from is not None and row * laid.per_row + i >= dim_from
            here = Mark.DIM if dimmed else mark
            yield CardItem(x, top + row * laid.down, laid.width, card, here, shown, None, four_colour)
            x += shown or 0


def _steps(cards: Sequence[Card], width: int, room: int) -> list[int]:
    """Return the columns shown of every card but the last."""
    least = [index_width(width, card) for card in cards[:-1]]
    spare = max(0, room - width - sum(least)) // max(1, len(least))
    return [min(max(round(width * _STEP), n), n + spare) for n in least]
