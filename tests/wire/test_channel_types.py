"""A channel refuses messages or threads because of its type, slow mode, AutoMod, or an archived or locked thread."""

import asyncio

import discord
import pytest

from bot.loopback.errors import ClientError

PUBLIC, PRIVATE, ANNOUNCEMENT = 11, 12, 10
MANAGE_THREADS = 1 << 34
BUTTON = {"type": 1, "components": [{"type": 2, "style": 1, "label": "go", "custom_id": "more"}]}


@pytest.fixture
def rest(bot, here):
    """A function that makes a request as the bot, and returns the answer or the code of the refusal."""

    async def call(method, path, **body):
        try:
            return await bot.http.request(discord.http.Route(method, path), **({"json": body} if body else {}))
        except discord.HTTPException as refused:
            return refused.code

    return call


@pytest.fixture
async def place(here):
    async def make(kind):
        return (await here.remote.arrange("add_channel", name=kind, kind=kind))["channel"]

    return make


@pytest.mark.parametrize(
    ("kind", "posting", "on_message", "alone"),
    [
        ("text", None, PUBLIC, {PUBLIC: PUBLIC, PRIVATE: PRIVATE, ANNOUNCEMENT: 50024}),
        ("announcement", None, ANNOUNCEMENT, {PUBLIC: 50024, PRIVATE: 50024, ANNOUNCEMENT: ANNOUNCEMENT}),
        ("voice", None, 50024, {PUBLIC: 50024}),
        ("stage", None, 50024, {PUBLIC: 50024}),
        ("category", 50008, None, {PUBLIC: 50024}),
        ("forum", 50008, None, {PUBLIC: 50035}),
    ],
)
async def test_channel_type_limits_messages_and_threads(bot, here, rest, place, kind, posting, on_message, alone):
    await here.remote.arrange("bot_permissions", permissions=discord.Permissions(create_private_threads=True).value)
    number = await place(kind)
    sent = await rest("POST", f"/channels/{number}/messages", content="x")
    if posting is None:
        made = await rest("POST", f"/channels/{number}/messages/{sent['id']}/threads", name="t")
        assert (made if isinstance(made, int) else made["type"]) == on_message
    else:
        assert sent == posting
    for asked, wanted in alone.items():
        made = await rest("POST", f"/channels/{number}/threads", name="t", type=asked)
        assert (made if isinstance(made, int) else made["type"]) == wanted


async def test_forum_post_starts_with_its_message(bot, here, rest, place, ann):
    number = await place("forum")
    forum = await bot.fetch_channel(int(number))
    made = await forum.create_thread(name="A talk", content="first words")
    assert (made.thread.parent_id, made.message.id) == (forum.id, made.thread.id)
    assert [m.content for m in await ann.messages("A talk")] == ["first words"]
    assert await rest("POST", f"/channels/{number}/threads", name="t", message={"content": ""}) == 50006
    assert [t.name for t in await forum.guild.active_threads()] == ["A talk"], "a refused post leaves no thread"
    for act in (ann.say("forum", "x"), ann.slash("forum", "fruit", kind="fig")):
        with pytest.raises(ClientError):
            await act


async def test_discord_py_knows_every_channel_type(bot, place):
    guild = bot.guilds[0]
    kinds = ("voice", "announcement", "forum", "stage", "category")
    for number in [int(await place(kind)) for kind in kinds]:
        assert (await bot.fetch_channel(number)).guild == guild


async def test_number_of_active_threads_is_limited(here, rest, place):
    number = await place("text")
    await here.remote.arrange("thread_limit", number=1)
    made = await rest("POST", f"/channels/{number}/threads", name="t", type=PUBLIC)
    assert await rest("POST", f"/channels/{number}/threads", name="t", type=PUBLIC) == 160006
    await rest("PATCH", f"/channels/{made['id']}", archived=True)
    assert (await rest("POST", f"/channels/{number}/threads", name="t", type=PUBLIC))["name"] == "t"


async def test_slow_mode_exempts_bot_and_owner(here, rest, place, ann, bob, clock):
    number = await place("text")
    here.world.channels[int(number)].slowmode = 60
    for _ in range(2):
        assert (await rest("POST", f"/channels/{number}/messages", content="a bot never waits"))["id"]
        await ann.say("text", "the owner neither")
    await bob.say("text", "once")
    with pytest.raises(ClientError, match="slow mode"):
        await bob.say("text", "twice")
    clock.advance(61)
    await bob.say("text", "twice")


