"""The event loop is hardly delayed while computer players of level `master` search for their plays."""

import asyncio
import random
import sys
import time
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "engine" / "players"))

from computer_matches import play_match

from bot.play.computers.search_or_rules import ComputerPlayerWorker
from bot.play.computers.search_workers import create_search_workers
from engine.arena.contest_report import find_percentile
from engine.deal.legal_actions import check_action
from engine.model.presets import preset
from engine.players.levels import PLAYERS, needs_search

TABLES = 20
TICK = 0.005
PAUSE = 0.6


def list_views(number):
    asked = play_match(preset("standard"), [PLAYERS["expert"].choose] * 4, seed=1, deals=2)
    views = [view for view, _, _ in asked if needs_search("master", view)]
    return random.Random(1).sample(views, number)


async def measure_delays(seconds):
    """Return by how many seconds the event loop woke too late at each tick."""
    delays, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        wanted = time.monotonic() + TICK
        await asyncio.sleep(TICK)
        delays.append(time.monotonic() - wanted)
    return delays


async def play_table(computer_players, views, number, answered):
    """Let players of level `master` at one table choose actions in turn, with pauses as at a real table."""
    for view in views[number % len(views) :] + views[: number % len(views)]:
        action, _ = await asyncio.gather(
            computer_players.choose(view, "master", f"{number}"), asyncio.sleep(PAUSE * random.Random(number).random())
        )
        check_action(view, action)
        answered.append(number)


@pytest.mark.timeout(300)
async def test_thinking_masters_hardly_delay_event_loop(scale, record_property):
    tables, seconds = scale.pick(TABLES, 2), scale.pick(20.0, 1.0)
    views, answered = list_views(12), []
    computer_players = ComputerPlayerWorker(create_search_workers(1))
    computer_players.start()
    await computer_players.choose(views[0], "master", "the worker is warm")
    idle = await measure_delays(seconds)
    playing = [
        asyncio.create_task(play_table(computer_players, views * 20, number, answered)) for number in range(tables)
    ]
    busy = await measure_delays(seconds)
    while len(answered) < scale.pick(tables, 1):  # noqa: ASYNC110 - the test has a time limit
        await asyncio.sleep(0.1)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    await computer_players.close()
    later = await measure_delays(seconds)
    before, after = (1000 * find_percentile(delays, 0.99) for delays in (max(idle, later, key=sum), busy))
    record_property("p99 delay of the event loop, idle and busy, ms", f"{before:.1f} {after:.1f}")
    print(f"\n{tables} tables of masters: p99 {before:.1f} ms idle, {after:.1f} ms busy, {len(answered)} plays")
    assert scale.is_short or after < max(3 * before, before + 10), "idle and busy, ms"
