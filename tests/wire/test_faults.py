"""Faults on demand, and a discord.py bot's reactions to them."""

import asyncio

import aiohttp
import discord
import pytest
from test_gateway import wait_until

from bot.loopback.errors import ClientError


@pytest.fixture
def hurry(monkeypatch):
    """Shorten discord.py's pauses between retries."""
    real = asyncio.sleep
    monkeypatch.setattr(asyncio, "sleep", lambda seconds, *_: real(min(seconds, 0.02)))


@pytest.fixture
def channel(bot):
    return bot.guilds[0].text_channels[0]


async def test_client_survives_burst_of_429(bot, here, channel, ann, hurry):
    await here.remote.arrange("fault", kind="rate_limit", method="POST", path="/messages$", times=3, seconds=0.01)
    await channel.send("through")
    statuses = [r["status"] for r in await here.remote.requests() if r["path"].endswith("/messages")]
    assert statuses == [429, 429, 429, 200]
    assert [m.content for m in await ann.messages("tractor")] == ["through"]


async def test_client_retries_server_errors(bot, here, channel, ann, hurry):
    await here.remote.arrange("fault", kind="status", method="POST", path="/messages$", status=502, times=2)
    await channel.send("through")
    assert [m.content for m in await ann.messages("tractor")] == ["through"]


async def test_client_gives_up_after_repeated_server_errors(bot, here, channel, hurry):
    await here.remote.arrange("fault", kind="status", method="POST", path="/messages$", status=500, times=9)
    with pytest.raises(discord.DiscordServerError):
        await channel.send("never")
    await here.remote.arrange("no_faults")
    await channel.send("now")


async def test_slow_answer_misses_limit_of_three_seconds(bot, here, ann, clock):
    await here.remote.arrange("fault", kind="slow", path="/callback$", seconds=0.5)
    asking = asyncio.create_task(ann.slash("tractor", "fruit", kind="fig"))
    await wait_until(lambda: not here.rest.faults.waiting)  # the bot has sent its answer
    clock.advance(3)
    assert not (await asking).answered
    await wait_until(lambda: here.rest.log[-1].path.endswith("/callback"))
    refused = [r for r in await here.remote.requests() if r["path"].endswith("/callback")][-1]
    assert (refused["status"], refused["reply"]["code"]) == (404, 10062)


async def test_request_with_lost_answer_is_carried_out(bot, here, channel, ann):
    await here.remote.arrange("fault", kind="lost_answer", method="POST", path="/messages$")
    with pytest.raises(aiohttp.ClientError):
        await channel.send("once")
    assert [m.content for m in await ann.messages("tractor")] == ["once"]


async def test_lost_request_is_not_carried_out(bot, here, channel, ann):
    await here.remote.arrange("fault", kind="broken", method="POST", path="/messages$")
    with pytest.raises(aiohttp.ClientError):
        await channel.send("never")
    assert await ann.messages("tractor") == []


MESSAGES = "/channels/{channel}/messages"


async def test_timed_out_request_changes_nothing(bot, here, channel, ann):
    await here.remote.arrange("fault", kind="time_out", method="POST", route=MESSAGES, seconds=0.05)
    with pytest.raises(aiohttp.ClientError):
        await channel.send("never")
    assert await ann.messages("tractor") == []


@pytest.mark.parametrize(
    ("code", "status"),
    [(50035, 400), (200000, 400), (50001, 403), (50013, 403), (60003, 403), (10003, 404), (10008, 404), (160006, 400)],
)
async def test_error_code_determines_status_and_message(bot, here, channel, code, status):
    await here.remote.arrange("fault", kind="status", method="POST", route=MESSAGES, code=code)
    with pytest.raises(discord.HTTPException) as caught:
        await channel.send("never")
    assert (caught.value.code, caught.value.status) == (code, status)
    assert "fault on demand" not in caught.value.text
    await channel.send("the next one is accepted")


@pytest.mark.parametrize("code", [20016, 30046])
async def test_some_error_codes_arrive_with_status_429(bot, here, channel, code, hurry):
    await here.remote.arrange("fault", kind="status", method="POST", route=MESSAGES, code=code, seconds=0.01)
    await channel.send("through")
    refused, accepted = (r for r in await here.remote.requests() if r["route"] == MESSAGES)
    assert (refused["status"], refused["reply"]["code"], refused["reply"]["retry_after"]) == (429, code, 0.01)
    assert accepted["status"] == 200


async def test_rate_limit_fault_can_be_global(bot, here, channel, hurry):
    await here.remote.arrange("fault", kind="rate_limit", method="POST", route=MESSAGES, seconds=0.01, scope="global")
    await channel.send("through")
    refused = next(r for r in await here.remote.requests() if r["route"] == MESSAGES)
    assert refused["reply"]["global"] is True


