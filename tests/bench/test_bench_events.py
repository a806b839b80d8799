"""Measures how long the pairing of a Swiss event of 500 entrants takes, and how it delays the event loop.

The tests print milliseconds, but assert only ratios within one run, such as to a loop over all pairs of entrants.
"""

import asyncio
import time

import pytest

from bot.events.pairing.swiss import Swiss
from bot.events.running.director import pair_off_loop
from tests.bot.events.simulated_event import SimulatedEvent

pytestmark = pytest.mark.timeout(300)


def test_swiss_rounds_of_a_large_field_are_paired_quickly(capsys, scale):
    entrants, rounds = scale.pick(500, 120), scale.pick(9, 2)
    event, took = SimulatedEvent(Swiss(), entrants, seed=1), []
    for _ in range(rounds):
        took.append(time_best(event.pair))
        event.play()
    plain = time_best(lambda: sum(a ^ b for a in range(entrants) for b in range(a + 1, entrants)))
    with capsys.disabled():
        print(
            f"\nSwiss, {entrants} entrants: {', '.join(f'{1000 * one:.0f}' for one in took)} ms; walk {1000 * plain:.0f} ms"
        )
    assert scale.is_short or max(took) < 120 * plain
    met = [
        frozenset(two) for pairing, _ in event.history for table in pairing.encounters for two in table.oppositions()
    ]
    assert len(set(met)) == len(met)


def time_best(work):
    """Return the processor time of `work` in seconds, the best of three runs."""
    times = []
    for _ in range(3):
        begun = time.process_time()
        work()
        times.append(time.process_time() - begun)
    return min(times)


def test_event_loop_goes_on_while_a_round_is_paired(capsys, scale):
    event = SimulatedEvent(Swiss(), scale.pick(500, 120), seed=1)

    async def pair():
        waits, begun = [], time.perf_counter()
        task = asyncio.create_task(pair_off_loop(event.pairer, event.states(), event.history, 1, event.seed))
        while not task.done():
            before = time.perf_counter()
            await asyncio.sleep(0.005)
            waits.append(time.perf_counter() - before)
        return await task, max(waits), time.perf_counter() - begun

    tries = [asyncio.run(pair()) for _ in range(scale.pick(5, 1))]
    _, longest, whole = min(tries, key=lambda one: one[1] / one[2])
    with capsys.disabled():
        print(f"\nSwiss off the loop: {1000 * whole:.0f} ms, the loop waited {1000 * longest:.0f} ms at most")
    assert all(pairing == event.pair() for pairing, _, _ in tries)
    assert scale.is_short or longest < whole / 4, "a loop that is blocked waits for the whole of it each time"
