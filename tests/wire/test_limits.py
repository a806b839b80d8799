"""Rate limits with their headers and bodies, also as discord.py handles them."""

import asyncio
import logging

import aiohttp
import discord
import pytest
from fruit_bot import FruitBot, pointed_at, running

from bot.loopback.rest.limits import Limit, Limits
from tests.wire.driven_loopback import DrivenLoopback
from tests.wire.movable_clock import MovableClock


class Hand:
    """A clock that shows `at`, which only the test changes."""

    def __init__(self):
        self.at = 1000.0

    def __call__(self):
        return self.at


@pytest.fixture
def hand(loopback):
    loopback.rest.limits.now = Hand()
    return loopback.rest.limits.now


@pytest.fixture
async def http(loopback):
    async with aiohttp.ClientSession(headers={"Authorization": "Bot loopback"}) as session:

        async def call(method, path, **more):
            async with session.request(method, loopback.api + path, **more) as response:
                body = await response.json() if response.content_type == "application/json" else None
                return response.status, response.headers, body

        yield call


def channel_of(loopback, name="tractor"):
    return next(c.id for c in loopback.world.channels.values() if c.name == name)


async def test_sends_are_limited_per_channel(loopback, http, hand):
    tractor, general = channel_of(loopback), channel_of(loopback, "general")
    path = f"/channels/{tractor}/messages"
    for left in (4, 3, 2, 1, 0):
        status, headers, _ = await http("POST", path, json={"content": "x"})
        assert (status, headers["X-RateLimit-Remaining"]) == (200, str(left))
    assert headers["X-RateLimit-Limit"] == "5"
    assert headers["X-RateLimit-Reset-After"] == "5.0"
    assert float(headers["X-RateLimit-Reset"]) == hand.at + 5
    hand.at += 2
    status, denied, body = await http("POST", path, json={"content": "x"})
    assert (status, body["retry_after"], body["global"]) == (429, 3.0, False)
    assert (denied["Retry-After"], denied["X-RateLimit-Scope"], denied["X-RateLimit-Remaining"]) == ("3", "user", "0")
    assert denied["X-RateLimit-Bucket"] == headers["X-RateLimit-Bucket"]
    assert denied["Via"]
    assert (await http("POST", f"/channels/{general}/messages", json={"content": "x"}))[0] == 200
    hand.at += 3
    assert (await http("POST", path, json={"content": "x"}))[0] == 200
    assert len(loopback.world.in_channel(tractor)) == 6


async def test_windows_follow_movable_clock(loopback, http):
    path = f"/channels/{channel_of(loopback)}/messages"
    statuses = [(await http("POST", path, json={"content": "x"}))[0] for _ in range(6)]
    assert statuses == [200] * 5 + [429]
    await loopback.remote.advance(5.0)
    assert (await http("POST", path, json={"content": "x"}))[0] == 200


async def test_global_limit_covers_all_routes(loopback, http, hand):
    answers = [await http("GET", "/users/@me") for _ in range(10)]
    assert {a[0] for a in answers} == {200}
    loopback.rest.limits.whole.limit = Limit(12, 1.0)
    await http("GET", "/gateway/bot")
    await http("GET", "/gateway/bot")
    status, headers, body = await http("GET", "/gateway/bot")
    assert (status, body["global"], headers["X-RateLimit-Scope"], headers["X-RateLimit-Global"]) == (
        429,
        True,
        "global",
        "true",
    )


async def test_interactions_skip_global_limit(bot, ann, loopback):
    loopback.rest.limits.whole.limit = Limit(0, 60.0)
    loopback.rest.limits.whole.ends = 0.0
    assert (await ann.slash("tractor", "fruit", kind="fig")).answered


async def test_webhook_token_has_own_limit(bot, ann, bob, loopback, http, hand):
    await ann.slash("tractor", "fruit", kind="fig")
    await bob.slash("tractor", "fruit", kind="fig")
    mine, other = (f"/webhooks/{bot.application_id}/{i.token}/messages/@original" for i in bot.interactions)
    seen = [(await http("PATCH", mine, json={"content": f"{n}"}))[0] for n in range(6)]
    assert seen == [200] * 5 + [429]
    assert (await http("PATCH", other, json={"content": "y"}))[0] == 200


async def test_follow_ups_share_channel_limit(bot, ann, loopback, http, hand):
    statuses = []
    for _ in range(7):
        await ann.slash("tractor", "fruit", kind="fig")
        path = f"/webhooks/{bot.application_id}/{bot.interactions[-1].token}"
        answers = [await http("POST", path, json={"content": "more"}) for _ in range(5)]
        statuses += [a[0] for a in answers]
    assert statuses.count(200) == 30
    assert answers[-1][1]["X-RateLimit-Scope"] == "shared"


async def test_old_messages_have_lower_edit_limit(bot, loopback, http, clock, hand):
    sent = await bot.guilds[0].text_channels[0].send("old")
    path = f"/channels/{sent.channel.id}/messages/{sent.id}"
    assert (await http("PATCH", path, json={"content": "a"}))[0] == 200
    clock.advance(3601)
    statuses = [(await http("PATCH", path, json={"content": "b"})) for _ in range(4)]
    assert [s[0] for s in statuses] == [200, 200, 200, 429]
    assert statuses[-1][2]["code"] == 30046


async def test_limits_can_be_disabled(loopback, http):
    await loopback.remote.arrange("limits", on=False)
    path = f"/channels/{channel_of(loopback)}/messages"
    answers = [await http("POST", path, json={"content": "x"}) for _ in range(8)]
    assert {a[0] for a in answers} == {200}
    assert answers[-1][1]["X-RateLimit-Remaining"] == "4"


