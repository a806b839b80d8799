"""Days, weeks and months as numbers, and the answers that count for a day."""

from datetime import UTC, datetime

import pytest

from bot.puzzles.days import (
    DAY_SECONDS,
    GRACE_SECONDS,
    Day,
    Period,
    count_days_in_row,
    day_of,
    end_of,
    find_first_day,
    may_count,
    to_date,
)

TODAY = day_of(datetime(2024, 10, 4, 12, tzinfo=UTC).timestamp())
"""TODAY is a Friday."""


def test_day_begins_at_midnight_utc():
    midnight = datetime(2024, 10, 4, tzinfo=UTC).timestamp()
    assert day_of(midnight - 0.001) == TODAY - 1
    assert day_of(midnight) == day_of(midnight + DAY_SECONDS - 0.001) == TODAY
    assert end_of(TODAY) == midnight + DAY_SECONDS
    assert to_date(TODAY).isoformat() == "2024-10-04"


@pytest.mark.parametrize(
    ("period", "today", "first"),
    [
        (Period.WEEK, "2024-10-04", "2024-09-30"),
        (Period.WEEK, "2024-09-30", "2024-09-30"),
        (Period.WEEK, "2024-10-06", "2024-09-30"),
        (Period.MONTH, "2024-10-04", "2024-10-01"),
        (Period.MONTH, "2024-02-29", "2024-02-01"),
        (Period.ALL, "2024-10-04", "1970-01-01"),
    ],
)
def test_weeks_begin_on_monday_months_on_first(period, today, first):
    day = day_of(datetime.fromisoformat(today).replace(tzinfo=UTC).timestamp())
    assert to_date(find_first_day(period, day)).isoformat() == first


def test_answer_counts_until_hour_after_its_day():
    assert not may_count(Day(TODAY + 1), end_of(TODAY) - 1)
    assert may_count(TODAY, end_of(TODAY) - 1)
    assert may_count(TODAY, end_of(TODAY) + GRACE_SECONDS - 1)
    assert not may_count(TODAY, end_of(TODAY) + GRACE_SECONDS)


@pytest.mark.parametrize(
    ("days_ago", "count"), [((), 0), ((0,), 1), ((1,), 1), ((2,), 0), ((0, 1, 2, 4), 3), ((1, 2), 2), ((0, 2, 3), 1)]
)
def test_days_in_a_row_end_today_or_yesterday(days_ago, count):
    assert count_days_in_row([Day(TODAY - ago) for ago in days_ago], TODAY) == count
