"""Cards in an area: as large as fits, in up to four rows, every rank and suit visible."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bot.render.card_metrics import card_height, index_width
from bot.render.scene import Box, CardItem, CardStyle
from engine.model.cards import Card

_INDEX_HEIGHT: Final = 0.83
"""What an upper row shows: height of rank and suit, as a share of the card's width."""
_MAX_STEP: Final = 0.48
"""Widest step between two cards, as a share of the card's width."""
_MARGIN: Final = 8
"""Columns kept free at each side for rings."""


@dataclass(frozen=True, slots=True)
class PileGrid:
    """The cards in a row, their width, and the step from row to row."""

    per_row: int
    width: int
    row_step: int


def fit_grid(count: int, area: Box, max_card_width: int) -> PileGrid:
    """Return the grid with the largest cards for `count` cards in `area`."""
    best = PileGrid(count, 0, 0)
    for rows in (1, 2, 3, 4):
        per_row = -(-count // rows)
        across = (area.w - 2 * _MARGIN) / (1 + (per_row - 1) * 0.42)
        width = int(min(max_card_width, across, area.h / (1.30 + _INDEX_HEIGHT * (rows - 1))))
        if width > best.width:
            best = PileGrid(per_row, width, round(width * _INDEX_HEIGHT))
    return best


def build_pile(
    cards: Sequence[Card],
    area: Box,
    max_card_width: int,
    style: CardStyle = CardStyle.PLAIN,
    *,
    dim_from: int | None = None,
    four_colour: bool = True,
) -> Iterator[CardItem]:
    """Yield the cards, centred in the area; those from `dim_from` on are dimmed."""
    if not cards:
        return
    grid = fit_grid(len(cards), area, max_card_width)
    rows = -(-len(cards) // grid.per_row)
    height = card_height(grid.width) + (rows - 1) * grid.row_step
    top = area.y + (area.h - height) // 2
    for row in range(rows):
        row_cards = cards[row * grid.per_row : (row + 1) * grid.per_row]
        steps = _compute_steps(row_cards, grid.width, area.w - 2 * _MARGIN)
        x = area.x + (area.w - grid.width - sum(steps)) // 2
        for i, card in enumerate(row_cards):
            shown = steps[i] if i < len(steps) else None
            dimmed = dim_from is not None and row * grid.per_row + i >= dim_from
            card_style = CardStyle.DIM if dimmed else style
            yield CardItem(x, top + row * grid.row_step, grid.width, card, card_style, shown, None, four_colour)
            x += shown or 0


def _compute_steps(cards: Sequence[Card], width: int, row_width: int) -> list[int]:
    min_steps = [index_width(width, card) for card in cards[:-1]]
    spare = max(0, row_width - width - sum(min_steps)) // max(1, len(min_steps))
    return [min(max(round(width * _MAX_STEP), n), n + spare) for n in min_steps]
