"""The courier: one sending at a time, newest state wins, pauses between."""

import asyncio

import pytest

from bot.ui.courier import RETRIES, Courier, TryLater


class HandClock:
    """A clock that is moved by hand; whoever sleeps is woken when his time has come."""

    def __init__(self):
        self.time = 100.0
        self.sleepers = []

    def now(self):
        return self.time

    async def sleep_until(self, at):
        while self.time < at:
            woken = asyncio.Event()
            self.sleepers.append(woken)
            await woken.wait()

    async def move(self, seconds):
        self.time += seconds
        for sleeper in self.sleepers:
            sleeper.set()
        self.sleepers.clear()
        await settle()


async def settle():
    for _ in range(20):
        await asyncio.sleep(0)


class Wire:
    """A message that takes its time to be sent."""

    def __init__(self):
        self.state = 0
        self.sent = []
        self.in_air = 0
        self.gate = asyncio.Event()
        self.gate.set()
        self.faults = []

    async def send(self):
        self.in_air += 1
        assert self.in_air == 1, "two sendings at once"
        state = self.state
        await self.gate.wait()
        self.in_air -= 1
        if self.faults:
            raise self.faults.pop(0)
        self.sent.append(state)


@pytest.fixture
def clock():
    return HandClock()


@pytest.fixture
async def wire():
    return Wire()


async def test_many_wakings_cost_one_more_sending_with_the_newest_state(clock, wire):
    courier = Courier(clock, wire.send, 1.2, "test")
    wire.gate.clear()
    courier.wake()
    await settle()
    for state in range(1, 6):
        wire.state = state
        courier.wake()
    wire.gate.set()
    await settle()
    assert wire.sent == [0]
    await clock.move(1.1)
    assert wire.sent == [0], "the pause was not kept"
    await clock.move(0.2)
    assert wire.sent == [0, 5]
    await courier.idle()
    await clock.move(60)
    assert wire.sent == [0, 5]


async def test_another_way_of_changing_the_message_counts_for_the_pause(clock, wire):
    courier = Courier(clock, wire.send, 1.2, "test")
    courier.sent()
    courier.wake()
    await settle()
    assert wire.sent == []
    await clock.move(1.3)
    assert wire.sent == [0]


async def test_trouble_that_passes_is_tried_again_ever_later_and_not_for_ever(clock, wire):
    courier = Courier(clock, wire.send, 1.2, "test")
    wire.faults = [TryLater() for _ in range(RETRIES + 1)]
    courier.wake()
    await settle()
    for wait in (2.0, 4.0, 8.0, 16.0, 32.0):
        assert len(clock.sleepers) == 1
        await clock.move(wait - 0.1)
        left = len(wire.faults)
        await clock.move(0.2)
        assert len(wire.faults) == left - 1
    await courier.idle()
    assert wire.sent == []
    courier.wake()
    await clock.move(200)
    assert wire.sent == [0]


async def test_news_that_come_during_the_last_try_are_sent(clock, wire):
    courier = Courier(clock, wire.send, 1.2, "test")
    wire.faults = [TryLater() for _ in range(RETRIES + 1)]
    courier.wake()
    await settle()
    for wait in (2.0, 4.0, 8.0, 16.0):
        await clock.move(wait)
    wire.gate.clear()
    await clock.move(32.0)
    courier.wake()
    wire.gate.set()
    await settle()
    assert (wire.sent, wire.faults) == ([], [])
    wire.state = 1
    await clock.move(64.0)
    assert wire.sent == [1]


async def test_a_fault_in_making_a_message_does_not_stop_the_next(clock, wire):
    courier = Courier(clock, wire.send, 1.2, "test")
    wire.faults = [KeyError("x")]
    courier.wake()
    await courier.idle()
    courier.wake()
    await clock.move(1.3)
    assert wire.sent == [0]


async def test_closing_cuts_short(clock, wire):
    courier = Courier(clock, wire.send, 1.2, "test")
    wire.gate.clear()
    courier.wake()
    await settle()
    await courier.close()
    assert wire.sent == []
