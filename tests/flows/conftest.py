"""Gives tests a local Discord, the bot on it, and people who play."""

import random
from unittest.mock import patch

import pytest
from bot_harness import FAULTS, LOGGED, connected, patience
from pressed_controls import RECORD, recording_presses
from puzzle_flows import Wall, with_wall
from screens import LoopbackPlayer
from shared_resources import BlankRenderer, quick_searches

from bot.puzzles.daily_deals import DailyService
from engine.players.levels import choose
from tests.bot.puzzles.puzzle_factories import KnownSearches, patch_searches
from tests.discord_contract import watch
from tests.shared_statements import shared_statements
from tests.wire.driven_loopback import DrivenLoopback


@pytest.fixture(scope="session", autouse=True)
def _shared_statements():
    with shared_statements():
        yield


@pytest.fixture(autouse=True)
def _quick_searches():
    """Make computer players search quickly, but only in these tests. Other tests measure how well they play."""
    with quick_searches():
        yield


@pytest.fixture(autouse=True)
def _no_faults():
    FAULTS.clear()
    LOGGED.clear()
    yield
    assert not FAULTS


@pytest.fixture(autouse=RECORD is not None)
def _pressed_controls(request):
    """Record which controls a flow presses, if RECORD_PRESSES is set."""
    with recording_presses(f"{request.node.path.name}::{request.node.originalname}"):
        yield


@pytest.fixture
async def loopback():
    started = await DrivenLoopback.start(limits=False)
    violations = watch(started)
    try:
        with patience():  # a busy bot, also one in another process, has more time to answer
            yield started
    finally:
        await started.stop()
    assert not violations  # with DISCORD_OPENAPI, all exchanges are checked against Discord's API document


@pytest.fixture
def blank_pictures():
    """Let bots that start in the test render only the first picture of each kind."""
    with patch("bot.create_bot.PictureRenderer", BlankRenderer):
        yield


@pytest.fixture
async def running(tmp_path, loopback, blank_pictures):
    async with connected(tmp_path, loopback) as running:
        yield running


@pytest.fixture
async def drawing(tmp_path, loopback):
    """Run the bot on the loopback, with all pictures really rendered."""
    async with connected(tmp_path, loopback) as running:
        yield running


@pytest.fixture
def people(loopback):
    return [LoopbackPlayer(loopback.person(name)) for name in ("ann", "bob", "cat", "dan")]


@pytest.fixture
def searches(monkeypatch):
    """Make all searches for puzzles find one known lead. Return the object that holds it."""
    found = KnownSearches()
    patch_searches(monkeypatch, found)
    return found


@pytest.fixture
def wall(monkeypatch):
    """Return a clock that the test sets. Puzzles and deals of the day use it."""
    found = Wall()
    monkeypatch.setattr("bot.create_bot.PuzzleService", with_wall(found))
    monkeypatch.setattr(
        "bot.create_bot.DailyService", lambda store, master, _, *rest: DailyService(store, master, found, *rest)
    )
    return found


@pytest.fixture
def quick_master(monkeypatch):
    """Let an expert play the deal of the day at once, in place of the slower computer player Master."""

    async def choose_when_idle(_, view, _level, seed):
        return choose("expert", view, random.Random(seed))

    monkeypatch.setattr("bot.play.computers.search_or_rules.ComputerPlayerWorker.choose_when_idle", choose_when_idle)
