"""Acknowledged writes survive a kill, and other writes are saved whole or not at all. Errors show no cards."""

import asyncio
import itertools
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import aiosqlite
import pytest
from store_factories import GUILD, add_table, append_entries, booking, facts, play, seat_four, secret

from bot.store.connection import connections as connections_module
from bot.store.connection import engines
from bot.store.connection.connections import Connections
from bot.store.connection.engines import Unavailable, database_url, make_engine
from bot.store.database import Database
from bot.store.maintenance.migrate import MIGRATIONS

WRITER = """
import asyncio, sys
sys.path[:0] = sys.argv[3:]
from bot.ids import TableId
from bot.store.database import Database
from store_factories import booking, play, seat_four, secret

async def write(url, table):
    store = (await Database.open(url)).store
    for revision in range(1, 100_000):
        async with store.tables.begin() as tx:
            await tx.append_entry(table, play(revision))
            await tx.save_deal(table, secret(revision % 250 + 1), None)
            if revision % 5 == 0:
                await tx.book_deal(booking(table, revision, seat_four()))
            await tx.commit()
        print(revision, flush=True)

asyncio.run(write(sys.argv[1], TableId(int(sys.argv[2]))))
"""
HALFWAY = """
import asyncio, os, sys
sys.path[:0] = sys.argv[3:]
from bot.ids import TableId
from bot.store.database import Database
from bot.store.tables.save_table import SqlTransaction
from store_factories import booking, play, seat_four

async def die(_):
    os._exit(9)

async def write(url, table):
    async with (await Database.open(url)).store.tables.begin() as tx:
        await tx.append_entry(table, play(1))
        await tx.book_deal(booking(table, 1, seat_four()))
        await tx.commit()

SqlTransaction.commit = die
asyncio.run(write(sys.argv[1], TableId(int(sys.argv[2]))))
"""
PATHS = [str(MIGRATIONS.parent), str(Path(__file__).parent)]


def start(program, url, table):
    return subprocess.Popen([sys.executable, "-c", program, url, str(table), *PATHS], stdout=subprocess.PIPE, text=True)


@pytest.mark.long
@pytest.mark.parametrize("seed", [0, 1, 2])
async def test_acknowledged_writes_survive_a_kill(migrated_url, seed):
    database = await Database.open(migrated_url)
    table = await add_table(database.store)
    await database.close()

    writer = start(WRITER, migrated_url, table)
    wanted = random.Random(seed).randint(5, 60)
    acknowledged = [int(next(writer.stdout)) for _ in range(wanted)]
    writer.send_signal(signal.SIGKILL)
    acknowledged += [int(line) for line in writer.stdout if line.endswith("\n")]
    writer.stdout.close()
    assert writer.wait() == -signal.SIGKILL

    database = await Database.open(migrated_url)
    stored = await database.store.tables.load(table)
    kept = len(stored.entries)
    assert acknowledged[-1] <= kept <= acknowledged[-1] + 1
    assert stored.entries == tuple(play(n) for n in range(1, kept + 1))
    assert len(stored.deals) == kept  # each deal was written with an action
    async with database.store.tables._connections.read() as connection:
        booked = (await connection.exec_driver_sql("SELECT revision FROM deal_results ORDER BY 1")).scalars().all()
    assert booked == list(range(5, kept + 1, 5))
    await append_entries(database.store, table, play(kept + 1))  # the program can go on writing
    await database.close()


@pytest.mark.long
async def test_crash_before_commit_keeps_nothing(migrated_url):
    database = await Database.open(migrated_url)
    table = await add_table(database.store)
    before = await database.store.tables.load(table)
    writer = start(HALFWAY, migrated_url, table)
    writer.stdout.close()
    assert writer.wait() == 9
    assert await database.store.tables.load(table) == before
    await append_entries(database.store, table, play(1, "H10"))
    await database.close()


