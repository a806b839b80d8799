"""Tables are loaded after a start while the program answers. A table that somebody needs is loaded first."""

import pytest
from memory_store import run_pending_tasks
from table_harness import ANN, BOB, CAT, DAN
from test_deadlines import AWAY, back_after, waiting

from bot.ids import ChannelId, GuildId
from bot.play.all_tables.table_loader import LOADED_TOGETHER, RESTART_GRACE
from bot.play.refusals import TableRefusal, TableRefused
from bot.processes.process import Shards

HOSTS = (ANN, BOB, CAT, DAN)
HERE, THERE = GuildId(1), GuildId(77)


async def open_lobbies(harness, guild, count):
    return [(await harness.registry.open_lobby(guild, ChannelId(2), HOSTS[n % 4])).id for n in range(count)]


@pytest.fixture
async def starting(harness, monkeypatch):
    """Return a newly started program's registry, the tables of two servers, and the list of tables it has shown."""
    here = await open_lobbies(harness, HERE, LOADED_TOGETHER + 2)
    there = await open_lobbies(harness, THERE, 2)
    registry, shown = await back_after(harness, AWAY), []
    await registry.loader.start(AWAY, lambda table: shown.append(table.id))
    return registry, here, there, shown


async def test_tables_of_a_server_are_loaded_when_needed(starting):
    registry, _, there, shown = starting
    assert not list(registry.list_live())
    await registry.loader.load_guild(THERE)
    assert {table.id for table in registry.list_live() if table.facts.guild == THERE} == set(there)
    assert len(shown) < LOADED_TOGETHER + 4, "the others are not waited for"


async def test_tables_are_shown_once_in_store_order(harness, starting):
    registry, here, there, shown = starting
    await registry.get_table(there[-1])
    await registry.loader.wait()
    assert shown == list(await harness.store.list_live_tables())
    assert [table.id for table in registry.list_live()] == sorted((*here, *there))
    assert all(due.at >= harness.clock.now() + RESTART_GRACE for t in registry.list_live() for due in t.deadlines)


async def test_early_caller_gets_the_same_table_as_later_ones(starting):
    registry, here, _, _ = starting
    early = await registry.get_table(here[0])
    await registry.loader.wait()
    assert await registry.get_table(here[0]) is early


async def test_turns_expire_at_tables_that_nobody_touches(harness):
    table, seconds = await waiting(harness)
    registry = await back_after(harness, AWAY)
    await registry.loader.start(AWAY, lambda _: None)
    await registry.loader.wait()
    await run_pending_tasks()
    await harness.clock.advance(max(seconds, RESTART_GRACE) + 1)
    (again,) = registry.list_live()
    assert again.revision > table.revision


async def test_table_that_fails_unexpectedly_is_tried_again(harness, starting, monkeypatch):
    registry, here, there, _ = starting
    begin, broken = harness.store.begin, [RuntimeError("unexpected")]

    def fail_once():
        if broken:
            raise broken.pop()
        return begin()

    monkeypatch.setattr(harness.store, "begin", fail_once)
    await registry.loader.wait()
    assert len(list(registry.list_live())) < len(here) + len(there)
    await harness.clock.advance(RESTART_GRACE + 1)
    assert len(list(registry.list_live())) == len(here) + len(there)


async def test_closing_stops_loading(starting):
    registry, here, _, shown = starting
    await registry.close()
    await run_pending_tasks()
    assert len(shown) < len(here)


async def test_live_table_of_another_process_is_not_loaded(harness):
    (table,) = await open_lobbies(harness, GuildId(1 << 22), 1)
    registry = harness.reopen()
    registry.loader._shards = Shards(2, (0,))
    with pytest.raises(TableRefused) as refused:
        await registry.get_table(table)
    assert refused.value.reason is TableRefusal.NO_TABLE
    registry.loader._shards = Shards(2, (1,))
    opened = await registry.get_table(table)
    await opened.voting.close(ANN)
    again = harness.reopen()
    again.loader._shards = Shards(2, (0,))
    assert (await again.get_table(table)).facts.guild == 1 << 22, "what is over can be read by all"


async def test_memory_keeps_as_many_tables_as_allowed(harness, monkeypatch):
    monkeypatch.setattr("bot.play.all_tables.table_loader.MAX_LOADED_TABLES", 4)
    tables = [await harness.open_lobby() for _ in range(4)]
    for table in tables[:3]:
        await table.voting.close(ANN)
    assert set(harness.registry.loader.tables) == {1, 2, 3, 4}
    await harness.open_lobby()
    assert set(harness.registry.loader.tables) == {2, 3, 4, 5}
    await harness.registry.get_table(tables[0].id)
    assert set(harness.registry.loader.tables) == {1, 3, 4, 5}, "the table that is asked for stays"
