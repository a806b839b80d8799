"""A running bot makes backups on time, keeps the newest ones, and deletes no other files than backups."""

import asyncio
import sqlite3
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.operations.scheduled_backups import ScheduledBackups, find_newest_backup
from bot.settings import Settings

HOUR = 3600.0


class StepClock:
    """A clock that stands still until the test lets the current wait end."""

    def __init__(self):
        self.time, self.waits, self.waiting = 1_800_000_000.0, [], asyncio.Event()
        self.go_on = asyncio.Event()

    def now(self):
        return self.time

    wall = now

    async def sleep_until(self, at):
        self.waits.append(at - self.time)
        self.waiting.set()
        await self.go_on.wait()
        self.go_on.clear()
        self.time = max(self.time, at)

    async def step(self):
        """Let the current wait end, and return once the next one has begun."""
        await self.waiting.wait()
        self.waiting.clear()
        self.go_on.set()
        await self.waiting.wait()


@pytest.fixture
def folder(tmp_path):
    with closing(sqlite3.connect(tmp_path / "tractor.db")) as made:
        made.execute("CREATE TABLE things (number)")
        made.commit()
    return tmp_path / "backups"


@asynccontextmanager
async def started(folder, clock, **changes):
    url = f"sqlite+aiosqlite:///{folder.parent}/tractor.db"
    options = {"backup_folder": folder, "backup_hours": 6, "backup_keep": 3} | changes
    backups = ScheduledBackups(Settings(_env_file=None, database_url=url, **options), folder, clock)
    backups.start()
    async with asyncio.timeout(120):
        yield backups
    await backups.close()


def names(folder):
    return sorted(file.name for file in folder.iterdir())


async def test_newest_backups_are_kept(folder):
    clock = StepClock()
    folder.mkdir()
    for other in ("before-upgrade-from-0105-x.db", "tractor-mine.db", "notes.txt"):
        (folder / other).touch()
    async with started(folder, clock) as backups:
        for _ in range(5):
            await clock.step()
    assert backups.last_made == find_newest_backup(folder)
    assert clock.waits == [0.0, *[6 * HOUR] * 5]
    made = names(folder)
    kept = [name for name in made if name.startswith("tractor-2027")]
    assert kept == ["tractor-20270115T200000Z.db", "tractor-20270116T020000Z.db", "tractor-20270116T080000Z.db"]
    assert {"before-upgrade-from-0105-x.db", "tractor-mine.db", "notes.txt"} <= set(made)
    with closing(sqlite3.connect(folder / kept[-1])) as copy:
        assert copy.execute("SELECT count(*) FROM things").fetchone() == (0,)


async def test_restart_waits_for_rest_of_interval(folder):
    first, second = StepClock(), StepClock()
    async with started(folder, first):
        await first.step()
    second.time = first.time + 2 * HOUR
    async with started(folder, second):
        await second.waiting.wait()
    assert second.waits == [4 * HOUR]
    late = StepClock()
    late.time = first.time + 90 * HOUR
    async with started(folder, late):
        await late.waiting.wait()
    assert late.waits == [0.0], "a missed one is made at once"


async def test_moved_clock_delays_backup_by_one_interval_at_most(folder):
    first, second = StepClock(), StepClock()
    async with started(folder, first):
        await first.step()
    second.time = first.time - 1000 * HOUR
    async with started(folder, second):
        await second.waiting.wait()
    assert second.waits == [6 * HOUR]


async def test_failed_backup_retries_and_deletes_nothing(folder):
    clock = StepClock()
    async with started(folder, clock, backup_keep=1):
        await clock.step()
        database = folder.parent / "tractor.db"
        kept = names(folder)
        content = database.read_bytes()
        database.write_bytes(b"damaged" * 1000)
        await clock.step()
        assert clock.waits[-1] == 600.0
        assert names(folder) == kept, "the last good one stays"
        database.write_bytes(content)
        await clock.step()
        assert clock.waits[-1] == 6 * HOUR
    assert len(names(folder)) == 1
    assert names(folder) != kept


async def test_unreadable_folder_is_soon_tried_again(folder, monkeypatch):
    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied", str(folder))

    clock = StepClock()
    with monkeypatch.context() as patch, capture_logs() as logged:
        patch.setattr(Path, "glob", refuse)
        patch.setattr(Path, "mkdir", refuse)
        async with started(folder, clock):
            await clock.step()
            assert clock.waits == [0, 600]
            assert "Permission denied" in str(logged)
            patch.undo()
            await clock.step()
            assert len(names(folder)) == 1


def test_settings_refuse_impossible_intervals_and_counts():
    for wrong in ({"backup_hours": 0}, {"backup_hours": 1e-9}, {"backup_keep": 0}):
        with pytest.raises(ValueError, match="greater than"):
            Settings(_env_file=None, **wrong)
    assert Settings(_env_file=None, backup_folder=" ").backup_folder is None
    assert Settings(_env_file=None, backup_folder="x").backup_folder == Path("x")
