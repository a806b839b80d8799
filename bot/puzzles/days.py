"""Days as numbers, and the periods of leaderboards; a day begins at midnight UTC."""

import itertools
from datetime import date, timedelta
from enum import StrEnum
from typing import Final, NewType

Day = NewType("Day", int)
"""Days since 1 January 1970."""
DAY_SECONDS: Final = 86_400
GRACE_SECONDS: Final = 3600
"""The time after the end of a puzzle's day, in seconds, in which users who opened the puzzle may still answer."""
_EPOCH: Final = date(1970, 1, 1)


class Period(StrEnum):
    """The period that a leaderboard covers."""

    WEEK = "week"
    MONTH = "month"
    ALL = "all"


def day_of(wall: float) -> Day:
    """Return the day of a Unix time."""
    return Day(int(wall // DAY_SECONDS))


def to_date(day: Day) -> date:
    """Return the date of a day."""
    return _EPOCH + timedelta(days=day)


def end_of(day: Day) -> float:
    """Return the moment at which the next day begins, in seconds since the epoch."""
    return float((day + 1) * DAY_SECONDS)


def may_count(day: Day, wall: float) -> bool:
    """Return whether an answer to a day's puzzle still counts, if the puzzle was opened on that day."""
    return day <= day_of(wall) and wall < end_of(day) + GRACE_SECONDS


def find_first_day(period: Period, today: Day) -> Day:
    """Return the first day of today's week or month, or 0 for all time; weeks begin on Monday."""
    now = to_date(today)
    match period:
        case Period.WEEK:
            return Day(today - now.weekday())
        case Period.MONTH:
            return Day(today - now.day + 1)
        case Period.ALL:
            return Day(0)


def count_days_in_row(days: list[Day], today: Day) -> int:
    """Return how many listed days in a row end with today. If today is not listed, they may end with yesterday."""
    known = set(days)
    last = today if today in known else Day(today - 1)
    return next(count for count in itertools.count() if last - count not in known)
