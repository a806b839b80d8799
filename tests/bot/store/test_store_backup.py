"""A backup is a complete copy of one moment, even if the bot writes meanwhile, and readable by its owner only."""

import asyncio
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from store_factories import add_table, append_entries, facts, play, secret

from bot.store.connection.connections import Connections
from bot.store.database import Database
from bot.store.maintenance.copy_and_restore import CannotBackUp, backup

ROOT = Path(__file__).parents[3]


@pytest.fixture
async def lite(migrated_url):
    database = await Database.open(migrated_url)
    yield database
    await database.close()


@pytest.mark.long
async def test_backup_while_writing_is_one_consistent_snapshot(lite, sqlite_url, tmp_path):
    store, target = lite.store, tmp_path / "copy.db"
    table = await add_table(store)
    acknowledged, wanted, reached = 0, 40, asyncio.Event()

    async def write():
        nonlocal acknowledged
        for revision in range(1, 10_000):
            async with store.tables.begin() as tx:  # the copy has both action and secret, or neither
                await tx.append_entry(table, play(revision))
                await tx.save_deal(table, secret(revision % 250 + 1), f"{revision}")
                await tx.commit()
            acknowledged = revision
            if acknowledged >= wanted:
                reached.set()

    writer = asyncio.create_task(write())
    await reached.wait()
    before = acknowledged
    await backup(sqlite_url, target)
    after = acknowledged
    wanted = after + 1
    reached.clear()
    await reached.wait()  # the bot has gone on writing
    writer.cancel()

    copy = await Database.open(f"sqlite:///{target}")
    stored = await copy.store.tables.load(table)
    await copy.close()
    assert before <= len(stored.entries) <= after + 1
    assert stored.entries == tuple(play(n) for n in range(1, len(stored.entries) + 1))
    with sqlite3.connect(target) as connection:
        (last,) = connection.execute("SELECT max(CAST(deck_order AS INTEGER)) FROM deals").fetchone()
    connection.close()
    assert last == len(stored.entries)


async def test_backup_is_one_file_for_its_owner(lite, sqlite_url, tmp_path):
    folder = tmp_path / "copies"
    folder.mkdir()
    await add_table(lite.store)
    await backup(sqlite_url, folder / "copy.db")
    assert [f.name for f in folder.iterdir()] == ["copy.db"]
    assert stat.S_IMODE((folder / "copy.db").stat().st_mode) == 0o600


async def test_backup_works_while_the_bot_is_stopped(lite, sqlite_url, tmp_path):
    table = await add_table(lite.store, facts())
    known = await lite.store.tables.load(table)
    await lite.close()
    await backup(sqlite_url, tmp_path / "copy.db")
    copy = await Database.open(f"sqlite:///{tmp_path}/copy.db")
    assert await copy.store.tables.load(table) == known
    await append_entries(copy.store, table, play(1))  # the bot can go on from the copy
    await copy.close()


async def test_an_existing_file_is_not_overwritten(lite, sqlite_url, tmp_path):
    target = tmp_path / "precious"
    target.write_text("mine")
    with pytest.raises(CannotBackUp, match="precious"):
        await backup(sqlite_url, target)
    assert target.read_text() == "mine"


@pytest.mark.parametrize(
    ("why", "url", "words"),
    [
        ("another database", "postgresql://u:secret@h/d", "pg_dump"),
        ("no database", "sqlite:////nowhere/at/all.db", "no database at /nowhere/at/all.db"),
    ],
)
async def test_failed_backup_names_the_cause(why, url, words, tmp_path):
    with pytest.raises(CannotBackUp, match=words) as raised:
        await backup(url, tmp_path / "copy.db")
    assert "secret" not in str(raised.value)
    assert not list(tmp_path.iterdir())


@pytest.mark.long
async def test_backup_into_a_missing_folder_fails(lite, sqlite_url, tmp_path):
    with pytest.raises(CannotBackUp):
        await backup(sqlite_url, tmp_path / "no" / "copy.db")


async def test_a_damaged_database_gives_no_copy(tmp_path):
    source = tmp_path / "bad.db"
    source.write_bytes(b"this is no database at all" * 100)
    with pytest.raises(CannotBackUp):
        await backup(f"sqlite:///{source}", tmp_path / "copy.db")
    assert [f.name for f in tmp_path.iterdir()] == ["bad.db"]


@pytest.mark.long
async def test_new_database_is_readable_by_owner_only(lite, tmp_path):
    await add_table(lite.store)
    modes = {f.name: stat.S_IMODE(f.stat().st_mode) for f in tmp_path.iterdir()}
    assert modes == {"tractor.db": 0o600, "tractor.db-wal": 0o600, "tractor.db-shm": 0o600}


@pytest.mark.long
async def test_connections_have_their_pragmas(lite, sqlite_url):
    """Connections that are opened later have the pragmas too."""
    connections = await Connections.open(sqlite_url)
    async with connections.read() as one, connections.read() as two, connections.write() as three:
        for connection in (one, two, three):
            values = [
                (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar()
                for name in ("journal_mode", "foreign_keys", "synchronous", "busy_timeout")
            ]
            assert values == ["wal", 1, 2, 10_000]
    await connections.close()


@pytest.mark.long
async def test_next_backup_deletes_the_folder_of_a_killed_one(lite, sqlite_url, tmp_path):
    """A backup that still runs keeps its folder."""
    folder = tmp_path / "copies"
    folder.mkdir()
    script = (
        "import pathlib, sys, time\nimport bot.store.maintenance.copy_and_restore as b\n"
        "def hang(*_):\n    print('copying', flush=True)\n    time.sleep(60)\n"
        "b.copy_database = hang\nb._copy(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))"
    )
    source = sqlite_url.partition("///")[2]

    def start(name):
        arguments = [sys.executable, "-c", script, source, str(folder / name)]
        process = subprocess.Popen(arguments, stdout=subprocess.PIPE, cwd=ROOT)
        assert process.stdout.readline() == b"copying\n"
        return process

    killed, running = await asyncio.to_thread(start, "one.db"), await asyncio.to_thread(start, "two.db")
    try:
        killed.kill()
        await asyncio.to_thread(killed.wait)
        assert len(list(folder.iterdir())) == 2
        await backup(sqlite_url, folder / "three.db")
        (left,) = [path for path in folder.iterdir() if path.is_dir()]
        assert (left / "in-use").exists(), "the running one"
    finally:
        running.kill()
        running.wait()
        killed.stdout.close()
        running.stdout.close()
    await backup(sqlite_url, folder / "four.db")
    assert sorted(path.name for path in folder.iterdir()) == ["four.db", "three.db"]
