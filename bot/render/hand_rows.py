"""Breaks a hand into rows so that ranks are as large as possible; copies stay together, and suits if they can.

Pure arithmetic on groups of cards; `bot.render.hand` builds the scene.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, pairwise
from operator import itemgetter
from typing import Final

from bot.render.card_metrics import card_height, index_width
from engine.model.cards import Card, Suit

SuitGroup = tuple[Suit, tuple[Card, ...]]
"""An effective suit and its cards in order."""
HandRow = tuple[SuitGroup, ...]

CARD_WIDTHS: Final = tuple(range(148, 221, 12))
"""Few widths, so that cached sprites fit; with the smallest a rank is 14 pixels high on a phone."""
GROUP_GAP: Final = 14
"""Smallest gap between two groups."""
FOOTER_HEIGHT: Final = 62
"""Height below the cards: the group's label and the gap to the next row."""
_COPY_STEP: Final = 0.82
"""How far a copy is moved closer to its twin, as a share of the step."""
_MIN_STEP: Final = 0.37
"""Smallest step, as a share of the card's width."""
_MAX_STEP: Final = 0.62
"""Largest step."""
_BROKEN_SUIT: Final = 0.94
"""A plan's score is multiplied by this for every broken suit."""
_ROW_COST: Final = 1_000_000
_BROKEN_SUIT_COST: Final = 10_000


@dataclass(frozen=True, slots=True)
class RowPlan:
    """Rows of groups, the width of a card, and the step between different cards."""

    rows: tuple[HandRow, ...]
    width: int
    step: int


def visible_step(card: Card, following: Card, width: int, step: int) -> int:
    """Return the columns of `card` that `following` leaves visible."""
    return max(index_width(width, card), round(step * _COPY_STEP) if card == following else step)


def group_width(cards: tuple[Card, ...], width: int, step: int) -> int:
    """Return the width of a group."""
    return width + sum(visible_step(a, b, width, step) for a, b in pairwise(cards))


@lru_cache(maxsize=256)
def plan_rows(groups: tuple[SuitGroup, ...], max_width: int, extra: int = 0) -> RowPlan:
    """Return the plan with the largest ranks on a phone and on a desktop.

    `max_width`: width to fill. `extra`: height of the rest of the picture, for the header and raised cards.
    """
    flat = tuple((suit, card) for suit, cards in groups for card in cards)
    bounds = sorted(((_score_bound(groups, width, max_width, extra), width) for width in CARD_WIDTHS), reverse=True)
    best: tuple[float, int, tuple[HandRow, ...]] = (0, 0, ())
    for bound, width in bounds:
        if bound <= best[0]:
            break
        rows = _break_into_rows(flat, width, max_width)
        score = _score_plan(len(rows), width, max_width, extra) * _BROKEN_SUIT ** _count_broken_suits(rows)
        best = max(best, (score, width, rows))
    return _widen_steps(best[2], best[1], max_width)


def _score_bound(groups: tuple[SuitGroup, ...], width: int, max_width: int, extra: int) -> float:
    """Return the best possible score of this card width: rows filled completely and no suit broken."""
    min_step = round(width * _MIN_STEP)
    length = sum(group_width(cards, width, min_step) + GROUP_GAP for _, cards in groups)
    return _score_plan(max(1, -(-length // (max_width + GROUP_GAP))), width, max_width, extra)


def _score_plan(rows: int, width: int, max_width: int, extra: int) -> float:
    """Return how large a rank appears: 302 columns on a phone, 550 by 350 on a desktop."""
    height = rows * (card_height(width) + FOOTER_HEIGHT) + extra
    return width * (min(302 / max_width, 270 / height) + min(550 / max_width, 350 / height))


def _count_broken_suits(rows: tuple[HandRow, ...]) -> int:
    return sum(above[-1][0] is below[0][0] for above, below in pairwise(rows))


def _widen_steps(rows: tuple[HandRow, ...], width: int, max_width: int) -> RowPlan:
    low, high = round(width * _MIN_STEP), round(width * _MAX_STEP)
    while low < high:
        middle = (low + high + 1) // 2
        fits = all(_row_width(row, width, middle) <= max_width for row in rows)
        low, high = (middle, high) if fits else (low, middle - 1)
    return RowPlan(rows, width, low)


def _row_width(row: HandRow, width: int, step: int) -> int:
    return sum(group_width(cards, width, step) for _, cards in row) + GROUP_GAP * (len(row) - 1)


def _break_into_rows(flat: tuple[tuple[Suit, Card], ...], width: int, max_width: int) -> tuple[HandRow, ...]:
    """Break the hand into the fewest rows at the smallest step, with the fewest broken suits, as even as possible.

    Copies stay together. Works from the back: `best[i]` is the cost and the first break of the cards from `i` on.
    """
    size, steps = len(flat), _list_min_steps(flat, width)
    same_suit = [i > 0 and flat[i][0] is flat[i - 1][0] for i in range(size)] + [False]
    same_card = [i > 0 and flat[i][1] == flat[i - 1][1] for i in range(size)] + [False]
    best: list[tuple[int, int]] = [(0, size)] * (size + 1)
    for i in range(size - 1, -1, -1):
        length, cost, choice = width, _ROW_COST * 99, size
        for j in range(i + 1, size + 1):
            if length > max_width:
                break
            if not same_card[j]:
                slack = (max_width - length) >> 3
                total = best[j][0] + _ROW_COST + (slack * slack >> 3) + (_BROKEN_SUIT_COST if same_suit[j] else 0)
                if total < cost:
                    cost, choice = total, j
            length += steps[j] if same_suit[j] else width + GROUP_GAP
        best[i] = cost, choice
    return _cut_rows(flat, best)


def _list_min_steps(flat: tuple[tuple[Suit, Card], ...], width: int) -> list[int]:
    min_step = round(width * _MIN_STEP)
    return [0, *(visible_step(a[1], b[1], width, min_step) for a, b in pairwise(flat)), 0]


def _cut_rows(flat: tuple[tuple[Suit, Card], ...], best: list[tuple[int, int]]) -> tuple[HandRow, ...]:
    rows, i = [], 0
    while i < len(flat):
        j = best[i][1]
        rows.append(tuple((s, tuple(card for _, card in run)) for s, run in groupby(flat[i:j], itemgetter(0))))
        i = j
    return tuple(rows)