async def test_client_copes_with_html_page_of_proxy(bot, here, channel, hurry):
    await here.remote.arrange("fault", kind="page", method="POST", route=MESSAGES, status=502)
    await channel.send("discord.py tries again")
    await here.remote.arrange("fault", kind="page", method="POST", route=MESSAGES, status=503)
    with pytest.raises(discord.DiscordServerError) as caught:
        await channel.send("never")
    assert "<html>" in caught.value.text
    await here.remote.arrange("fault", kind="page", method="POST", route=MESSAGES, status=429)
    with pytest.raises(discord.HTTPException):  # a 429 without a Via header means Cloudflare's ban
        await channel.send("never")


@pytest.mark.long
async def test_fault_can_hit_one_call_by_its_number(bot, here, channel):
    await here.remote.arrange("limits", on=False)
    begun = here.rest.count
    for number in range(3):
        await (await channel.send(str(number))).delete()
    calls = here.rest.calls(begun)
    assert calls[2:4] == [("POST", MESSAGES, 1), ("DELETE", MESSAGES + "/{message}", 1)]
    method, route, earlier = calls[4]
    begun = here.rest.count
    await here.remote.arrange("fault", kind="status", method=method, route=route, skip=earlier, code=50013)
    sent = await asyncio.gather(*(channel.send(str(number)) for number in range(4)), return_exceptions=True)
    assert sum(isinstance(one, discord.Forbidden) for one in sent) == 1
    statuses = [r["status"] for r in await here.remote.requests(begun)]
    assert statuses == [200, 200, 403, 200]
    assert here.rest.faults.waiting == []


@pytest.mark.parametrize("given", [{"kind": "lose"}, {"kind": "status", "event": "MESSAGE_CREATE"}, {"kind": "odd"}])
async def test_impossible_faults_are_refused(loopback, given):
    with pytest.raises(ClientError):
        await loopback.remote.arrange("fault", **given)


async def test_deleted_message_is_unknown(bot, here, channel):
    sent = await channel.send("soon gone")
    await here.remote.arrange("delete_message", message=str(sent.id))
    with pytest.raises(discord.NotFound) as caught:
        await sent.edit(content="late")
    assert caught.value.code == 10008


async def test_deleted_channel_is_unknown(bot, here, channel):
    await here.remote.arrange("delete_channel", channel="tractor")
    with pytest.raises(discord.NotFound) as caught:
        await channel.send("late")
    assert caught.value.code == 10003


async def test_late_requests_fail_in_archived_or_deleted_thread(bot, here, channel):
    thread = await channel.create_thread(name="talk", type=discord.ChannelType.public_thread)
    sent = await thread.send("x")
    await here.remote.arrange("archive", channel="talk")
    with pytest.raises(discord.HTTPException) as caught:
        await sent.edit(content="late")
    assert caught.value.code == 50083
    await thread.send("opens it again")
    await sent.edit(content="now")
    await here.remote.arrange("delete_channel", channel="talk")
    with pytest.raises(discord.NotFound):
        await thread.send("late")


async def test_requests_without_permission_are_refused(bot, here, channel, ann):
    await here.remote.arrange("overwrite", channel="tractor", deny=discord.Permissions(send_messages=True).value)
    with pytest.raises(discord.Forbidden) as caught:
        await channel.send("x")
    assert caught.value.code == 50013
    assert (await ann.slash("tractor", "fruit", kind="fig")).answered  # answers to interactions need no permission
    assert not bot.interactions[-1].app_permissions.send_messages
    await here.remote.arrange("overwrite", channel="tractor", deny=discord.Permissions(view_channel=True).value)
    with pytest.raises(discord.Forbidden) as caught:
        await channel.send("x")
    assert caught.value.code == 50001
    await here.remote.arrange("overwrite", channel="tractor", deny=0)
    await channel.send("again")


async def test_kicked_bot_loses_its_server(bot, here):
    gone = asyncio.Event()
    bot.on_guild_remove = lambda _: _set(gone)
    await here.remote.arrange("kick_bot", guild=str(bot.guilds[0].id))
    await asyncio.wait_for(gone.wait(), 120)
    assert list(bot.guilds) == []


async def _set(event):
    event.set()


async def test_member_who_left_is_unknown_and_cannot_write(bot, here, bob, ann):
    await here.remote.arrange("leave", name="bob")
    with pytest.raises(Exception, match="sees no channel"):
        await bob.say("tractor", "hello?")
    with pytest.raises(discord.NotFound):
        await bot.guilds[0].fetch_member(bob.id)
