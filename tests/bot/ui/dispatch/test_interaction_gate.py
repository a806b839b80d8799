"""While one process takes over from another, each interaction is answered by at most one of them."""

import asyncio

import pytest

from bot.ui.dispatch import other_processes
from bot.ui.dispatch.other_processes import REMEMBERED, InteractionGate


class Clock:
    time = 100.0

    def now(self):
        return self.time


@pytest.fixture
def gate():
    return InteractionGate(Clock())


async def waiting(gate, *interactions):
    """Pass interactions to a gate that is still closed. Return the tasks, which wait until it opens."""
    tasks = [asyncio.create_task(gate.admits(one)) for one in interactions]
    await asyncio.sleep(0)
    assert not any(task.done() for task in tasks)
    return tasks


async def test_open_gate_admits_all_until_it_is_closed(gate):
    gate.open()
    assert await gate.admits(1)
    gate._clock.time += REMEMBERED + 1
    assert await gate.admits(2)
    assert gate.close() == [2], "what is long past needs no mention"
    assert not await gate.admits(3)


async def test_later_process_answers_what_the_earlier_one_left(gate):
    tasks = await waiting(gate, 1, 2)
    gate.open(frozenset({1, 3}))
    assert await asyncio.gather(*tasks) == [False, True]
    assert [await gate.admits(one) for one in (3, 4)] == [False, True]
    assert gate.close() == [2, 4]


async def test_waiting_interactions_are_dropped_if_earlier_answers_are_unknown(gate):
    tasks = await waiting(gate, 1)
    gate.open(None)
    assert await asyncio.gather(*tasks) == [False]
    assert await gate.admits(2)


async def test_interaction_that_waits_too_long_is_left_to_others(gate, monkeypatch):
    monkeypatch.setattr(other_processes, "MAX_WAIT", 0.01)
    assert not await gate.admits(1)
    gate.open()
    assert gate.close() == []
