"""The scheduler handles tables' deadlines and reloads tables. After a failure it tries again, with pauses."""

from dataclasses import replace
from itertools import pairwise

import pytest
from memory_store import ManualClock
from structlog.testing import capture_logs

from bot.ids import TableId
from bot.play.clock.deadline_scheduler import RETRY_SECONDS, DeadlineScheduler
from bot.play.refusals import StaleTask, TableRefusal, TableRefused
from bot.play.values.stored_table import Deadline, DeadlineKind
from engine.model.errors import IllegalAction, Reason

TABLE = TableId(7)
DUE = Deadline(DeadlineKind.NEXT_DEAL, 1.0)


@pytest.fixture
async def calls():
    """Yield a scheduler whose calls fail, its clock, and the list of calls."""
    clock, made = ManualClock(start=0.0), []

    async def fail(table, deadline):
        made.append((table, deadline))
        raise RuntimeError

    scheduler = DeadlineScheduler(clock, fail)
    yield scheduler, clock, made
    await scheduler.close()


async def test_failed_deadline_is_tried_again_after_a_pause(calls):
    scheduler, clock, made = calls
    scheduler.set_deadlines(TABLE, [DUE])
    await clock.advance(DUE.at)
    assert made == [(TABLE, DUE)]
    await clock.advance(RETRY_SECONDS / 4)
    assert len(made) == 1, "it waits at least half of the time"
    await clock.advance(RETRY_SECONDS)
    assert len(made) == 2


async def test_failed_loading_is_tried_again_after_a_pause(calls):
    scheduler, clock, made = calls
    scheduler.reload_soon(TABLE)
    await clock.advance(0.0)
    assert made == [(TABLE, None)]
    await clock.advance(RETRY_SECONDS / 4)
    assert len(made) == 1
    await clock.advance(RETRY_SECONDS)
    assert len(made) == 2


class Recorder:
    """Records the times of calls. A call takes `takes` seconds and raises the next error of its table in `faults`."""

    def __init__(self):
        self.clock, self.calls, self.faults, self.takes = ManualClock(start=0.0), [], {}, 0.0
        self.scheduler = DeadlineScheduler(self.clock, self.handle)

    async def handle(self, table, deadline):
        self.calls.append((self.clock.now(), table, deadline))
        await self.clock.sleep_until(self.clock.now() + self.takes)
        if faults := self.faults.get(table):
            raise faults.pop(0)
        if deadline is not None:
            self.scheduler.set_deadlines(table, ())

    def list_times(self, table=TABLE):
        return [at for at, other, _ in self.calls if other == table]


@pytest.fixture
async def recorder():
    recorder = Recorder()
    yield recorder
    await recorder.scheduler.close()


async def test_deadlines_of_all_tables_come_in_order(recorder):
    other = TableId(8)
    recorder.scheduler.set_deadlines(TABLE, [replace(DUE, at=5.0)])
    recorder.scheduler.set_deadlines(other, [replace(DUE, at=9.0), replace(DUE, at=3.0, task=1)])
    recorder.scheduler.set_deadlines(TableId(9), [replace(DUE, at=4.0)])
    recorder.scheduler.set_deadlines(TableId(9), ())
    recorder.scheduler.reload_soon(TableId(10), 4.0)
    recorder.scheduler.reload_soon(TableId(11), 8.0)
    await recorder.clock.advance(2.9)
    assert recorder.calls == []
    await recorder.clock.advance(20.0)
    assert [(at, table) for at, table, _ in recorder.calls] == [(3.0, other), (4.0, 10), (5.0, TABLE), (8.0, 11)]


async def test_table_is_loaded_once_at_the_earliest_planned_time(recorder):
    for after in (9.0, 4.0, 6.0):
        recorder.scheduler.reload_soon(TABLE, after)
    await recorder.clock.advance(20.0)
    assert recorder.calls == [(4.0, TABLE, None)]
    recorder.scheduler.reload_soon(TABLE)
    await recorder.clock.advance(0.0)
    assert recorder.list_times() == [4.0, 20.0]


async def test_call_under_way_is_not_started_again(recorder):
    recorder.takes = 5.0
    recorder.scheduler.set_deadlines(TABLE, [DUE])
    for _ in range(4):
        await recorder.clock.advance(1.0)
        recorder.scheduler.set_deadlines(TABLE, [DUE])
    assert recorder.list_times() == [1.0]


@pytest.mark.parametrize(
    ("fault", "level"),
    [
        (RuntimeError(), "error"),
        (TableRefused(TableRefusal.BUSY), None),
        (StaleTask(), "info"),
        (IllegalAction(Reason.TABLE_ONLY), "error"),
    ],
)
async def test_waits_grow_with_each_failure_until_success(recorder, fault, level):
    recorder.faults[TABLE] = [fault] * 4
    recorder.scheduler.set_deadlines(TABLE, [DUE])
    with capture_logs() as logs:
        await recorder.clock.advance(100.0)
    waits = [later - earlier for earlier, later in pairwise(recorder.list_times())]
    assert len(waits) == 4
    for number, wait in enumerate(waits):
        assert RETRY_SECONDS * 2**number / 2 <= wait <= RETRY_SECONDS * 2**number
    assert [line["log_level"] for line in logs] == ([] if level is None else [level] * 4)
    recorder.faults[TABLE] = [fault]
    recorder.scheduler.set_deadlines(TABLE, [DUE])
    await recorder.clock.advance(RETRY_SECONDS)
    assert len(recorder.list_times()) == 7, "after a success the first wait is short again"


async def test_new_deadline_is_not_delayed_by_earlier_failures(recorder):
    recorder.faults[TABLE] = [RuntimeError()] * 5
    recorder.scheduler.set_deadlines(TABLE, [DUE])
    await recorder.clock.advance(1.0 + 2.0 + 4.0)
    failed = len(recorder.list_times())
    later = replace(DUE, task=1, at=recorder.clock.now())
    recorder.faults[TABLE] = []
    recorder.scheduler.set_deadlines(TABLE, [later])
    await recorder.clock.advance(0.0)
    assert recorder.calls[failed:] == [(7.0, TABLE, later)]
    recorder.scheduler.set_deadlines(TABLE, [DUE])
    await recorder.clock.advance(0.0)
    assert len(recorder.list_times()) == failed + 2, "what was given up is forgotten"


async def test_refused_loading_is_not_repeated(recorder):
    recorder.faults[TABLE] = [TableRefused(TableRefusal.NO_TABLE)]
    recorder.scheduler.reload_soon(TABLE)
    await recorder.clock.advance(200.0)
    assert recorder.list_times() == [0.0]


async def test_nothing_is_due_after_closing(recorder):
    recorder.takes = 5.0
    recorder.scheduler.set_deadlines(TABLE, [DUE])
    recorder.scheduler.set_deadlines(TableId(8), [replace(DUE, at=3.0)])
    await recorder.clock.advance(2.0)
    await recorder.scheduler.close()
    await recorder.clock.advance(50.0)
    assert recorder.list_times() == [1.0]
    assert recorder.list_times(TableId(8)) == []
