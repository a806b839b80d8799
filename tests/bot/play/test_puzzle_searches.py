"""Searches for puzzles give the same result in worker processes and in a thread of a bot without worker processes."""

import random

import pytest

from bot.play.computers.search_limits import SearchLimits
from bot.play.computers.search_or_rules import ComputerPlayerWorker
from bot.play.computers.search_workers import SearchWorkers, make_process_pool, make_thread
from engine.model.presets import PRESETS
from engine.players.advice.compare_plays import compare_given
from engine.puzzles.find_lead import find_lead
from tests.bot.puzzles.puzzle_factories import make_puzzle

SMALL = PRESETS["forty-points"]
UNHURRIED = SearchLimits(budget=60.0, patience=120.0)
"""These limits are so high that no search reaches them. Results then do not depend on the machine's speed."""


@pytest.fixture(scope="module")
def seed():
    """Find a seed for a deal in which the search suspects a puzzle. The rules have few cards."""
    return next(one for one in map(str, range(300)) if find_lead(SMALL, one) is not None)


@pytest.mark.long
@pytest.mark.parametrize("make_pool", [make_thread, make_process_pool])
async def test_worker_gives_the_same_as_a_direct_search(make_pool, seed):
    worker = ComputerPlayerWorker(SearchWorkers(1, UNHURRIED, make_pool))
    worker.start()
    try:
        assert await worker.find_lead_when_idle(SMALL, seed) == find_lead(SMALL, seed)
        puzzle = make_puzzle(7, 20_000)
        plays = tuple(one.cards for one in puzzle.plays)
        expected = compare_given(puzzle.view, plays, random.Random("one"), 60)
        assert await worker.compare_given_when_idle(puzzle.view, plays, 60, "one") == expected
        assert await worker.compare_given(puzzle.view, plays, 60, "one") == expected
    finally:
        await worker.close()
