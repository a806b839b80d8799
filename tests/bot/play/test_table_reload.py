"""Tables come back by themselves after the store has not answered for a while."""

import pytest
from table_harness import BOB, load_live_tables

from bot.play.clock.deadline_scheduler import RETRY_SECONDS
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.table_rules import table_changes
from engine.model.seats import Seat


async def fail_loads(harness, monkeypatch, times):
    """Make the next `times` loads fail."""
    load, left = harness.store.load, [times]

    async def failing(id_):
        if left[0]:
            left[0] -= 1
            raise OSError("no answer")
        return await load(id_)

    monkeypatch.setattr(harness.store, "load", failing)
    return left


async def test_dropped_table_is_reloaded_until_store_answers(harness, monkeypatch):
    table = await harness.start_match(computers=3)
    left = await fail_loads(harness, monkeypatch, 3)
    harness.store.breaks.append(OSError())
    with pytest.raises(TableRefused) as no:
        await table.attendance.step_away(table.facts.host)
    assert no.value.reason is TableRefusal.BUSY
    await harness.clock.advance(RETRY_SECONDS * 2 + harness.timing.batch_interval)
    await harness.clock.advance(RETRY_SECONDS * 2 + harness.timing.batch_interval * 2)
    assert left == [0]
    again = await harness.registry.get_table(table.id)
    assert again is not table
    assert again.revision > table.revision, "nobody had to press anything"


async def test_unsaved_table_does_not_stop_other_tables(harness):
    one, two = await harness.open_lobby(computers=0), await harness.open_lobby(computers=0)
    await harness.registry.close()
    harness.store.breaks.append(TimeoutError())
    registry = harness.reopen()
    await load_live_tables(registry)
    for table in (one, two):
        await (await registry.get_table(table.id)).lobby.change(table_changes.join, BOB, Seat(2))
