"""The store's health says which tables cannot be saved, since when, and when the next attempt comes."""

import pytest
from memory_store import ManualClock
from structlog.testing import capture_logs

from bot.ids import TableId
from bot.play.ports import Fenced
from bot.play.tables.store_health import StoreHealth, StoreRecord, describe_cause

TABLE, OTHER = TableId(7), TableId(8)


@pytest.fixture
def health():
    """Return the store's health and its clock. Random waits are the longest, and the time of day is ahead of the clock."""
    clock = ManualClock(start=1000.0)
    clock.offset = 5000.0
    return StoreHealth(clock, lambda: 1.0), clock


def test_waits_double_after_the_second_failure(health):
    store, clock = health
    answers, since = [], clock.now()
    for _ in range(5):
        clock.time = max(clock.time, getattr(store.find_outage(TABLE), "retry_at", 0.0))
        answers.append((store.note_failure(TABLE, 3, OSError("full")), store.is_waiting(TABLE)))
    assert answers == [(0.0, False), (0.0, True), (2.0, True), (4.0, True), (8.0, True)], "the wait is shown at once"
    outage = store.find_outage(TABLE)
    assert (outage.since, outage.failures, outage.retry_at) == (since, 5, since + 1 + 2 + 4 + 8)
    assert (store.is_waiting(OTHER), store.find_outage(OTHER), store.count_waiting()) == (False, None, 1)


def test_failed_saves_during_the_wait_do_not_prolong_it(health):
    store, clock = health
    for _ in range(2):
        store.note_failure(TABLE, 3, OSError("full"))
    clock.time += 0.25
    assert store.note_failure(TABLE, 3, OSError("full")) == 0.75
    assert store.find_outage(TABLE).failures == 2
    clock.time += 0.75
    assert store.note_failure(TABLE, 3, OSError("full")) == 2.0, "the wait was over at this moment"


def test_outage_of_a_table_ends_only_when_the_saved_table_resumes(health):
    store, clock = health
    store.note_failure(TABLE, 3, OSError("full"))
    store.note_commit(TABLE)
    assert store.note_failure(TABLE, 3, OSError("full")) == 0.0
    assert store.find_outage(TABLE) is None, "a commit in between ends the row"
    store.note_failure(TABLE, 3, OSError("full"))
    clock.time += 59.6
    with capture_logs() as logs:
        store.note_commit(TABLE)
        store.note_commit(TABLE)
        store.note_commit(OTHER)
    assert [(line["table"], line["failures"], line["seconds"]) for line in logs] == [(TABLE, 2, 60)]
    assert (store.is_waiting(TABLE), store.count_waiting()) == (False, 0)
    assert store.find_outage(TABLE).is_saved_again
    store.note_failure(TABLE, 3, OSError("full"))
    assert store.is_waiting(TABLE), "it failed again before it resumed"
    store.end_outage(TABLE)
    assert (store.find_outage(TABLE), store.is_waiting(TABLE)) == (None, False)
    store.end_outage(TABLE)


def test_each_cause_is_logged_once_in_an_outage(health):
    store, _ = health
    with capture_logs() as logs:
        for cause in ("full", "full", "locked", "full"):
            store.note_failure(TABLE, 3, OSError(cause))
        store.note_failure(OTHER, None, OSError("full"))
    assert [(line["table"], line["revision"], line["cause"]) for line in logs] == [
        (TABLE, 3, "full"),
        (TABLE, 3, "locked"),
        (OTHER, None, "full"),
    ]


def test_last_commit_and_error_are_dated(health):
    store, clock = health
    assert store.record == StoreRecord(None, None, "")
    store.note_failure(TABLE, 3, OSError("full"))
    clock.time += 10.0
    store.note_commit(OTHER)
    assert store.record == StoreRecord(6010.0, 6000.0, "full")


@pytest.mark.parametrize(
    ("now", "earlier", "together"),
    [
        (StoreRecord(), StoreRecord(1.0, 2.0, "old"), StoreRecord(1.0, 2.0, "old")),
        (StoreRecord(5.0), StoreRecord(1.0, 2.0, "old"), StoreRecord(5.0, 2.0, "old")),
        (StoreRecord(None, 6.0, "new"), StoreRecord(1.0, 2.0, "old"), StoreRecord(1.0, 6.0, "new")),
        (StoreRecord(5.0, 6.0, "new"), StoreRecord(), StoreRecord(5.0, 6.0, "new")),
    ],
)
def test_earlier_record_adds_only_what_the_newer_one_lacks(now, earlier, together):
    assert now.add_earlier(earlier) == together


@pytest.mark.parametrize(
    ("error", "cause"),
    [
        (Fenced("revision 3"), "another process has written to this table: revision 3"),
        (Fenced(), "another process has written to this table"),
        (OSError("disk full"), "disk full"),
        (OSError(), "OSError"),
        (TimeoutError(), "TimeoutError"),
        (ValueError("ace of spades"), "ValueError"),
    ],
)
def test_cause_of_an_unknown_error_is_its_type_alone(error, cause):
    assert describe_cause(error) == cause
