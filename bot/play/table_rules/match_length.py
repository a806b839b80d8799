"""Limits a match: by its last level, by a number of deals, or by minutes (docs/rules.md, 12)."""

from dataclasses import replace
from typing import Final

from bot.play.values.table_info import TableInfo

MAX_DEALS: Final = 99
MIN_MINUTES: Final = 5
MAX_MINUTES: Final = 600
_SECONDS: Final = 60.0


def with_end_time(facts: TableInfo, now: float) -> TableInfo:
    """Return the facts of a match that starts now."""
    minutes = facts.match_minutes
    return replace(facts, match_ends_at=None if minutes is None else now + minutes * _SECONDS)


def is_time_up(facts: TableInfo, now: float) -> bool:
    """Return whether no further deal may begin; the current deal is played to its end."""
    return facts.match_ends_at is not None and now >= facts.match_ends_at


def is_length_reached(facts: TableInfo, deals: int, now: float) -> bool:
    """Return whether the match ends with the deal that has just ended, the last of `deals` finished ones."""
    return is_time_up(facts, now) or (facts.match_deals is not None and deals >= facts.match_deals)


def is_last_deal(facts: TableInfo, deals: int, now: float) -> bool:
    """Return whether the current deal, after `deals` finished ones, is the last whatever its result."""
    return is_length_reached(facts, deals + 1, now)
