"""Fits cards into an area, as large as possible, in up to four rows, with all ranks and suits visible."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from operator import attrgetter
from typing import Final

from bot.render.layout.card_metrics import card_height, index_width
from bot.render.layout.scene import Box, CardItem, CardStyle
from engine.model.cards import Card

_INDEX_HEIGHT: Final = 0.83
"""The visible height of rank and suit in an upper row, as a share of the card's width."""
_MAX_STEP: Final = 0.48
"""Widest step between two cards that overlap, as a share of the card's width."""
_UNIT_GAP: Final = 0.14
"""The extra space after the last of equal cards, as a share of the card's width, as far as there is room."""
_APART_GAP: Final = 14
"""The pixels between cards that do not overlap, which leave room for rings."""
_MARGIN: Final = 8
"""Columns kept free at each side for rings."""
_MAX_ROWS: Final = 4
_MIN_SHARE_OF_WHOLE: Final = 0.8
"""Copies are split over two rows if their cards would otherwise be narrower than this share of the possible width."""

Rows = tuple[tuple[Card, ...], ...]


@dataclass(frozen=True, slots=True)
class Pile:
    """The cards by row, their width, and the step from row to row."""

    rows: Rows
    width: int
    row_step: int


def fit_pile(cards: Sequence[Card], area: Box, max_card_width: int) -> Pile:
    """Return the rows with the largest cards in `area`; copies stay in one row unless that makes them much smaller."""
    row = _measure_rows((tuple(cards),), area, max_card_width)
    if row.width == max_card_width:
        return row
    lengths = [-(-len(cards) // count) for count in range(1, _MAX_ROWS + 1)]
    whole = max((_measure_rows(_join_copies(cards, n), area, max_card_width) for n in lengths), key=attrgetter("width"))
    even = max((_measure_rows(_split_evenly(cards, n), area, max_card_width) for n in lengths), key=attrgetter("width"))
    return whole if whole.width >= _MIN_SHARE_OF_WHOLE * even.width else even


def _measure_rows(rows: Rows, area: Box, max_card_width: int) -> Pile:
    longest = max(map(len, rows))
    across = (area.w - 2 * _MARGIN) / (1 + (longest - 1) * 0.42)
    width = int(min(max_card_width, across, area.h / (1.30 + _INDEX_HEIGHT * (len(rows) - 1))))
    return Pile(rows, width, round(width * _INDEX_HEIGHT))


def _join_copies(cards: Sequence[Card], length: int) -> Rows:
    """Return rows of about `length` cards with equal cards in one row."""
    rows: list[tuple[Card, ...]] = []
    for _, group in groupby(cards):
        copies = tuple(group)
        if rows and len(rows[-1]) + len(copies) / 2 <= length:
            rows[-1] += copies
        else:
            rows.append(copies)
    return tuple(rows)


def _split_evenly(cards: Sequence[Card], length: int) -> Rows:
    return tuple(tuple(cards[i : i + length]) for i in range(0, len(cards), length))


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
    pile, number = fit_pile(cards, area, max_card_width), 0
    height = card_height(pile.width) + (len(pile.rows) - 1) * pile.row_step
    y = area.y + (area.h - height) // 2
    for row in pile.rows:
        steps = _compute_steps(row, pile.width, area.w - 2 * _MARGIN)
        x = area.x + (area.w - pile.width - sum(steps)) // 2
        for card, step in zip(row, (*steps, pile.width), strict=True):
            dimmed = dim_from is not None and number >= dim_from
            shown = step if step < pile.width else None
            yield CardItem(x, y, pile.width, card, CardStyle.DIM if dimmed else style, shown, None, four_colour)
            x, number = x + step, number + 1
        y += pile.row_step


def _compute_steps(cards: Sequence[Card], width: int, row_width: int) -> list[int]:
    """Return the steps from card to card. Cards overlap, copies most, unless the row has only copies and they fit."""
    apart = width + _APART_GAP
    if len(set(cards)) == 1 and width + apart * (len(cards) - 1) <= row_width:
        return [apart] * (len(cards) - 1)
    steps = [index_width(width, card) for card in cards[:-1]]
    ends = [i for i, (one, other) in enumerate(pairwise(cards)) if one != other]
    spare = row_width - width - sum(steps)
    gap = min(round(width * _UNIT_GAP), max(0, spare) // max(1, len(ends)))
    steps = [step + (gap if i in ends else 0) for i, step in enumerate(steps)]
    spread = max(0, row_width - width - sum(steps)) // max(1, len(steps))
    return [min(max(round(width * _MAX_STEP) + (gap if i in ends else 0), n), n + spread) for i, n in enumerate(steps)]
