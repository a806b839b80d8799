"""Starts a headless browser for the page of the local Discord. Without a Chromium, the tests are skipped."""

import sys
from pathlib import Path

import pytest
import pytest_asyncio

sys.path.insert(0, str(Path(__file__).parents[1] / "flows"))
sys.path.insert(0, str(Path(__file__).parents[1] / "wire"))

from bot_harness import connected
from browser_windows import Windows
from fruit_bot import LANGUAGES, FruitBot, pointed_at, running
from launch_browser import CHROMIUM, launched

from tests.discord_contract import watch
from tests.wire.driven_loopback import DrivenLoopback


@pytest_asyncio.fixture(loop_scope="session", scope="session")
async def browser():
    if CHROMIUM is None:
        pytest.skip(
            "no Chromium on this machine: the page is NOT tested (Debian: apt-get install chromium-headless-shell)"
        )
    async with launched() as started:
        yield started


@pytest_asyncio.fixture(loop_scope="session")
async def loopback(browser):
    quick = {"command": "stall", "values": {}, "channel": "tractor"}
    started = await DrivenLoopback.start(limits=False, quick=quick, languages=LANGUAGES)
    violations = watch(started)
    with pointed_at(started.api, started.gateway, started.cdn):
        yield started
    wrong = [str(v) for v in violations]
    await started.stop()
    assert wrong == []


@pytest_asyncio.fixture(loop_scope="session")
async def bot(loopback):
    async with running(FruitBot(guild_ready_timeout=0.05)) as fruit_bot:
        yield fruit_bot
        assert fruit_bot.failures == []


@pytest_asyncio.fixture(loop_scope="session")
async def windows(browser, loopback):
    opened = Windows(browser, loopback)
    yield opened
    await opened.close()


@pytest_asyncio.fixture(loop_scope="session")
async def bot_windows(browser, tmp_path):
    """Yield browser windows of a local Discord. The real bot runs on it."""
    loopback = await DrivenLoopback.start(limits=False, languages=LANGUAGES)
    violations = watch(loopback)
    opened = Windows(browser, loopback)
    async with connected(tmp_path, loopback):
        await loopback.remote.bot_online()
        yield opened
        await opened.close()
    wrong = [str(v) for v in violations]
    await loopback.stop()
    assert wrong == []
