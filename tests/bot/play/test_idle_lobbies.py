"""In an idle lobby the bot posts a warning and later closes the lobby."""

from memory_store import run_pending_tasks
from table_harness import BOB, CAT, load_live_tables
from test_voting import CLOSE, reopened

from bot.play.all_tables.table_loader import RESTART_GRACE
from bot.play.table_rules import table_changes
from bot.play.values.stored_table import DeadlineKind
from bot.play.values.table_info import TableStatus


async def test_idle_lobby_is_warned_once(harness):
    table = await harness.open_lobby(computers=1)
    assert table.snapshot().lobby_ends_at is None
    before = len(harness.publisher.updates)
    await harness.clock.advance(harness.timing.lobby_timeout - harness.timing.lobby_warning + 1)
    assert table.snapshot().lobby_ends_at is not None
    published = len(harness.publisher.updates)
    assert published == before + 1
    await harness.clock.advance(60)
    assert len(harness.publisher.updates) == published
    table = await reopened(harness, table)
    assert table.snapshot().lobby_ends_at is not None
    await run_pending_tasks()
    assert len(harness.publisher.updates) == published
    await harness.clock.advance(harness.timing.lobby_warning + RESTART_GRACE)
    assert table.facts.status is TableStatus.CLOSED


async def test_activity_keeps_a_lobby_open(harness):
    table = await harness.open_lobby(computers=1)
    await table.lobby.change(table_changes.join, BOB)
    await table.lobby.change(table_changes.join, CAT)
    await harness.clock.advance(harness.timing.lobby_timeout - 1)
    assert table.snapshot().lobby_ends_at is not None
    await table.voting.vote(BOB, CLOSE)
    assert table.snapshot().lobby_ends_at is None
    assert [d.kind for d in table.deadlines] == [DeadlineKind.LOBBY_EXPIRES, DeadlineKind.LOBBY_WARNING]
    await harness.clock.advance(harness.timing.lobby_timeout - 1)
    assert table.facts.status is TableStatus.LOBBY
    assert table.snapshot().lobby_ends_at is not None


async def test_tables_that_open_and_close_are_counted(harness):
    counted = harness.registry.statistics
    await harness.open_lobby(computers=1)
    assert (counted.opened, counted.closed) == (1, 0)
    await harness.clock.advance(harness.timing.lobby_timeout + 1)
    assert (counted.opened, counted.closed) == (1, 1)


async def test_lobby_warns_before_closing_after_downtime(harness):
    table = await harness.open_lobby(computers=1)
    await harness.registry.close()
    harness.clock.time += harness.timing.lobby_timeout * 3
    registry = harness.reopen()
    await load_live_tables(registry)
    table = await registry.get_table(table.id)
    await harness.clock.advance(RESTART_GRACE + 1)
    assert table.snapshot().lobby_ends_at is not None
    assert table.facts.status is TableStatus.LOBBY
    await harness.clock.advance(harness.timing.lobby_warning)
    assert table.facts.status is TableStatus.CLOSED


async def test_resumed_lobby_has_time_for_its_warning(harness):
    table, now = await harness.open_lobby(), harness.clock.now()
    await table.resume_after_downtime(now + 1700.0, 0.0)
    assert {one.kind: one.at - now for one in table.deadlines} == {
        DeadlineKind.LOBBY_EXPIRES: 1700.0 + 300.0,
        DeadlineKind.LOBBY_WARNING: 1700.0,
    }
    harness.store.deadlines[table.id] = ()
    await harness.registry.close()
    again = await harness.reopen().get_table(table.id)
    assert again.deadlines == ()
    await again.resume_after_downtime(now, 0.0)
    assert {one.at - now for one in again.deadlines} == {1800.0, 1500.0}, "what was not saved is listed anew"
