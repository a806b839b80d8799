"""Faults on demand, and how a discord.py bot reacts."""

import asyncio

import aiohttp
import discord
import pytest


@pytest.fixture
def hurry(monkeypatch):
    """Remove discord.py's pauses between retries."""
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


async def test_client_gives_up_after_five_server_errors(bot, here, channel, hurry):
    await here.remote.arrange("fault", kind="status", method="POST", path="/messages$", status=500, times=9)
    with pytest.raises(discord.DiscordServerError):
        await channel.send("never")
    await here.remote.arrange("no_faults")
    await channel.send("now")


async def test_slow_answer_misses_three_seconds(bot, here, ann, clock):
    await here.remote.arrange("fault", kind="slow", path="/callback$", seconds=0.2)
    asking = asyncio.create_task(ann.slash("tractor", "fruit", kind="fig"))
    await asyncio.sleep(0.1)
    clock.advance(3)
    assert not (await asking).answered
    await asyncio.sleep(0.2)
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


async def test_thread_is_deleted_or_archived(bot, here, channel):
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


async def test_withdrawn_permissions_refuse(bot, here, channel, ann):
    await here.remote.arrange("overwrite", channel="tractor", deny=discord.Permissions(send_messages=True).value)
    with pytest.raises(discord.Forbidden) as caught:
        await channel.send("x")
    assert caught.value.code == 50013
    assert (await ann.slash("tractor", "fruit", kind="fig")).answered  # interaction answers are unaffected
    assert not bot.interactions[-1].app_permissions.send_messages
    await here.remote.arrange("overwrite", channel="tractor", deny=discord.Permissions(view_channel=True).value)
    with pytest.raises(discord.Forbidden) as caught:
        await channel.send("x")
    assert caught.value.code == 50001
    await here.remote.arrange("overwrite", channel="tractor", deny=0)
    await channel.send("again")


async def test_bot_is_kicked(bot, here):
    gone = asyncio.Event()
    bot.on_guild_remove = lambda _: _set(gone)
    await here.remote.arrange("kick_bot", guild=str(bot.guilds[0].id))
    await asyncio.wait_for(gone.wait(), 30)
    assert list(bot.guilds) == []


async def _set(event):
    event.set()


async def test_member_leaves(bot, here, bob, ann):
    await here.remote.arrange("leave", name="bob")
    with pytest.raises(Exception, match="sees no channel"):
        await bob.say("tractor", "hello?")
    with pytest.raises(discord.NotFound):
        await bot.guilds[0].fetch_member(bob.id)