async def test_cancelled_transaction_is_saved_whole_or_not(store):
    """The next writer goes on after a cancellation. In every second example another transaction is writing already.

    The delay before a cancellation adapts, so that on any machine about half of the transactions are saved.
    """
    table, chance, kept = await add_table(store), random.Random(7), 0
    spare = await add_table(store)
    began = time.perf_counter()
    await append_entries(store, spare, *(play(n) for n in range(1, 4)))
    usual = time.perf_counter() - began

    async def one(revision):
        async with store.tables.begin() as tx:
            await tx.append_entry(table, play(revision))
            await tx.save_deal(table, secret(revision), None)
            await tx.commit()

    outcomes = set()
    for number in range(60):
        others = [asyncio.create_task(append_entries(store, spare, play(4 + number)))] if number % 2 else []
        task = asyncio.create_task(one(kept + 1))
        await asyncio.sleep(chance.random() * 2 * usual)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await asyncio.gather(*others)
        stored = await store.tables.load(table)
        assert len(stored.entries) == len(stored.deals)
        assert len(stored.entries) - kept in {0, 1}
        outcomes.add(len(stored.entries) - kept)
        usual *= 0.9 if len(stored.entries) > kept else 1.1
        kept = len(stored.entries)
    await one(kept + 1)
    assert outcomes == {0, 1}


async def test_query_cancelled_at_any_step_frees_the_database(migrated_url, monkeypatch):
    """Tracebacks may keep the cursors of cancelled transactions alive. Such cursors must not hold the write lock."""
    monkeypatch.setattr(engines, "BUSY_SECONDS", 0.05)
    connections, execute, kept = await Connections.open(migrated_url), aiosqlite.Connection._execute, []
    for step in range(1, 15):
        steps = itertools.count(1)

        async def stop_at_step(self, *given, step=step, steps=steps):
            if next(steps) == step:
                asyncio.current_task().cancel()
            return await execute(self, *given)

        with monkeypatch.context() as patched:
            patched.setattr(aiosqlite.Connection, "_execute", stop_at_step)
            kept += await asyncio.gather(asyncio.create_task(count_tables(connections)), return_exceptions=True)
        async with connections.write() as connection:
            await connection.exec_driver_sql("DELETE FROM key_values")
    assert {type(one) for one in kept} == {asyncio.CancelledError, int}
    await connections.close()


async def count_tables(connections):
    async with connections.write() as connection:
        return len((await connection.exec_driver_sql("SELECT name FROM sqlite_schema")).all())


async def test_locked_database_refuses_only_writes(migrated_url, monkeypatch):
    monkeypatch.setattr(engines, "BUSY_SECONDS", 0.05)
    database, other = await Database.open(migrated_url), await Connections.open(migrated_url)
    table = await add_table(database.store)
    async with other.write():
        with pytest.raises(Unavailable, match="locked"):
            await append_entries(database.store, table, play(1))
        assert await database.store.tables.load(table)  # readers do not wait
    await append_entries(database.store, table, play(1))
    await database.close()
    await other.close()


async def test_full_disk_makes_database_unavailable(migrated_url):
    connections = await Connections.open(migrated_url)
    async with connections.write() as connection:
        pages = (await connection.exec_driver_sql("PRAGMA page_count")).scalar()
        await connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")
        with pytest.raises(Unavailable, match="full"):
            await fill(connections, connection)
    await connections.close()


async def fill(connections, connection):
    with connections_module.translate_errors():
        for n in range(1000):
            await connection.exec_driver_sql("INSERT INTO key_values VALUES (?, ?)", (str(n), "x" * 4000))


async def test_missing_server_raises_os_error():
    with pytest.raises(OSError):
        await Database.open("postgresql://nobody@127.0.0.1:1/none")


@pytest.mark.long
@pytest.mark.parametrize("make_url_up_to_date", ["postgresql"], indirect=True)
async def test_server_without_answer_is_unavailable(url, monkeypatch):
    other = await Connections.open(url)
    monkeypatch.setattr(engines, "BUSY_SECONDS", 1.0)
    database = await Database.open(url)
    table = await add_table(database.store)
    async with other.write() as connection:
        await connection.exec_driver_sql("LOCK TABLE actions")
        with pytest.raises(OSError):
            await append_entries(database.store, table, play(1))
    await append_entries(database.store, table, play(1))
    await database.close()
    await other.close()


async def test_errors_hide_the_values_of_statements(migrated_url, monkeypatch):
    database = await Database.open(migrated_url)
    table = await add_table(database.store, facts(seat_four()))
    await append_entries(database.store, table, play(1))
    with pytest.raises(Exception) as raised:
        await append_entries(database.store, table, play(1, "H10 D2"))
    messages = ""
    error = raised.value
    while error is not None:
        messages += f"{error!s} {error!r}"
        error = error.__cause__ or error.__context__
    assert "H10" not in messages
    assert str(GUILD) not in messages
    await database.close()
    assert make_engine(database_url(migrated_url)).sync_engine.hide_parameters
    assert booking(table, 1, seat_four())
