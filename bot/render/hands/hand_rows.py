"""Breaks a hand into rows so that ranks are as large as possible."""

from bisect import bisect_left
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, pairwise
from operator import itemgetter
from typing import Final

from bot.render.layout.card_metrics import card_height, index_width
from engine.model.cards import Card, Suit

SuitGroup = tuple[Suit, tuple[Card, ...]]
"""An effective suit and its cards in order."""
HandRow = tuple[SuitGroup, ...]

CARD_WIDTHS: Final = tuple(range(148, 221, 12))
"""The usual widths of a card, only few so that painted cards are reused. On a phone, ranks have at least 14 pixels."""
SMALL_CARD_WIDTHS: Final = 136, 124
"""Card widths for hands that would otherwise be too high for a desktop. On a phone, ranks have 13 or 12 pixels."""
GROUP_GAP: Final = 14
"""Smallest gap between two groups."""
_FOOTER_HEIGHT: Final = 62
"""The height below a row's cards, for labels and the gap to the next row."""
_LOW_FOOTER_HEIGHT: Final = 14
"""The height below the cards of a low row, for a bar and the gap to the next row."""
_MANY_ROWS: Final = 3
"""Suits may be broken to save a row if there are this many low rows or more. Low rows cut their cards short."""
_LOW_SHARE: Final = 1.0
"""The visible height of a card in low rows, as a share of its width. Rank, suit and points stay visible."""
_COPY_STEP: Final = 0.82
"""The step between equal cards, as a share of the step between different ones."""
_MIN_STEP: Final = 0.37
"""Smallest step, as a share of the card's width."""
_MAX_STEP: Final = 0.62
"""Largest step, as a share of the card's width."""
_MAX_SHARE: Final = 0.52
"""The greatest height, as a share of the width, that leaves space on a desktop for the hint and the buttons."""
_MOST_SHARE: Final = 0.575
"""The greatest height, as a share of the width, that leaves space on a desktop for lists of leads."""
_ROW_COST: Final = 1_000_000
_BROKEN_SUIT_COST: Final = 10_000


@dataclass(frozen=True, slots=True)
class RowPlan:
    """Rows of groups, the width of a card, and the step between different cards."""

    rows: tuple[HandRow, ...]
    width: int
    step: int
    low: bool = False
    """Whether the foot of each card is hidden, so that a high hand fits a desktop."""

    @property
    def row_heights(self) -> tuple[int, int]:
        """The visible height of a card that is not raised, and the height below the cards."""
        return _get_row_heights(self.width, low=self.low)


def _get_row_heights(width: int, *, low: bool) -> tuple[int, int]:
    return (round(width * _LOW_SHARE), _LOW_FOOTER_HEIGHT) if low else (card_height(width), _FOOTER_HEIGHT)


def visible_step(card: Card, following: Card, width: int, step: int) -> int:
    """Return how many pixel columns of `card` stay visible when the card `following` covers its right part."""
    return max(index_width(width, card), round(step * _COPY_STEP) if card == following else step)


@lru_cache(maxsize=4096)
def group_width(cards: tuple[Card, ...], width: int, step: int) -> int:
    """Return the width of a group."""
    return width + sum(visible_step(a, b, width, step) for a, b in pairwise(cards))


@lru_cache(maxsize=256)
def plan_rows(groups: tuple[SuitGroup, ...], max_width: int, extra: int = 0) -> RowPlan:
    """Return the plan with the largest ranks in rows of `max_width`. Header and raised cards need `extra` pixels."""
    blocks = list_blocks(groups, max_width)
    whole = _find_best_plan(groups, blocks, max_width, extra, low=False)
    if _measure_height(len(whole.rows), whole.width, extra, low=False) <= _MAX_SHARE * max_width:
        return whole
    low = _find_best_plan(groups, blocks, max_width, extra, low=True)
    if len(low.rows) >= _MANY_ROWS:
        broken = _find_best_plan(groups, list_blocks(groups, 0), max_width, extra, low=True)
        low = broken if len(broken.rows) < len(low.rows) else low
    return low if _is_low_enough(low, max_width, extra) else _find_small_plan(groups, max_width, extra)


def _is_low_enough(plan: RowPlan, max_width: int, extra: int) -> bool:
    return _measure_height(len(plan.rows), plan.width, extra, low=True) <= _MOST_SHARE * max_width


def _find_small_plan(groups: tuple[SuitGroup, ...], max_width: int, extra: int) -> RowPlan:
    """Return the plan with the largest cards that fit a desktop or, if none fits, the plan with the smallest cards."""
    blocks = list_blocks(groups, max_width)
    broken = ((_break_into_rows(blocks, w, max_width), w) for w in (*reversed(CARD_WIDTHS), *SMALL_CARD_WIDTHS))
    plans = [_widen_steps(rows, width, max_width, low=True) for rows, width in broken if rows]
    return next((plan for plan in plans if _is_low_enough(plan, max_width, extra)), plans[-1])


