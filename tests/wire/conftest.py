import pytest
from fruit_bot import LANGUAGES, FruitBot, pointed_at, running

from tests.discord_contract import watch
from tests.wire.driven_loopback import DrivenLoopback
from tests.wire.movable_clock import MovableClock


@pytest.fixture
def clock():
    return MovableClock()


@pytest.fixture
async def loopback(clock):
    started = await DrivenLoopback.start(clock=clock, languages=LANGUAGES)
    violations = watch(started)
    try:
        yield started
        assert [str(v) for v in violations] == []
    finally:
        await started.stop()


@pytest.fixture
def here(loopback):
    """The local Discord. During the test, discord.py talks to it."""
    with pointed_at(loopback.api, loopback.gateway, loopback.cdn):
        yield loopback


@pytest.fixture
async def bot(here):
    async with running(FruitBot(guild_ready_timeout=0.05)) as fruit_bot:
        yield fruit_bot
        assert fruit_bot.failures == []


@pytest.fixture
def ann(loopback):
    return loopback.person("ann")


@pytest.fixture
def bob(loopback):
    return loopback.person("bob")
