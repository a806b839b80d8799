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


@lru_cache(maxsize=512)
def plan(groups: tuple[Group, ...], room: int, extra: int = 0) -> Plan:
    """Return the plan with the largest ranks as seen on a phone and in a desktop's box.

    `room`: columns to fill. `extra`: rows that the picture needs besides, for header and raised cards.
    """
    found = [_spread(rows, width, room) for width in WIDTHS if (rows := _packed(groups, width, room))]
    return max(found, key=lambda one: _score(one, room, extra))


def _score(found: Plan, room: int, extra: int) -> float:
    """Return how large a rank is seen: 302 columns and little height on a phone, a box of 550 by 350 on a desktop."""
    height = len(found.rows) * (card_height(found.width) + FOOT) + extra
    seen = min(302 / room, 270 / height) + min(550 / room, 350 / height)
    return found.width * seen * _WHOLE ** _splits(found.rows)


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


def _packed(groups: tuple[Group, ...], width: int, room: int) -> tuple[Row, ...]:
    """Break the hand into as few rows as fit at the least step; of those with fewest broken suits the most even.

    Copies are never parted. Found from the back: `best[i]` is the price and the first break for the cards from `i`.
    """
    flat = [(suit, card) for suit, cards in groups for card in cards]
    size, closed = len(flat), round(width * _CLOSED)
    steps = [step_after(a[1], b[1], width, closed) for a, b in pairwise(flat)]
    best: list[tuple[int, int]] = [(0, size)] * (size + 1)
    for i in range(size - 1, -1, -1):
        length, choice = width, (_ROW * 99, size)
        for j in range(i + 1, size + 1):
            if length > room:
                break
            joined = j < size and flat[j][0] is flat[j - 1][0]
            if not (joined and flat[j][1] == flat[j - 1][1]):
                slack = (room - length) // 8
                price = best[j][0] + _ROW + slack * slack // 8 + (_SPLIT if joined else 0)
                choice = min(choice, (price, j))
            if j < size:
                length += steps[j - 1] if joined else width + GAP
        best[i] = choice
    return _cut(flat, best)


def _cut(flat: list[tuple[Suit, Card]], best: list[tuple[int, int]]) -> tuple[Row, ...]:
    rows, i = [], 0
    while i < len(flat):
        j = best[i][1]
        rows.append(tuple((s, tuple(card for _, card in run)) for s, run in groupby(flat[i:j], lambda one: one[0])))
        i = j
    return tuple(rows)
