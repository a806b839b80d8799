"""A backup is checked and upgraded. Then it replaces the database in one step."""

import asyncio
import shutil
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from store_factories import add_table, append_entries, facts, play

from bot.store.database import Database
from bot.store.maintenance.copy_and_restore import CannotRestore, backup, restore
from bot.store.maintenance.migrate import IncompatibleDatabase, get_newest_revision
from tests.everyday import spread
from tests.next_migration import NEXT, WORDS, next_migration

HERE = Path(__file__).parent
ROOT = HERE.parents[2]


@pytest.fixture
async def lite(migrated_url):
    database = await Database.open(migrated_url)
    yield database
    await database.close()


async def list_entries(url, table):
    database = await Database.open(url)
    stored = await database.store.tables.load(table)
    await database.close()
    return stored.entries


async def test_restored_database_is_the_backup(lite, sqlite_url, tmp_path):
    table = await add_table(lite.store, facts())
    await append_entries(lite.store, table, play(1))
    await backup(sqlite_url, tmp_path / "copy.db")
    await append_entries(lite.store, table, play(2), play(3))
    later = await add_table(lite.store, facts())
    done = []
    await restore(sqlite_url, tmp_path / "copy.db", lambda *progress: done.append(progress))
    assert await list_entries(sqlite_url, table) == (play(1),)
    assert later not in await lite.store.tables.list_live_tables(), "an open connection sees it too"
    await append_entries(lite.store, table, play(2))
    assert done[-1][0] == done[-1][1] > 0
    assert stat.S_IMODE((tmp_path / "tractor.db").stat().st_mode) == 0o600
    assert {file.name for file in tmp_path.iterdir()} <= {"tractor.db", "tractor.db-wal", "tractor.db-shm", "copy.db"}


@pytest.mark.long
async def test_restored_backup_of_an_older_version_is_upgraded(lite, sqlite_url, tmp_path):
    old = sqlite3.connect(tmp_path / "old.db")
    old.executescript((HERE / f"written_by_{get_newest_revision()}.sql").read_text())
    old.close()
    before, lines = (tmp_path / "old.db").read_bytes(), []
    with next_migration():
        await restore(sqlite_url, tmp_path / "old.db", log=lines.append)
    assert len(await lite.store.tables.list_live_tables()) == 2
    assert lines == [f"revision {NEXT}: {WORDS}."]
    assert (tmp_path / "old.db").read_bytes() == before, "the backup itself is left as it was"


def write_foreign(folder):
    with sqlite3.connect(folder / "bad.db") as made:
        made.execute("CREATE TABLE shoes (size INTEGER)")
    made.close()


def write_damaged(folder):
    content = bytearray((folder / "copy.db").read_bytes())
    content[4096 * 3 : 4096 * 9] = b"\x5a" * (4096 * 6)
    (folder / "bad.db").write_bytes(content)


def write_cut_off(folder):
    content = (folder / "copy.db").read_bytes()
    (folder / "bad.db").write_bytes(content[: len(content) // 2])


def write_newer(folder):
    shutil.copy(folder / "copy.db", folder / "bad.db")
    with sqlite3.connect(folder / "bad.db") as made:
        made.execute("UPDATE alembic_version SET version_num = '9998'")
    made.close()


@pytest.mark.parametrize(
    ("write", "words"),
    spread(
        2,
        [
            (lambda _: None, "no backup at"),
            (lambda folder: (folder / "bad.db").write_text("no database" * 1000), "was not restored"),
            (lambda folder: (folder / "bad.db").touch(), "is no database of this program"),
            (write_foreign, "is no database of this program"),
            (write_damaged, "was not restored"),
            (write_cut_off, "was not restored"),
            (write_newer, "another version .*revision 9998"),
        ],
    ),
)
async def test_unusable_backup_changes_nothing(lite, sqlite_url, tmp_path, write, words):
    table = await add_table(lite.store, facts())
    await append_entries(lite.store, table, play(1))
    await backup(sqlite_url, tmp_path / "copy.db")
    write(tmp_path)
    with pytest.raises((CannotRestore, IncompatibleDatabase), match=words) as refused:
        await restore(sqlite_url, tmp_path / "bad.db")
    assert "\n" not in str(refused.value)
    assert await list_entries(sqlite_url, table) == (play(1),)
    assert not list(tmp_path.glob(".backup-*"))


async def test_database_itself_is_no_backup(lite, sqlite_url, tmp_path):
    with pytest.raises(CannotRestore, match="is the database itself"):
        await restore(sqlite_url, tmp_path / "tractor.db")


@pytest.mark.long
async def test_killed_restore_leaves_the_database_as_it_was(lite, sqlite_url, tmp_path):
    """The process dies between two steps of writing the pages."""
    table = await add_table(lite.store, facts())
    await backup(sqlite_url, tmp_path / "copy.db")
    await append_entries(lite.store, table, play(1))
    script = (
        "import asyncio, os, sys, pathlib, sqlite3\nimport bot.store.maintenance.copy_and_restore as r\n"
        "class Dying(sqlite3.Connection):\n"
        "    def backup(self, target, **_):\n"
        "        super().backup(target, pages=3, progress=lambda *_: os._exit(9))\n"
        "connect = sqlite3.connect\n"
        "def dying(file, *a, **k):\n"
        "    return connect(file, *a, **k | ({'factory': Dying} if 'restored' in str(file) and 'isolation_level' in k else {}))\n"
        "r.sqlite3.connect = dying\n"
        "asyncio.run(r.restore(sys.argv[1], pathlib.Path(sys.argv[2])))"
    )
    arguments = [sys.executable, "-c", script, sqlite_url, str(tmp_path / "copy.db")]
    killed = await asyncio.to_thread(subprocess.run, arguments, cwd=ROOT, check=False, capture_output=True)
    assert killed.returncode == 9, killed.stderr
    assert await list_entries(sqlite_url, table) == (play(1),)
    await restore(sqlite_url, tmp_path / "copy.db")
    assert await list_entries(sqlite_url, table) == ()
    assert not list(tmp_path.glob(".backup-*")), "what the killed one left is removed"
