"""Scores of boards that several tables have played: match points, and levels on a scale where big gains count less.

A board's results are seen from the side that holds the same cards at every table: what it gained, less what it lost.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from math import fsum
from typing import Final

from bot.events.pairing.ports import EntrantNumber

BoardResults = Mapping[EntrantNumber, float | None]
"""What each pair on that side gained at a board; None: the board was not played at their table."""

SCALE: Final = (0.25, 0.75, 1.25, 1.75, 2.5, 3.5, 5.0, 7.0)
"""From each of these differences in levels on, a board is worth one unit more: as in bridge, ever slower."""
AVERAGE: Final = 0.5
"""The share of match points for a board that was not played."""
LEAST_FOR_TRIMMING: Final = 5
"""With this number of results or more, the best and the worst are left out of the mean."""


def score_match_points(results: BoardResults) -> dict[EntrantNumber, float]:
    """Return the share of the other tables that each pair has beaten; a tie is half, and so is a board not played."""
    played = _list_played(results)
    return {
        pair: AVERAGE if own is None or len(played) == 1 else _beaten_share(own, played)
        for pair, own in results.items()
    }


def _beaten_share(own: float, played: list[float]) -> float:
    beaten = sum(other < own for other in played) + (played.count(own) - 1) / 2
    return beaten / (len(played) - 1)


def convert_levels(difference: float) -> int:
    """Return what a difference in levels is worth on the scale, with its sign."""
    units = bisect_right(SCALE, abs(difference))
    return units if difference > 0 else -units


def score_against_mean(results: BoardResults) -> dict[EntrantNumber, float]:
    """Return each pair's units against the mean of all tables (Butler); 0 for a board not played."""
    played = _list_played(results)
    if not played:
        return dict.fromkeys(results, 0.0)
    counted = played[1:-1] if len(played) >= LEAST_FOR_TRIMMING else played
    mean = fsum(counted) / len(counted)
    return {pair: 0.0 if own is None else float(convert_levels(own - mean)) for pair, own in results.items()}


def score_across(results: BoardResults) -> dict[EntrantNumber, float]:
    """Return the mean of each pair's units against every other table (cross-IMPs); 0 for a board not played."""
    played = _list_played(results)
    others = max(1, len(played) - 1)
    return {
        pair: 0.0 if own is None else fsum(convert_levels(own - other) for other in played) / others
        for pair, own in results.items()
    }


def sum_boards(boards: Iterable[Mapping[EntrantNumber, float]]) -> dict[EntrantNumber, float]:
    """Return each pair's sum over all boards, whatever their order."""
    scores: dict[EntrantNumber, list[float]] = {}
    for board in boards:
        for pair, score in board.items():
            scores.setdefault(pair, []).append(score)
    return {pair: fsum(values) for pair, values in sorted(scores.items())}


def _list_played(results: BoardResults) -> list[float]:
    return sorted(result for result in results.values() if result is not None)
