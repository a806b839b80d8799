"""Copies of the database files open in the state of some commit, even if taken while the bot writes.

The same holds if the write-ahead log is cut at any byte.
"""

import random
import shutil
import signal
import sqlite3
from contextlib import closing

import pytest
from store_factories import add_table, append_entries, play
from test_store_crash import WRITER, start

from bot.store.database import Database
from bot.store.maintenance.migrate import upgrade

HEADER, FRAME = 32, 24 + 4096
"""The sizes in bytes of a write-ahead log's header and of one page in it."""


async def begin(url):
    await upgrade(url)
    database = await Database.open(url)
    table = await add_table(database.store)
    await database.close()
    return table


def copy_both(folder, target):
    """Copy the database file and its log. Start again if the database restarted the log during the copy."""
    source, log = folder / "tractor.db", folder / "tractor.db-wal"
    for _ in range(20):
        target.mkdir(exist_ok=True)
        before = log.read_bytes()[:HEADER], source.stat().st_mtime_ns
        shutil.copyfile(source, target / "tractor.db")
        shutil.copyfile(log, target / "tractor.db-wal")
        if before == (log.read_bytes()[:HEADER], source.stat().st_mtime_ns):
            return
    raise AssertionError("the log was restarted during every copy")


async def read(folder, table):
    """Open a copy, check that it is intact and can be written to, and return its number of entries.

    A copy is intact if it has as many deals as entries.
    """
    url = f"sqlite+aiosqlite:///{folder}/tractor.db"
    database = await Database.open(url)
    stored = await database.store.tables.load(table)
    kept = len(stored.entries)
    assert stored.entries == tuple(play(n) for n in range(1, kept + 1))
    assert len(stored.deals) == kept
    await append_entries(database.store, table, play(kept + 1))  # the copy can be written to
    await database.close()
    with closing(sqlite3.connect(folder / "tractor.db")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    return kept


@pytest.mark.long
async def test_copies_taken_while_writing_can_be_opened(sqlite_url, tmp_path):
    table = await begin(sqlite_url)
    writer = start(WRITER, sqlite_url, table)
    least = []
    try:
        for number in range(4):
            least.append(int([next(writer.stdout) for _ in range(8)][-1]))
            copy_both(tmp_path, tmp_path / str(number))
    finally:
        writer.send_signal(signal.SIGKILL)
        most = max([*least, *(int(line) for line in writer.stdout if line.endswith("\n"))])
        writer.stdout.close()
        writer.wait()
    for number, acknowledged in enumerate(least):
        assert acknowledged <= await read(tmp_path / str(number), table) <= most + 1


@pytest.mark.long
async def test_log_that_is_cut_anywhere_gives_the_state_of_a_commit(sqlite_url, tmp_path):
    table, chance = await begin(sqlite_url), random.Random(3)
    writer = start(WRITER, sqlite_url, table)
    acknowledged = int([next(writer.stdout) for _ in range(12)][-1])
    writer.send_signal(signal.SIGKILL)
    writer.communicate()
    size = (tmp_path / "tractor.db-wal").stat().st_size
    found = {}
    for cut in [*sorted(chance.sample(range(HEADER, size), 12)), size]:
        target = tmp_path / f"cut-{cut}"
        target.mkdir()
        shutil.copyfile(tmp_path / "tractor.db", target / "tractor.db")
        torn = (tmp_path / "tractor.db-wal").read_bytes()[:cut]
        if cut < size:  # random bytes stand for the rest of the page
            torn += chance.randbytes(FRAME - (cut - HEADER) % FRAME)
        (target / "tractor.db-wal").write_bytes(torn)
        found[cut] = await read(target, table)
    assert list(found.values()) == sorted(found.values())
    assert found[size] >= acknowledged
    assert len(set(found.values())) > 4
