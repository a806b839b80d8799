"""What a deal is worth to the opponents, in levels, by the card points that they end with."""

from functools import lru_cache
from typing import Final

from engine.deal.scoring import add_capture_levels, is_heavy_loss, score_deal
from engine.model.rules import Rules

_MOST_POINTS: Final = 3000
"""More than six decks hold with their kitty counted many times; beyond, nothing changes."""
_STEP: Final = 5
RIGHT_TO_DEAL: Final = 0.3125
"""What winning a deal counts besides its levels: declarers of `club` gain 0.35 levels a deal more than
their opponents and hold 42 % of them. A fraction that needs no rounding."""


@lru_cache(maxsize=64)
def worth_by_points(rules: Rules, per_point: float, *, captured: bool = False) -> tuple[float, ...]:
    """Return the worth to the opponents, in levels, of ending with their points, in steps of five.

    `captured`: they win the last trick.
    """
    found = []
    for points in range(0, _MOST_POINTS + _STEP, _STEP):
        end = score_deal(points, rules)
        rise = add_capture_levels(end.levels, rules) if captured and not end.declarers_hold else end.levels
        levels = rise + RIGHT_TO_DEAL + (rules.heavy_loss_levels if is_heavy_loss(points, rules) else 0)
        found.append((-levels if end.declarers_hold else levels) + per_point * points)
    return tuple(found)


def find_worth(worth: tuple[float, ...], points: int) -> float:
    """Return the entry of `worth_by_points` for these points."""
    return worth[min(max(points, 0), _MOST_POINTS) // _STEP]
