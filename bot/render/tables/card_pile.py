"""Fits cards into an area, as large as possible, in up to four rows, with all ranks and suits visible."""

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from operator import itemgetter
from typing import Final

from bot.render.layout.card_metrics import card_height, index_width
from bot.render.layout.scene import Box, CardItem, CardStyle
from engine.model.cards import Card

_INDEX_HEIGHT: Final = 0.83
"""How much of a card in an upper row is visible, as a share of its width; this part shows rank and suit."""
_MAX_STEP: Final = 0.48
"""Widest step between two cards that overlap, as a share of the card's width."""
_UNIT_GAP: Final = 0.14
"""The extra space after a group of equal cards, as a share of the card's width. It shrinks if there is no room."""
_APART_GAP: Final = 14
"""The pixels between cards that do not overlap; rings need this space."""
_MARGIN: Final = 8
"""The pixels that stay empty on each side of the area, because rings need them."""
_MAX_ROWS: Final = 4
_MIN_SHARE_OF_WHOLE: Final = 0.8
"""Copies of a card stay in one row if all cards then keep at least this share of their greatest possible width."""

Rows = tuple[tuple[Card, ...], ...]


def _fit_rows(cards: Sequence[Card], area: Box, max_card_width: int) -> tuple[int, Rows]:
    """Return the largest card width that fits `area`, and the rows. Copies stay together if that costs little width."""

    def measure(rows: Rows) -> tuple[int, Rows]:
        longest = max(map(len, rows))
        across = (area.w - 2 * _MARGIN) / (1 + (longest - 1) * 0.42)
        return int(min(max_card_width, across, area.h / (1.30 + _INDEX_HEIGHT * (len(rows) - 1)))), rows

    row = measure((tuple(cards),))
    if row[0] == max_card_width:
        return row
    lengths = [-(-len(cards) // count) for count in range(1, _MAX_ROWS + 1)]
    whole = max((measure(_join_copies(cards, n)) for n in lengths), key=itemgetter(0))
    even = max((measure(_split_evenly(cards, n)) for n in lengths), key=itemgetter(0))
    return whole if whole[0] >= _MIN_SHARE_OF_WHOLE * even[0] else even


def _join_copies(cards: Sequence[Card], length: int) -> Rows:
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
    """Yield the cards, centred in the area. Cards from the index `dim_from` on are dimmed."""
    if not cards:
        return
    (width, rows), number = _fit_rows(cards, area, max_card_width), 0
    row_step = round(width * _INDEX_HEIGHT)
    y = area.y + (area.h - card_height(width) - (len(rows) - 1) * row_step) // 2
    for row in rows:
        steps = _compute_steps(row, width, area.w - 2 * _MARGIN)
        x = area.x + (area.w - width - sum(steps)) // 2
        for card, step in zip(row, (*steps, width), strict=True):
            dimmed = dim_from is not None and number >= dim_from
            shown = step if step < width else None
            yield CardItem(x, y, width, card, CardStyle.DIM if dimmed else style, shown, None, four_colour)
            x, number = x + step, number + 1
        y += row_step


def _compute_steps(cards: Sequence[Card], width: int, row_width: int) -> list[int]:
    """Return the steps between cards. Cards overlap, unless all are copies of one card and fit side by side."""
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
