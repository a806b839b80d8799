"""The network between Discord and the bot delays messages in both directions, and keeps their order."""

import asyncio
import time

import pytest

from bot.loopback.errors import ClientError
from tests.wire.driven_loopback import DrivenLoopback

HALF = 0.15


@pytest.fixture
async def far(here):
    await here.remote.arrange("latency", ms=2000 * HALF)
    return here


async def timed(doing):
    before = time.monotonic()
    found = await doing
    return found, time.monotonic() - before


async def test_request_is_delayed_in_both_directions(bot, far, ann):
    channel = bot.guilds[0].text_channels[0]
    _, took = await timed(channel.send("hello"))
    assert took >= 2 * HALF


async def test_command_and_its_answer_are_delayed(bot, far, ann):
    answer, took = await timed(ann.slash("tractor", "fruit", kind="fig"))
    assert answer.answered
    assert took >= 2 * HALF  # once for the event to the bot, and once for its answer


async def test_messages_keep_their_order(bot, far, ann):
    channel = bot.guilds[0].text_channels[0]
    for n in range(4):
        await channel.send(str(n))
    assert [m.content for m in await ann.messages("tractor")] == ["0", "1", "2", "3"]


async def test_events_overlap_like_on_a_network(bot, far, ann):
    asked = [ann.slash("tractor", "fruit", kind="fig") for _ in range(10)]
    answers, took = await timed(asyncio.gather(*asked))
    assert all(a.answered for a in answers)
    assert took < 10 * 2 * HALF


async def test_answer_with_long_latency_is_too_late(bot, here, ann, clock):
    await here.remote.arrange("latency", ms=600)
    asking = asyncio.create_task(ann.slash("tractor", "fruit", kind="fig"))
    await asyncio.sleep(0.1)
    clock.advance(3)
    assert not (await asking).answered


@pytest.mark.parametrize("ms", [-1, 2001])
async def test_impossible_latency_is_refused(here, ms):
    with pytest.raises(ValueError, match="milliseconds"):
        await DrivenLoopback.start(latency=ms)
    with pytest.raises(ClientError):
        await here.remote.arrange("latency", ms=ms)
