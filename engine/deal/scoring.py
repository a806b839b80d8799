"""Scores a deal: which side wins with these points, and how many levels it gains (docs/rules.md, 8)."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from engine.model.cards import Card
from engine.model.options import KittyWithoutTrump, PickupCounts, Scoring, Teams, Threshold
from engine.model.rules import Rules
from engine.model.seats import Seat
from engine.model.trump import Trump

_TABLE_STEPS: Final = 20
"""The number of rows that a computed table has for opponents who win. `score_deal` computes results beyond them."""


def count_pickup_points(points: int, rules: Rules, *, taken: bool, opponent: bool) -> int:
    """Return how many of a trick's `points` count for the opponents if winners may leave points (docs/rules.md, 10).

    `taken` says whether the winner picked the points up, and `opponent` whether the winner is an opponent in the end.
    """
    counted = taken and (opponent or rules.pickup_counts is PickupCounts.AS_SHOWN)
    return points if counted else 0


def points_to_win(rules: Rules) -> int:
    """Return the fewest points with which the opponents win."""
    return next(row.points for row in thresholds(rules) if not row.declarers_hold)


def points_to_climb(rules: Rules) -> int | None:
    """Return the fewest points with which the opponents win and gain a level, or None if they never gain one."""
    return next((row.points for row in thresholds(rules) if not row.declarers_hold and row.levels > 0), None)


def score_deal(points: int, rules: Rules) -> Threshold:
    """Return the row of the table of results for the opponents' total `points`. A negative total counts as 0."""
    rows = thresholds(rules)
    if rules.scoring in {Scoring.STEP, Scoring.HALF_STEP} and points >= rows[-1].points:
        step = rows[-1].points - rows[-2].points
        return Threshold(points, False, _cap_levels(rows[-1].levels + (points - rows[-1].points) // step, rules))
    return max((row for row in rows if row.points <= points), key=lambda row: row.points, default=rows[0])


def thresholds(rules: Rules) -> tuple[Threshold, ...]:
    """Return the table of results by rising points. With `step` and `half_step`, results go on beyond its last row."""
    return _build_thresholds(rules.scoring, rules.points_step, rules.thresholds, rules.max_opponent_levels)


@lru_cache(maxsize=256)
def _build_thresholds(
    scoring: Scoring, step: int, custom: tuple[Threshold, ...], most: int | None
) -> tuple[Threshold, ...]:
    rows = _uncapped_thresholds(scoring, step, custom)
    if most is None:
        return rows
    return tuple(row if row.declarers_hold else replace(row, levels=min(row.levels, most)) for row in rows)


def _cap_levels(levels: int, rules: Rules) -> int:
    return levels if rules.max_opponent_levels is None else min(levels, rules.max_opponent_levels)


def _uncapped_thresholds(scoring: Scoring, step: int, custom: tuple[Threshold, ...]) -> tuple[Threshold, ...]:
    match scoring:
        case Scoring.STEP:
            return (*_hold_rows((0, 3), (5, 2), (step, 1)), *_turnover_rows(2 * step, step))
        case Scoring.HALF_STEP:
            half = step // 2
            return (
                *_hold_rows((0, 5), (5, 4), (half, 3), (step, 2), (step + half, 1)),
                *_turnover_rows(2 * step, half),
            )
        case Scoring.BASIC:
            return Threshold(0, True, 1), Threshold(2 * step, False, 0), Threshold(3 * step, False, 1)
        case Scoring.CUSTOM:
            return custom


def _hold_rows(*rows: tuple[int, int]) -> tuple[Threshold, ...]:
    return tuple(Threshold(points, True, levels) for points, levels in rows)


def _turnover_rows(start: int, step: int) -> tuple[Threshold, ...]:
    return tuple(Threshold(start + step * at, False, at) for at in range(_TABLE_STEPS))


def small_team_bonus(declarers: Collection[Seat], called: int, rules: Rules) -> int:
    """Return the extra levels for declarers who won with fewer friends than they called (docs/rules.md, 9)."""
    return rules.small_team_bonus if len(declarers) < called + 1 else 0


def declarer_bonus(levels: int, rules: Rules) -> int:
    """Return the extra levels of a declarer whose side has won and rises by `levels`; 0 if `levels` is 0."""
    return rules.declarer_bonus if rules.teams is Teams.FRIENDS and levels > 0 else 0


def add_capture_levels(levels: int, rules: Rules) -> int:
    """Return the rise of opponents who win `levels` and capture the kitty. The maximum rise limits it."""
    return _cap_levels(levels + rules.capture_levels, rules) if is_capture_worth_levels(rules) else levels


def captures_kitty(winning: Sequence[Card], trump: Trump, rules: Rules) -> bool:
    """Return whether opponents who win the last trick with `winning` capture the kitty."""
    return rules.kitty_without_trump is not KittyWithoutTrump.NONE or all(map(trump.is_trump, winning))


def is_capture_worth_levels(rules: Rules) -> bool:
    """Return whether opponents who capture the kitty get extra levels. They never do without a kitty or levels."""
    return rules.capture_levels > 0 and rules.kitty_size > 0 and rules.has_levels


def heavy_loss_points(rules: Rules) -> int | None:
    """Return the fewest points of the opponents that make a loss heavy, or None if it costs no level."""
    if rules.heavy_loss_levels == 0 or not rules.has_levels:
        return None
    needed = points_to_win(rules)
    return needed + rules.heavy_loss_steps * needed // 2


def is_heavy_loss(points: int, rules: Rules) -> bool:
    """Return whether the opponents have enough points to make the declarers fall back."""
    least = heavy_loss_points(rules)
    return least is not None and points >= least
