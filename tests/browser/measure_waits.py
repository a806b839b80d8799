"""Measures how long a person waits in a deal against computers: `python tests/browser/measure_waits.py`.

The person answers at once. The clock is advanced by hand, so that a deal takes only moments.
"""

import asyncio
import itertools
import random
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path += [str(ROOT), str(ROOT / "tests" / "bot" / "play")]

from table_harness import ANN, TableHarness

from bot.play.values.table_info import Speed
from engine.deal.seen_cards import find_sure_leads
from engine.model.actions import Pass
from engine.model.view import Ask, PhaseName
from engine.players.levels import choose

STEP = 0.05
"""Seconds by which the clock is advanced."""
LONGEST = 600.0


async def measure_deal(speed, seed=0):
    """Return how many seconds of one deal the person must wait."""
    harness = TableHarness()
    harness.seeds = itertools.count(1 + 1000 * seed)
    table = await harness.start_match()
    await table.gameplay.set_speed(ANN, speed)
    seat, rng, began = table.seat_of(ANN), random.Random(seed), harness.clock.now()
    while table.spectator_view().phase is not PhaseName.FINISHED:
        if not await _answer(table, seat, rng):
            await harness.clock.advance(STEP)
        assert harness.clock.now() - began < LONGEST
    waited = harness.clock.now() - began
    await harness.registry.close()
    return waited


async def _answer(table, seat, rng):
    """Answer if the person is asked something. Return True only if they act, not if they pass or wait."""
    view, task = table.snapshot().question_view(seat), table.task(seat)
    if view.ask is Ask.NOTHING:
        return False
    if find_sure_leads(view):
        await table.gameplay.claim(ANN, task)
        return True
    action = choose("expert", view, rng)
    if action is None and (view.to_draw or view.passed[seat]):
        return False
    await table.gameplay.submit(seat, action or Pass(), task)
    return not isinstance(action or Pass(), Pass)


async def measure_speeds(deals=5):
    """Return the average number of seconds that the person waits in a deal, for each speed."""
    return {one: sum([await measure_deal(one, seed) for seed in range(deals)]) / deals for one in Speed}


if __name__ == "__main__":
    for speed, seconds in asyncio.run(measure_speeds()).items():
        print(f"{speed.value:8} {seconds:6.1f} s of a deal waited")
