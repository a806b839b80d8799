"""A Discord of this machine, the bot on it, and four people."""

from unittest.mock import patch

import pytest
from hosting import FAULTS, LOGGED, connected
from screens import LoopbackPlayer
from shared import Blank

from bot.loopback import Loopback


@pytest.fixture(autouse=True)
def _no_faults():
    FAULTS.clear()
    LOGGED.clear()
    yield
    assert not FAULTS


@pytest.fixture
async def loopback():
    started = await Loopback.start(limits=False)
    try:
        yield started
    finally:
        await started.stop()
    assert not started.violations  # of Discord's own API document, where DISCORD_OPENAPI names one


@pytest.fixture
async def running(tmp_path, loopback):
    with patch("bot.app.Pictures", Blank):
        async with connected(tmp_path, loopback) as running:
            yield running


@pytest.fixture
async def drawing(tmp_path, loopback):
    """The same with every picture really drawn."""
    async with connected(tmp_path, loopback) as running:
        yield running


@pytest.fixture
def people(loopback):
    return [LoopbackPlayer(loopback.person(name)) for name in ("ann", "bob", "cat", "dan")]
