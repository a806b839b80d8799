"""The debouncer sends the newest state of a message, one request at a time, and pauses between requests."""

import asyncio

import pytest

from bot.ui.core.memory.update_slots import UpdateSlots
from bot.ui.discord_io.debounce import MAX_RETRY_SECONDS, Debouncer, RetryLater
from tests.bot.ui.manual_clock import ManualClock, settle


class Wire:
    """A fake message. Sending it ends once `gate` is set."""

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
    return ManualClock()


@pytest.fixture
async def wire():
    return Wire()


async def test_requests_during_sending_cause_one_more_send(clock, wire):
    courier = Debouncer(clock, wire.send, 1.2, "test", UpdateSlots())
    wire.gate.clear()
    courier.request()
    await settle()
    for state in range(1, 6):
        wire.state = state
        courier.request()
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


async def test_pause_also_follows_an_edit_sent_elsewhere(clock, wire):
    courier = Debouncer(clock, wire.send, 1.2, "test", UpdateSlots())
    courier.note_sent()
    courier.request()
    await settle()
    assert wire.sent == []
    await clock.move(1.3)
    assert wire.sent == [0]


@pytest.mark.parametrize("fault", [RetryLater, OSError, TimeoutError])
async def test_retries_back_off_to_a_minute(clock, wire, fault):
    courier = Debouncer(clock, wire.send, 1.2, "test", UpdateSlots())
    wire.faults = [fault() for _ in range(9)]
    courier.request()
    await settle()
    for wait in (2.0, 4.0, 8.0, 16.0, 32.0, *[MAX_RETRY_SECONDS] * 3):
        assert len(clock.sleepers) == 1
        await clock.move(wait - 0.1)
        left = len(wire.faults)
        await clock.move(0.2)
        assert len(wire.faults) == left - 1
    assert wire.sent == []
    wire.state = 1
    await clock.move(MAX_RETRY_SECONDS)
    assert wire.sent == [1]
    await courier.idle()


async def test_newest_request_replaces_the_time(clock, wire):
    courier = Debouncer(clock, wire.send, 1.2, "test", UpdateSlots())
    courier.request_at(clock.now() + 10.0)
    courier.request_at(clock.now() + 60.0)
    await clock.move(59.0)
    assert wire.sent == []
    await clock.move(1.1)
    assert wire.sent == [0]
    courier.request_at(clock.now() + 60.0)
    await settle()
    await courier.close()
    await clock.move(61.0)
    assert wire.sent == [0]


async def test_failed_sending_does_not_stop_the_next(clock, wire):
    courier = Debouncer(clock, wire.send, 1.2, "test", UpdateSlots())
    wire.faults = [KeyError("x")]
    courier.request()
    await courier.idle()
    courier.request()
    await clock.move(1.3)
    assert wire.sent == [0]


async def test_close_interrupts_sending(clock, wire, monkeypatch):
    monkeypatch.setattr("bot.ui.discord_io.debounce.CLOSE_TIMEOUT", 0.05)
    courier = Debouncer(clock, wire.send, 1.2, "test", UpdateSlots())
    wire.gate.clear()
    courier.request()
    await settle()
    await courier.close()
    assert wire.sent == []


async def test_nothing_is_sent_after_close(clock, wire):
    """Requests made during the last sending or later are dropped. If that sending fails, it is not retried."""
    courier = Debouncer(clock, wire.send, 1.2, "test", UpdateSlots())
    wire.gate.clear()
    courier.request()
    await settle()
    wire.faults = [RetryLater()]
    closing = asyncio.create_task(courier.close())
    await settle()
    courier.request()
    wire.gate.set()
    await closing
    courier.request()
    courier.request_at(clock.now() + 1.0)
    await clock.move(60.0)
    assert wire.sent == []


async def test_preparation_waits_while_an_answer_is_sent(clock, wire):
    slots, prepared = UpdateSlots(), []

    async def prepare():
        prepared.append(True)

    courier = Debouncer(clock, wire.send, 1.2, "test", slots, prepare=prepare)
    with slots.prefer_answer():
        courier.request()
        await settle()
        assert not prepared
    await settle()
    assert prepared
    assert wire.sent == [0]
