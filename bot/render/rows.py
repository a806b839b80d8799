"""How a hand breaks into rows: as few as leave every rank large on a phone, pairs never parted, suits seldom.

Pure arithmetic on groups of cards; `bot.render.hand` turns it into a scene.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, pairwise
from typing import Final

from bot.render.scene import card_height, index_width
from engine.cards import Card, Suit

Group = tuple[Suit, tuple[Card, ...]]
"""An effective suit and its cards in order."""
Row = tuple[Group, ...]

WIDTHS: Final = tuple(range(148, 221, 12))
"""Card widths to choose from: few, so that sprites are found again. A rank is 14 rows high on a phone in the first."""
GAP: Final = 14
"""Least columns between two groups."""
FOOT: Final = 62
"""Rows below the cards for the group's pill, and the space to the next row."""
_TIGHT: Final = 0.82
"""Part of the usual step by which a copy follows its twin."""
_CLOSED: Final = 0.37
"""Least step, as a share of the card's width."""
_OPEN: Final = 0.62
"""Widest step."""
_WHOLE: Final = 0.94
"""What a broken suit takes from the worth of a plan."""
_ROW: Final = 1_000_000
_SPLIT: Final = 10_000


@dataclass(frozen=True, slots=True)
class Plan:
    """Rows of groups, with the width of a card and the step between different cards."""

    rows: tuple[Row, ...]
    width: int
    step: int


def step_after(card: Card, following: Card, width: int, step: int) -> int:
    """Return how many columns of `card` are seen before `following` covers it."""
    return max(index_width(width, card), round(step * _TIGHT) if card == following else step)


def span(cards: tuple[Card, ...], width: int, step: int) -> int:
    """Return the columns a group takes."""
    return width + sum(step_after(a, b, width, step) for a, b in pairwise(cards))


@lru_cache(maxsize=256)
def plan(groups: tuple[Group, ...], room: int, extra: int = 0) -> Plan:
    """Return the plan with the largest ranks as seen on a phone and in a desktop's box.

    `room`: columns to fill. `extra`: rows that the picture needs besides, for header and raised cards.
    """
    flat = tuple((suit, card) for suit, cards in groups for card in cards)
    hopes = sorted(((_hope(groups, width, room, extra), width) for width in WIDTHS), reverse=True)
    best: tuple[float, int, tuple[Row, ...]] = (0, 0, ())
    for hope, width in hopes:
        if hope <= best[0]:
            break
        rows = _packed(flat, width, room)
        best = max(best, (_score(len(rows), width, room, extra) * _WHOLE ** _splits(rows), width, rows))
    return _spread(best[2], best[1], room)


def _hope(groups: tuple[Group, ...], width: int, room: int, extra: int) -> float:
    """Return the score that cards of this width have at best: rows filled to the brim and no suit broken."""
    closed = round(width * _CLOSED)
    length = sum(span(cards, width, closed) + GAP for _, cards in groups)
    return _score(max(1, -(-length // (room + GAP))), width, room, extra)


def _score(rows: int, width: int, room: int, extra: int) -> float:
    """Return how large a rank is seen: 302 columns and little height on a phone, a box of 550 by 350 on a desktop."""
    height = rows * (card_height(width) + FOOT) + extra
    return width * (min(302 / room, 270 / height) + min(550 / room, 350 / height))


def _splits(rows: tuple[Row, ...]) -> int:
    """Return how many suits go on in a further row."""
    return sum(above[-1][0] is below[0][0] for above, below in pairwise(rows))


def _spread(rows: tuple[Row, ...], width: int, room: int) -> Plan:
    """Return the plan with the widest step with which every row fits."""
    low, high = round(width * _CLOSED), round(width * _OPEN)
    while low < high:
        middle = (low + high + 1) // 2
        fits = all(_length(row, width, middle) <= room for row in rows)
        low, high = (middle, high) if fits else (low, middle - 1)
    return Plan(rows, width, low)


def _length(row: Row, width: int, step: int) -> int:
    return sum(span(cards, width, step) for _, cards in row) + GAP * (len(row) - 1)


def _packed(flat: tuple[tuple[Suit, Card], ...], width: int, room: int) -> tuple[Row, ...]:
    """Break the hand into as few rows as fit at the least step; of those with fewest broken suits the most even.

    Copies are never parted. Found from the back: `best[i]` is the price and the first break for the cards from `i`.
    """
    size, steps = len(flat), _least_steps(flat, width)
    joined = [i > 0 and flat[i][0] is flat[i - 1][0] for i in range(size)] + [False]
    twins = [i > 0 and flat[i][1] == flat[i - 1][1] for i in range(size)] + [False]
    best: list[tuple[int, int]] = [(0, size)] * (size + 1)
    for i in range(size - 1, -1, -1):
        length, price, choice = width, _ROW * 99, size
        for j in range(i + 1, size + 1):
            if length > room:
                break
            if not twins[j]:
                slack = (room - length) >> 3
                here = best[j][0] + _ROW + (slack * slack >> 3) + (_SPLIT if joined[j] else 0)
                if here < price:
                    price, choice = here, j
            length += steps[j] if joined[j] else width + GAP
        best[i] = price, choice
    return _cut(flat, best)


def _least_steps(flat: tuple[tuple[Suit, Card], ...], width: int) -> list[int]:
    """Return for each card how many columns of the one before it must be seen."""
    closed = round(width * _CLOSED)
    return [0, *(step_after(a[1], b[1], width, closed) for a, b in pairwise(flat)), 0]


def _cut(flat: tuple[tuple[Suit, Card], ...], best: list[tuple[int, int]]) -> tuple[Row, ...]:
    rows, i = [], 0
    while i < len(flat):
        j = best[i][1]
        rows.append(tuple((s, tuple(card for _, card in run)) for s, run in groupby(flat[i:j], lambda one: one[0])))
        i = j
    return tuple(rows)
