"""What a deal is worth to the opponents, in levels, by the card points that they end with."""

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine.deal.scoring import add_capture_levels, is_heavy_loss, points_to_win, score_deal
from engine.model.rules import Rules

_MOST_POINTS: Final = 3000
"""More than six decks hold with their kitty counted many times; beyond, nothing changes."""
_STEP: Final = 5
PER_POINT: Final = 0.02
"""What a card point counts besides the levels."""
RIGHT_TO_DEAL: Final = 0.3125
"""What winning a deal counts besides its levels: experts who declare gain 0.35 levels a deal more than
their opponents and hold 42 % of them. A fraction that needs no rounding."""


@lru_cache(maxsize=64)
def worth_by_points(
    rules: Rules, per_point: float, *, captured: bool = False, spread: float = 0.0
) -> tuple[float, ...]:
    """Return the worth to the opponents, in levels, of ending with their points, in steps of five.

    `per_point`: what each point counts by which they exceed those with which they win; counted from nothing, points
    would make it seem better to be an opponent. `captured`: they win the last trick. `spread`: the standard deviation,
    in card points, with which the points may still end otherwise; it turns the steps between levels into slopes.
    """
    found, par = [], points_to_win(rules)
    for points in range(0, _MOST_POINTS + _STEP, _STEP):
        end = score_deal(points, rules)
        rise = add_capture_levels(end.levels, rules) if captured and not end.declarers_hold else end.levels
        levels = rise + RIGHT_TO_DEAL + (rules.heavy_loss_levels if is_heavy_loss(points, rules) else 0)
        found.append(-levels if end.declarers_hold else levels)
    return tuple(levels + per_point * (_STEP * at - par) for at, levels in enumerate(_spread_out(found, spread)))


def _spread_out(levels: list[float], spread: float) -> list[float]:
    """Return the means of the levels under a normal distribution around each entry."""
    reach = math.ceil(3 * spread / _STEP)
    shares = [math.exp(-(((_STEP * away) / spread) ** 2) / 2) for away in range(-reach, reach + 1)] if reach else [1.0]
    padded = [levels[0]] * reach + levels + [levels[-1]] * reach
    return [
        sum(share * level for share, level in zip(shares, padded[at:], strict=False)) / sum(shares)
        for at in range(len(levels))
    ]


@dataclass(frozen=True, slots=True)
class DealEnd:
    """How a deal ends, as far as its worth depends on it."""

    points: int
    """Of the declarers' opponents, with those that the kitty brings."""
    captured: bool
    """Whether the opponents win the last trick."""

    def rate(self, rules: Rules, per_point: float, spread: float = 0.0) -> float:
        """Return the worth to the opponents; see `worth_by_points`."""
        return find_worth(worth_by_points(rules, per_point, captured=self.captured, spread=spread), self.points)


def find_worth(worth: tuple[float, ...], points: int) -> float:
    """Return the entry of `worth_by_points` for these points."""
    return worth[min(max(points, 0), _MOST_POINTS) // _STEP]
