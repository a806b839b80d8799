"""Writes the table of results, which the engine computes: the levels for each number of opponents' points."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from bot.text.messages import Messages
from engine.deal.scoring import thresholds
from engine.model.options import Scoring, Teams
from engine.model.rules import Rules

_CARD_STEP: Final = 5
"""The step between possible numbers of points."""
_SHOWN_TURNS: Final = 3
"""How many rows of won deals are shown if the steps go on."""
_FEW_MORE: Final = 2
"""Up to this number of further rows, all are shown instead of an abbreviation."""


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A row from `low` to `high` points, or from `low` upwards if `high` is None."""

    low: int
    high: int | None
    declarers_hold: bool
    levels: int


def list_result_rows(rules: Rules) -> tuple[ResultRow, ...]:
    """Return the rows by rising points; equal results are one row."""
    groups = [next(rows) for _, rows in groupby(thresholds(rules), lambda row: (row.declarers_hold, row.levels))]
    highs = [(row.points - 1) // _CARD_STEP * _CARD_STEP for row in groups[1:]]
    rows = [
        ResultRow(row.points, high, row.declarers_hold, row.levels)
        for row, high in zip(groups, (*highs, None), strict=True)
    ]
    return tuple(_join_without_levels(rows) if rules.teams is Teams.HIDDEN_TEN else _cut_steps(rows))


def _join_without_levels(rows: list[ResultRow]) -> Iterator[ResultRow]:
    """Yield a row for each side that can win."""
    for hold, same in groupby(rows, lambda row: row.declarers_hold):
        ends = list(same)
        yield ResultRow(ends[0].low, ends[-1].high, hold, 0)


def _cut_steps(rows: list[ResultRow]) -> list[ResultRow]:
    shown = sum(row.declarers_hold for row in rows) + _SHOWN_TURNS
    return rows if len(rows) <= shown + _FEW_MORE else rows[:shown]


def list_result_lines(messages: Messages, rules: Rules) -> Iterator[str]:
    """Yield each row in words, then the rule by which the steps continue."""
    rows = list_result_rows(rules)
    for row in rows:
        yield messages.say(
            f"rules.row.{_find_kind(row, rules)}", levels=row.levels, points=_format_range(messages, row)
        )
    if rows[-1].high is not None and rules.scoring in {Scoring.STEP, Scoring.HALF_STEP}:
        yield messages.say("rules.step", step=rows[-1].high + _CARD_STEP - rows[-1].low)


def _find_kind(row: ResultRow, rules: Rules) -> str:
    if rules.teams is Teams.HIDDEN_TEN:
        return "declarers_win" if row.declarers_hold else "opponents_win"
    if row.declarers_hold:
        return "hold" if row.levels else "hold_only"
    return f"{'lose' if row.levels else 'turn'}{'' if rules.teams is Teams.FIXED else '.friends'}"


def _format_range(messages: Messages, row: ResultRow) -> str:
    if row.high is None:
        return messages.say("rules.row.or_more", low=row.low)
    return str(row.low) if row.low == row.high else f"{row.low}–{row.high}"