async def test_automod_blocks_messages_and_edits(here, rest, place, ann, clock):
    number = await place("text")
    await here.remote.arrange("automod", words=["Turnip"])
    path = f"/channels/{number}/messages"
    sent = await rest("POST", path, content="a fig")
    assert await rest("POST", path, content="a TURNIP") == 200000
    assert await rest("POST", path, flags=1 << 15, components=[{"type": 10, "content": "turnips"}]) == 200000
    assert await rest("PATCH", f"{path}/{sent['id']}", content="turnip") == 200000
    direct = await rest("POST", "/users/@me/channels", recipient_id=str(ann.id))
    assert (await rest("POST", f"/channels/{direct['id']}/messages", content="turnip"))["content"] == "turnip"
    with pytest.raises(ClientError, match="200000"):
        await ann.say("text", "turnip")
    asking = asyncio.create_task(ann.slash("text", "fruit", kind="turnip"))
    await until_refused(here)
    clock.advance(3)
    assert not (await asking).answered
    assert [m.content for m in await ann.messages("text")] == ["a fig"]


async def until_refused(here):
    """Wait for a refused callback, and return its code."""
    async with asyncio.timeout(120):
        while True:
            for made in await here.remote.requests():
                if made["route"].endswith("/callback") and made["status"] >= 400:
                    return made["reply"]["code"]
            await asyncio.sleep(0.01)


@pytest.fixture
async def thread(rest, place):
    number = await place("text")
    return await rest("POST", f"/channels/{number}/threads", name="t", type=PUBLIC)


async def test_message_reopens_archived_thread_but_edit_does_not(here, rest, thread):
    path = f"/channels/{thread['id']}/messages"
    sent, other = [await rest("POST", path, content=text) for text in "xy"]
    await here.remote.arrange("archive", channel="t")
    assert await rest("PATCH", f"{path}/{sent['id']}", content="z") == 50083
    assert await rest("DELETE", f"{path}/{other['id']}") == "", "messages can be deleted"
    assert here.world.channels[int(thread["id"])].archived
    await rest("POST", path, content="z")
    assert not here.world.channels[int(thread["id"])].archived
    assert (await rest("PATCH", f"{path}/{sent['id']}", content="z"))["content"] == "z"


@pytest.mark.parametrize(("archived", "code"), [(True, 50083), (False, 50013)])
async def test_writing_in_locked_thread_needs_manage_threads(here, rest, thread, archived, code):
    path = f"/channels/{thread['id']}/messages"
    await here.remote.arrange("archive", channel="t", archived=archived, locked=True)
    assert await rest("POST", path, content="x") == code
    await here.remote.arrange("bot_permissions", permissions=MANAGE_THREADS)
    assert (await rest("POST", path, content="x"))["content"] == "x"
    assert not here.world.channels[int(thread["id"])].archived


async def test_press_of_member_reopens_archived_thread(bot, here, rest, thread, bob):
    sent = await rest("POST", f"/channels/{thread['id']}/messages", content="x", components=[BUTTON])
    await here.remote.arrange("archive", channel="t")
    with pytest.raises(ClientError, match="an error occurred"):
        await bob.click(sent["id"], "more")
    with pytest.raises(ClientError, match="no commands"):
        await bob.slash("t", "fruit", kind="fig")
    assert bot.interactions == [], "nothing reaches the bot"
    await bob.say("t", "bob joins and reopens it")
    await here.remote.arrange("archive", channel="t")
    await bob.click(sent["id"], "more")
    assert not here.world.channels[int(thread["id"])].archived
    assert len(bot.interactions) == 1
    await here.remote.arrange("archive", channel="t", archived=False, locked=True)
    with pytest.raises(ClientError, match="an error occurred"):
        await bob.click(sent["id"], "more")


async def test_callback_in_locked_and_archived_thread_is_refused(bot, here, rest, thread, bob, clock):
    sent = await rest("POST", f"/channels/{thread['id']}/messages", content="x", components=[BUTTON])
    await bob.say("t", "bob joins")
    await here.remote.arrange("fault", kind="slow", path="/callback$", seconds=0.2)
    pressing = asyncio.create_task(bob.click(sent["id"], "more"))
    async with asyncio.timeout(120):
        while not bot.interactions:  # noqa: ASYNC110 - the list has no event
            await asyncio.sleep(0.01)
    await here.remote.arrange("archive", channel="t", locked=True)
    assert await until_refused(here) == 50083
    clock.advance(3)
    assert not (await pressing).answered
    bot.failures.clear()
