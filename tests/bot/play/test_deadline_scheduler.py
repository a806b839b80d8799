"""A call of the scheduler that fails is tried again after a pause, at a deadline and at the loading of a table."""

import pytest
from memory_store import ManualClock

from bot.ids import TableId
from bot.play.clock.deadline_scheduler import RETRY_SECONDS, DeadlineScheduler
from bot.play.values.stored_table import Deadline, DeadlineKind

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