def _find_best_plan(
    groups: tuple[SuitGroup, ...], blocks: tuple[SuitGroup, ...], max_width: int, extra: int, *, low: bool
) -> RowPlan:
    scored = ((_score_bound(groups, width, max_width, extra, low=low), width) for width in CARD_WIDTHS)
    best: tuple[float, int, tuple[HandRow, ...]] = (0, 0, ())
    for bound, width in sorted(scored, reverse=True):
        if bound <= best[0]:
            break
        rows = _break_into_rows(blocks, width, max_width)
        if rows:
            best = max(best, (_score_plan(len(rows), width, max_width, extra, low=low), width, rows))
    return _widen_steps(best[2], best[1], max_width, low=low)


def list_blocks(groups: tuple[SuitGroup, ...], max_width: int) -> tuple[SuitGroup, ...]:
    """Return the blocks of cards that stay in one row. A suit that is too long for a row has one block per face."""
    blocks: list[SuitGroup] = []
    for suit, cards in groups:
        if group_width(cards, CARD_WIDTHS[0], _get_min_step(CARD_WIDTHS[0])) <= max_width:
            blocks.append((suit, cards))
        else:
            blocks += [(suit, tuple(copies)) for _, copies in groupby(cards)]
    return tuple(blocks)


def _get_min_step(width: int) -> int:
    return round(width * _MIN_STEP)


def _score_bound(groups: tuple[SuitGroup, ...], width: int, max_width: int, extra: int, *, low: bool) -> float:
    """Return a score that no plan with this card width can exceed. It assumes rows that are filled completely."""
    min_step = _get_min_step(width)
    length = sum(group_width(cards, width, min_step) + GROUP_GAP for _, cards in groups)
    return _score_plan(max(1, -(-length // (max_width + GROUP_GAP))), width, max_width, extra, low=low)


def _measure_height(rows: int, width: int, extra: int, *, low: bool) -> int:
    return rows * sum(_get_row_heights(width, low=low)) + extra


def _score_plan(rows: int, width: int, max_width: int, extra: int, *, low: bool) -> float:
    """Return the sum of a card's widths on two screens, 302 by 270 and 550 by 350 pixels. High pictures score less."""
    height = _measure_height(rows, width, extra, low=low)
    size = width * (min(302 / max_width, 270 / height) + min(550 / max_width, 350 / height))
    return size * min(1.0, _MAX_SHARE * max_width / height) ** 2


def _widen_steps(rows: tuple[HandRow, ...], width: int, max_width: int, *, low: bool) -> RowPlan:
    """Return a plan with the greatest step between cards at which the rows fit. The smallest step always fits."""
    least = _get_min_step(width)
    wider = range(least + 1, round(width * _MAX_STEP) + 1)
    fitting = bisect_left(wider, True, key=lambda step: any(_row_width(row, width, step) > max_width for row in rows))
    return RowPlan(rows, width, least + fitting, low)


def _row_width(row: HandRow, width: int, step: int) -> int:
    return sum(group_width(cards, width, step) for _, cards in row) + GROUP_GAP * (len(row) - 1)


def _break_into_rows(blocks: tuple[SuitGroup, ...], width: int, max_width: int) -> tuple[HandRow, ...]:
    """Return as few rows as possible, with few broken suits and even lengths. Return none if a block exceeds a row."""
    size, step = len(blocks), _get_min_step(width)
    widths = [group_width(cards, width, step) for _, cards in blocks]
    if any(one > max_width for one in widths):
        return ()
    joins = [0, *(_join_width(a, b, width, step) for a, b in pairwise(blocks))]
    # For each block, `best` has the least cost of the rows from this block on, and the first block of the second row.
    best: list[tuple[int, int]] = [(0, size)] * (size + 1)
    for i in range(size - 1, -1, -1):
        length, best[i] = 0, (_ROW_COST * 99, size)
        for j in range(i, size):
            length += widths[j] + (joins[j] if j > i else 0)
            if length > max_width:
                break
            slack = (max_width - length) >> 3
            broken = j + 1 < size and blocks[j + 1][0] is blocks[j][0]
            total = best[j + 1][0] + _ROW_COST + (slack * slack >> 3) + (_BROKEN_SUIT_COST if broken else 0)
            best[i] = min(best[i], (total, j + 1))
    return _cut_rows(blocks, best)


def _join_width(left: SuitGroup, right: SuitGroup, width: int, step: int) -> int:
    """Return the pixels between two blocks in a row; negative if the right block covers the end of the left one."""
    if left[0] is not right[0]:
        return GROUP_GAP
    return visible_step(left[1][-1], right[1][0], width, step) - width


def _cut_rows(blocks: tuple[SuitGroup, ...], best: list[tuple[int, int]]) -> tuple[HandRow, ...]:
    rows, i = [], 0
    while i < len(blocks):
        j = best[i][1]
        runs = groupby(blocks[i:j], itemgetter(0))
        rows.append(tuple((suit, tuple(card for _, cards in run for card in cards)) for suit, run in runs))
        i = j
    return tuple(rows)