async def test_ten_thousand_invalid_requests_lead_to_ban(loopback, http, hand):
    loopback.rest.limits.invalid.extend([hand.at] * 9_999)
    assert (await http("GET", "/users/@me", headers={"Authorization": "Bot wrong"}))[0] == 401
    status, headers, _ = await http("GET", "/users/@me")
    assert status == 429
    assert "Via" not in headers
    hand.at += 601
    assert (await http("GET", "/users/@me"))[0] == 200


@pytest.mark.long
async def test_discord_py_waits_for_limit(bot, ann, loopback, caplog):
    loopback.rest.limits.windows.clear()
    channel = bot.guilds[0].text_channels[0]
    with caplog.at_level(logging.WARNING):
        await asyncio.gather(*(channel.send(str(n)) for n in range(7)))
    assert [m.content for m in await ann.messages("tractor")] == [str(n) for n in range(7)]
    assert "We are being rate limited" not in caplog.text  # discord.py waited in advance, as the headers told it


async def test_client_can_refuse_long_wait():
    loopback = await DrivenLoopback.start(clock=MovableClock())
    try:
        with pointed_at(loopback.api, loopback.gateway, loopback.cdn):
            async with running(FruitBot(guild_ready_timeout=0.05, max_ratelimit_timeout=30.0)) as bot:
                await loopback.remote.arrange("fault", kind="rate_limit", method="POST", path="/messages$", seconds=90)
                with pytest.raises(discord.RateLimited):
                    await bot.guilds[0].text_channels[0].send("x")
    finally:
        await loopback.stop()


def test_window_starts_at_first_request():
    now = Hand()
    limits = Limits(now=now)
    taken = []
    for step in (0, 1, 1, 1, 1.9, 0.2):
        now.at += step
        taken.append(limits.take("b", "m", Limit(2, 5.0))[1] is None)
    assert taken == [True, True, False, False, False, True]


THREADS = "/channels/{channel}/threads"


async def test_threads_and_emoji_can_have_long_windows(loopback, http, hand):
    await loopback.remote.arrange("limits", long=True)
    path = f"/channels/{channel_of(loopback)}/threads"
    for left in range(49, -1, -1):
        status, headers, _ = await http("POST", path, json={"name": "t", "type": 11})
        assert (status, headers["X-RateLimit-Remaining"]) == (201, str(left))
        hand.at += 1  # stay below the limit over all routes
    assert (headers["X-RateLimit-Limit"], headers["X-RateLimit-Reset-After"]) == ("50", "251.0")
    status, headers, body = await http("POST", path, json={"name": "t", "type": 11})
    assert (status, body["retry_after"], headers["X-RateLimit-Scope"]) == (429, 250.0, "user")
    assert (await http("POST", f"/channels/{channel_of(loopback)}/messages", json={"content": "x"}))[0] == 200
    emojis = f"/applications/{loopback.world.bot.id}/emojis"
    image = "data:image/png;base64,iVBORw0KGgo="
    made = [(await http("POST", emojis, json={"name": f"e{n}", "image": image}))[0] for n in range(7)]
    assert made == [201] * 6 + [429]
    assert (await http("GET", emojis))[0] == 200, "each such window is of one route"
    await loopback.remote.arrange("limits", long=False)
    assert (await http("POST", path, json={"name": "t", "type": 11}))[0] == 201


async def test_any_route_can_have_window_of_its_own(loopback, http, hand):
    given = {"method": "POST", "route": "/channels/{channel}/messages", "requests": 1, "seconds": 3600}
    await loopback.remote.arrange("window", **given, scope="shared")
    path = f"/channels/{channel_of(loopback)}/messages"
    _, headers, _ = await http("POST", path, json={"content": "x"})
    assert (headers["X-RateLimit-Remaining"], headers["X-RateLimit-Reset-After"]) == ("0", "3600.0")
    status, headers, body = await http("POST", path, json={"content": "x"})
    assert (status, body["retry_after"], headers["X-RateLimit-Scope"]) == (429, 3600.0, "shared")
    assert headers["X-RateLimit-Bucket"]


async def test_discord_py_refuses_within_long_window(bot, loopback):
    """If the window ends later than `max_ratelimit_timeout`, discord.py sends nothing and raises RateLimited."""
    await loopback.remote.arrange("window", method="POST", route=THREADS, requests=50, seconds=300)
    channel = bot.guilds[0].text_channels[0]
    bot.http.max_ratelimit_timeout = 30.0
    await channel.create_thread(name="first", type=discord.ChannelType.public_thread)
    with pytest.raises(discord.RateLimited):
        await channel.create_thread(name="second", type=discord.ChannelType.public_thread)


async def test_channel_can_be_renamed_twice_in_ten_minutes(loopback, http, hand):
    await loopback.remote.arrange("bot_permissions", permissions=discord.Permissions(manage_channels=True).value)
    path = f"/channels/{channel_of(loopback)}"
    statuses = [(await http("PATCH", path, json={"name": f"table-{n}"}))[0] for n in range(3)]
    assert statuses == [200, 200, 429]
    status, _, body = await http("PATCH", path, json={"name": "again"})
    assert (status, body["retry_after"]) == (429, 600.0)
    assert (await http("PATCH", path, json={"rate_limit_per_user": 5}))[0] == 200
    hand.at += 600
    assert (await http("PATCH", path, json={"name": "again"}))[0] == 200
