"""The program records regularly that it runs and whether saving works. At a start it computes how long it was down."""

import asyncio
import json
from dataclasses import asdict

import pytest
from structlog.testing import capture_logs

from bot.play.tables.store_health import HEALTH_KEY, StoreRecord
from bot.processes.process import Shards
from bot.ui.discord_io.heartbeat import INTERVAL, Heartbeat


class Diary:
    """A store in memory, which fails to save while `fails` is true."""

    def __init__(self):
        self.kept = {}
        self.fails = False

    async def get(self, name):
        return self.kept.get(name)

    async def set(self, name, value):
        if self.fails:
            raise OSError("the disk is full")
        self.kept[name] = value


class Hands:
    """A fake clock. The test sets its time."""

    def __init__(self):
        self.time, self.sleepers = 1000.0, []

    def now(self):
        return self.time

    def wall(self):
        return self.time

    async def sleep_until(self, at):
        while self.time < at:
            self.sleepers.append(asyncio.get_running_loop().create_future())
            await self.sleepers[-1]

    async def turn(self, seconds):
        await rest()
        self.time += seconds
        for sleeper in self.sleepers:
            sleeper.cancelled() or sleeper.set_result(None)
        self.sleepers.clear()
        await rest()


async def rest():
    for _ in range(5):
        await asyncio.sleep(0)


@pytest.fixture
def world():
    return Diary(), Hands()


async def stopped(world):
    """Start the program and kill it at once. Return the seconds of downtime that it found."""
    pulse = Heartbeat(*world)
    away = await pulse.start()
    await pulse._task.close()
    return away


async def test_first_start_has_no_downtime(world):
    assert await stopped(world) == 0.0


async def test_downtime_counts_from_shutdown(world):
    pulse, (_, clock) = Heartbeat(*world), world
    await pulse.start()
    await clock.turn(INTERVAL / 3)
    await pulse.close()
    clock.time += 500.0
    assert await stopped(world) == 500.0


async def test_downtime_counts_from_last_record(world):
    pulse, (_, clock) = Heartbeat(*world), world
    await pulse.start()
    for _ in range(4):
        await clock.turn(INTERVAL)
    await pulse._task.close()
    await clock.turn(INTERVAL / 2)
    assert await stopped(world) == INTERVAL / 2


async def test_downtime_is_counted_once(world):
    pulse, (_, clock) = Heartbeat(*world), world
    await pulse.start()
    await pulse.close()
    clock.time += 500.0
    assert [await stopped(world) for _ in range(3)] == [500.0, 0.0, 0.0]


async def test_clock_set_back_while_stopped_shortens_downtime(world):
    """The downtime is negative. Adding it to saved deadlines moves them back with the clock."""
    pulse, (_, clock) = Heartbeat(*world), world
    await pulse.start()
    await pulse.close()
    clock.time -= 100.0
    assert await stopped(world) == -100.0


async def test_program_runs_on_if_recording_fails(world):
    diary, clock = world
    pulse, diary.fails = Heartbeat(*world), True
    assert await pulse.start() == 0.0
    await clock.turn(INTERVAL)
    diary.fails = False
    await clock.turn(INTERVAL)
    assert await stopped(world) == 0.0
    await pulse.close()


async def test_health_of_saving_is_recorded(world):
    """`python -m bot check` reads the record, even after the program has ended."""
    diary, clock = world
    health = StoreRecord(1.0)
    pulse = Heartbeat(diary, clock, lambda: health)
    await pulse.start()
    assert json.loads(diary.kept[HEALTH_KEY]) == {"last_commit_at": 1.0, "last_error_at": None, "last_error": ""}
    health = StoreRecord(1.0, 5.0, "disk full")
    await clock.turn(INTERVAL)
    assert StoreRecord(**json.loads(diary.kept[HEALTH_KEY])) == health
    await pulse.close()


async def test_health_survives_a_restart(world):
    diary, clock = world
    full = StoreRecord(1.0, 5.0, "disk full")
    diary.kept[HEALTH_KEY] = json.dumps(asdict(full))
    health = StoreRecord()
    pulse = Heartbeat(diary, clock, lambda: health)
    await pulse.start()
    assert StoreRecord(**json.loads(diary.kept[HEALTH_KEY])) == full
    health = StoreRecord(1000.0)
    await clock.turn(INTERVAL)
    assert StoreRecord(**json.loads(diary.kept[HEALTH_KEY])) == StoreRecord(1000.0, 5.0, "disk full")
    health = StoreRecord(1000.0, 1001.0, "locked")
    await clock.turn(INTERVAL)
    assert StoreRecord(**json.loads(diary.kept[HEALTH_KEY])) == health
    await pulse.close()


@pytest.mark.parametrize("written", ["{", "[]", '{"more": 1}'])
async def test_unreadable_health_is_replaced(world, written):
    diary, clock = world
    diary.kept[HEALTH_KEY] = written
    pulse = Heartbeat(diary, clock, lambda: StoreRecord(3.0))
    await pulse.start()
    assert StoreRecord(**json.loads(diary.kept[HEALTH_KEY])) == StoreRecord(3.0)
    await pulse.close()


async def test_failed_records_are_logged_once_for_each_cause(world):
    diary, clock = world
    pulse = Heartbeat(*world)
    await pulse.start()
    diary.fails = True
    with capture_logs() as logs:
        for _ in range(4):
            await clock.turn(INTERVAL)
    assert [line["cause"] for line in logs] == ["the disk is full"]
    diary.fails = False
    await clock.turn(INTERVAL)
    diary.fails = True
    with capture_logs() as logs:
        await clock.turn(INTERVAL)
    assert len(logs) == 1, "it is a new fault"
    await pulse.close()


async def test_each_shard_has_a_heartbeat_of_its_own(world):
    diary, clock = world
    first, second = Heartbeat(*world, shards=Shards(3, (0,))), Heartbeat(*world, shards=Shards(3, (1, 2)))
    assert await first.start() == 0
    clock.time += 100
    assert await second.start(is_first=True) == 100, "until now shard 0 was all there was"
    await second.close()
    assert set(diary.kept) >= {"running", "running 1", "running 2"}
    clock.time += 50
    again = Heartbeat(*world, shards=Shards(3, (2,)))
    assert await again.start() == 50
    await again.close()
    await first.close()
