"""How long the program was away is known after a start, killed or not."""

import asyncio

import pytest

from bot.ui.pulse import EVERY, Pulse


class Diary:
    """Notes in memory, which may fail."""

    def __init__(self):
        self.kept = {}
        self.fails = False

    async def recall(self, name):
        return self.kept.get(name)

    async def note(self, name, value):
        if self.fails:
            raise OSError("the disk is full")
        self.kept[name] = value


class Hands:
    """A clock that is turned."""

    def __init__(self):
        self.time, self.sleepers = 1000.0, []

    def now(self):
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
    """How long a program that begins now was away; it is killed at once."""
    pulse = Pulse(*world)
    away = await pulse.begin()
    pulse._task.cancel()
    return away


async def test_who_never_ran_was_not_away(world):
    assert await stopped(world) == 0.0


async def test_a_program_that_stops_was_away_since(world):
    pulse, (_, clock) = Pulse(*world), world
    await pulse.begin()
    await clock.turn(EVERY / 3)
    await pulse.close()
    clock.time += 500.0
    assert await stopped(world) == 500.0


async def test_a_program_that_is_killed_was_away_since_its_last_note(world):
    pulse, (_, clock) = Pulse(*world), world
    await pulse.begin()
    for _ in range(4):
        await clock.turn(EVERY)
    pulse._task.cancel()
    await clock.turn(EVERY / 2)
    assert await stopped(world) == EVERY / 2


async def test_no_absence_is_counted_twice(world):
    pulse, (_, clock) = Pulse(*world), world
    await pulse.begin()
    await pulse.close()
    clock.time += 500.0
    assert [await stopped(world) for _ in range(3)] == [500.0, 0.0, 0.0]


async def test_a_clock_that_was_put_back_is_no_absence(world):
    pulse, (_, clock) = Pulse(*world), world
    await pulse.begin()
    await pulse.close()
    clock.time -= 100.0
    assert await stopped(world) == 0.0


async def test_what_cannot_be_noted_stops_nothing(world):
    diary, clock = world
    pulse, diary.fails = Pulse(*world), True
    assert await pulse.begin() == 0.0
    await clock.turn(EVERY)
    diary.fails = False
    await clock.turn(EVERY)
    assert await stopped(world) == 0.0
    await pulse.close()
