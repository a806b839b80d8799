"""Members, roles, permissions, channels, threads, pins and history, through discord.py's own objects."""

import asyncio
from datetime import timedelta

import aiohttp
import discord
import pytest
from discord import app_commands
from fruit_bot import LANGUAGES, FruitBot, png, running

from bot.loopback.errors import ClientError
from tests.wire.driven_loopback import DrivenLoopback
from tests.wire.movable_clock import MovableClock

MANAGER = discord.Permissions(
    manage_roles=True,
    manage_channels=True,
    manage_messages=True,
    pin_messages=True,
    manage_threads=True,
    create_private_threads=True,
    send_messages=True,
).value


@pytest.fixture
async def manager(bot, here):
    """The bot, with the permissions to manage the server."""
    await here.remote.arrange("bot_permissions", permissions=MANAGER)
    return bot


@pytest.fixture
def guild(bot):
    return bot.guilds[0]


@pytest.fixture
def channel(guild):
    return guild.text_channels[0]


async def test_members_are_fetched(guild, ann):
    listed = await guild._state.http.get_members(guild.id, 100, None)
    assert {m["user"]["username"] for m in listed} == {"ann", "bob", "mei", "hua", "tractor"}
    member = await guild.fetch_member(ann.id)
    assert member.display_name == "Ann"
    assert member.guild_permissions.administrator  # Ann owns the server
    with pytest.raises(discord.NotFound):
        await guild.fetch_member(ann.id + 1)


async def test_roles_are_created_given_and_removed(manager, guild, bob):
    role = await guild.create_role(name="dealer", colour=0x2ECC71, permissions=discord.Permissions(manage_guild=True))
    member = await guild.fetch_member(bob.id)
    await member.add_roles(role)
    member = await guild.fetch_member(bob.id)
    assert [r.name for r in member.roles] == ["@everyone", "dealer"]
    assert member.guild_permissions.manage_guild
    await member.remove_roles(role)
    assert (await guild.fetch_member(bob.id)).get_role(role.id) is None
    await role.delete()
    assert [r.name for r in await guild.fetch_roles()] == ["@everyone", "tractor"]


async def test_managing_needs_permission(guild, bob):
    with pytest.raises(discord.Forbidden):
        await guild.create_role(name="x")
    with pytest.raises(discord.Forbidden):
        await guild.create_text_channel("x")
    member = await guild.fetch_member(bob.id)
    with pytest.raises(discord.Forbidden):
        await member.edit(nick="x")


async def test_timed_out_member_can_only_read(bot, here, guild, ann, bob, clock):
    await here.remote.arrange("bot_permissions", permissions=discord.Permissions(moderate_members=True).value)
    stall = (await ann.slash("tractor", "stall")).message
    member = await guild.fetch_member(bob.id)
    with pytest.raises(discord.HTTPException):
        await member.timeout(timedelta(days=28, minutes=5))
    await member.timeout(timedelta(minutes=5))
    assert (await guild.fetch_member(bob.id)).is_timed_out()
    assert [m.id for m in await bob.messages("tractor")] == [stall.id]
    with pytest.raises(ClientError, match="may not write"):
        await bob.say("tractor", "hello")
    with pytest.raises(ClientError, match="has no command"):
        await bob.slash("tractor", "stall")
    with pytest.raises(ClientError, match="in a time-out"):
        await bob.click(stall, label="Buy")
    clock.advance(301)
    assert (await bob.click(stall, label="Buy")).answered


async def test_refused_timeout_leaves_roles_unchanged(bot, here, guild, bob):
    wanted = discord.Permissions(manage_roles=True, moderate_members=True).value
    await here.remote.arrange("bot_permissions", permissions=wanted)
    role = await guild.create_role(name="dealer")
    member = await guild.fetch_member(bob.id)
    with pytest.raises(discord.HTTPException, match="28 days"):
        await member.edit(roles=[role], timed_out_until=discord.utils.utcnow() + timedelta(days=29))
    assert (await guild.fetch_member(bob.id)).get_role(role.id) is None


async def test_members_are_renamed(bot, here, guild, bob):
    wanted = discord.Permissions(manage_nicknames=True, change_nickname=True).value
    await here.remote.arrange("bot_permissions", permissions=wanted)
    await (await guild.fetch_member(bob.id)).edit(nick="Robert")
    assert (await guild.fetch_member(bob.id)).display_name == "Robert"
    await guild.me.edit(nick="Dealer")
    assert (await guild.fetch_member(bot.user.id)).nick == "Dealer"


async def test_bot_leaves_guild(bot, guild, ann):
    await guild.leave()
    with pytest.raises(discord.NotFound):
        await bot.fetch_guild(guild.id)
    with pytest.raises(ClientError, match="has no command"):
        await ann.slash("tractor", "stall")


async def test_polls_are_refused(bot, channel):
    poll = discord.Poll("Who deals?", timedelta(hours=1)).add_answer(text="Ann").add_answer(text="Bob")
    with pytest.raises(discord.DiscordServerError) as caught:
        await channel.send(poll=poll)
    assert caught.value.status == 501


async def test_channels_are_created_hidden_and_deleted(manager, guild, bob, ann):
    made = await guild.create_text_channel("secret", topic="hush")
    await made.set_permissions(guild.me, view_channel=True)
    await made.set_permissions(guild.default_role, view_channel=False)
    await made.send("only for the owner and the bot")
    with pytest.raises(ClientError, match="sees no channel"):
        await bob.messages("secret")
    assert [m.content for m in await ann.messages("secret")] == ["only for the owner and the bot"]
    await made.edit(topic="louder")
    assert (await guild.fetch_channel(made.id)).topic == "louder"
    await made.delete()
    assert [c.name for c in await guild.fetch_channels()] == ["tractor", "general"]


async def test_command_can_require_permission(here, ann, bob):
    class Guarded(FruitBot):
        def __init__(self):
            super().__init__(guild_ready_timeout=0.05)

            @self.tree.command(description="For managers")
            @app_commands.default_permissions(manage_guild=True)
            async def config(interaction: discord.Interaction):
                await interaction.response.send_message("done", ephemeral=True)

    async with running(Guarded()):
        assert (await ann.slash("tractor", "config")).message.content == "done"
        with pytest.raises(ClientError, match="no command"):
            await bob.slash("tractor", "config")


async def test_command_can_be_limited_to_servers(here, ann):
    class Guarded(FruitBot):
        def __init__(self):
            super().__init__(guild_ready_timeout=0.05)

            @self.tree.command(description="Here only")
            @app_commands.guild_only()
            async def here_only(interaction: discord.Interaction):
                await interaction.response.send_message("done")

    async with running(Guarded()):
        assert (await ann.slash("tractor", "here_only")).answered
        assert (await ann.slash("@bot", "fruit", kind="fig")).answered
        with pytest.raises(ClientError, match="no command"):
            await ann.slash("@bot", "here_only")


async def test_guild_command_replaces_global_one(bot, here, guild, ann):
    bot.tree.clear_commands(guild=guild)

    @bot.tree.command(name="fruit", description="This server's own", guild=guild)
    async def own(interaction: discord.Interaction):
        await interaction.response.send_message("the server's own")

    await bot.tree.sync(guild=guild)
    assert (await ann.slash("tractor", "fruit")).message.content == "the server's own"


async def test_history_is_paged(bot, here, channel):
    here.rest.limits.on = False
    for n in range(12):
        await channel.send(str(n))
    assert [m.content async for m in channel.history(limit=5)] == ["11", "10", "9", "8", "7"]
    assert [m.content async for m in channel.history(limit=3, oldest_first=True)] == ["0", "1", "2"]
    middle = [m async for m in channel.history(limit=12)][6]
    assert [m.content async for m in channel.history(limit=4, around=middle)] == ["7", "6", "5", "4", "3"]


async def test_messages_are_deleted_in_bulk(manager, here, channel, bob):
    here.rest.limits.on = False
    sent = [await channel.send(str(n)) for n in range(4)]
    await bob.say("tractor", "mine")
    await channel.delete_messages(sent[:2])
    deleted = await channel.purge(limit=2)
    assert len(deleted) == 2
    left = await bob.messages("tractor")
    assert [m.content for m in left] == ["2"]
    with pytest.raises(discord.HTTPException) as caught:
        await manager.http.delete_messages(channel.id, [1, 2])
    assert caught.value.code == 50034
    with pytest.raises(discord.HTTPException) as caught:
        await manager.http.delete_messages(channel.id, [sent[2].id])
    assert caught.value.code == 50016


async def test_bot_types_replies_and_sends_silently(channel, ann):
    sent = await channel.send("x", silent=True)
    async with channel.typing():
        reply = await sent.reply("y")
    assert reply.reference.message_id == sent.id
    assert sent.flags.suppress_notifications
    assert (await ann.messages("tractor"))[-1].raw["referenced_message"]["content"] == "x"


async def test_enforced_nonce_sends_message_once(bot, here, channel, ann, clock):
    route = discord.http.Route("POST", "/channels/{channel_id}/messages", channel_id=channel.id)
    body = {"content": "once", "nonce": "deal-1", "enforce_nonce": True}
    first, second = [await bot.http.request(route, json=body) for _ in range(2)]
    assert first["id"] == second["id"]
    other = await bot.http.request(route, json=body | {"nonce": "deal-2"})
    clock.advance(600)
    late = await bot.http.request(route, json=body)
    assert [m.id for m in await ann.messages("tractor")] == [first["id"], other["id"], late["id"]]


async def test_pinging_everyone_needs_permission(bot, here, channel):
    calling = discord.AllowedMentions(everyone=True)
    assert not (await channel.send("@everyone", allowed_mentions=calling)).mention_everyone
    await here.remote.arrange("overwrite", channel="tractor", allow=discord.Permissions(mention_everyone=True).value)
    assert (await channel.send("@everyone", allowed_mentions=calling)).mention_everyone
    assert not (await channel.send("@everyone", allowed_mentions=discord.AllowedMentions.none())).mention_everyone


async def test_thread_members_and_archived_threads_are_listed(manager, here, channel, guild, bob):
    here.rest.limits.on = False
    thread = await channel.create_thread(name="talk", type=discord.ChannelType.private_thread)
    with pytest.raises(ClientError, match="sees no channel"):
        await bob.say(str(thread.id), "hello")
    await thread.add_user(discord.Object(bob.id))
    await bob.say(str(thread.id), "hello")
    assert {m.id for m in await thread.fetch_members()} == {bob.id, manager.user.id}
    await thread.remove_user(discord.Object(bob.id))
    public = await channel.create_thread(name="open", type=discord.ChannelType.public_thread)
    await public.edit(archived=True)
    assert [t.name async for t in channel.archived_threads()] == ["open"]
    assert {t.name for t in await guild.active_threads()} == {"talk"}
    await thread.edit(archived=True)
    assert [t.name async for t in channel.archived_threads(private=True)] == ["talk"]
    assert [t.name async for t in channel.archived_threads(private=True, joined=True)] == ["talk"]
    await public.edit(archived=False, locked=True, name="shut")
    assert (await guild.fetch_channel(public.id)).name == "shut"
    await public.delete()


async def test_press_makes_old_ephemeral_editable_again(bot, here, ann, clock):
    ephemeral = (await ann.slash("tractor", "basket show")).message
    first = bot.interactions[-1]
    clock.advance(16 * 60)
    with pytest.raises(discord.HTTPException) as caught:
        await first.edit_original_response(content="late")
    assert (caught.value.status, caught.value.code) == (401, 50027)
    await ann.click(ephemeral, "buy")
    again = await bot.interactions[-1].original_response()
    assert str(again.id) == ephemeral.id
    await again.delete()
    assert await ann.messages("tractor") == []


async def test_interaction_token_alone_can_edit_first_answer(bot, here, ann):
    ephemeral = (await ann.slash("tractor", "basket show")).message
    token = bot.interactions[-1].token
    async with aiohttp.ClientSession() as session:
        webhook = discord.Webhook.partial(bot.application_id, token, session=session)
        await webhook.edit_message(
            "@original", view=discord.ui.LayoutView().add_item(discord.ui.TextDisplay("from afar")), attachments=[]
        )
    assert (await ann.message(ephemeral)).text == "from afar"


async def test_frozen_clock_stops_until_moved():
    clock = MovableClock(frozen=True)
    before = clock.time()
    sleeping = asyncio.create_task(clock.sleep_until(before + 3600))
    await asyncio.sleep(0.05)
    assert clock.time() == before
    assert not sleeping.done()
    clock.advance(3600)
    await asyncio.wait_for(sleeping, 120)
    assert clock.time() == before + 3600
    with pytest.raises(ValueError, match="positive"):
        clock.advance(-1)


async def test_message_ids_rise_with_frozen_clock():
    loopback = await DrivenLoopback.start(clock=MovableClock(frozen=True))
    try:
        ann = loopback.person("ann")
        sent = await ann.say("tractor", "first")
        assert (await ann.messages("tractor"))[0].id == sent.id
        assert int((await ann.say("tractor", "second")).id) > int(sent.id)
    finally:
        await loopback.stop()


async def test_own_emoji_works_on_button_and_in_text(bot, channel, ann):
    emoji = await bot.create_application_emoji(name="ace", image=png())
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(custom_id="x", emoji=emoji))
    await channel.send(f"play {emoji}", view=view)
    seen = (await ann.messages("tractor"))[-1]
    assert seen.labels == ["ace"]
    assert seen.content == f"play <:ace:{emoji.id}>"


@pytest.mark.parametrize(
    ("locale", "name", "locales"),
    [("zh-HK", "hua", 3), ("zh", "mei", 3), ("en-GB", "ann", 3), ("fr", "ann", 3), ("zh-HK", "ann", 1)],
)
async def test_feed_picks_person_who_speaks_browser_language(locale, name, locales):
    async with (
        await DrivenLoopback.start(languages=LANGUAGES[:locales]) as loopback,
        aiohttp.ClientSession() as session,
    ):
        feed = await session.ws_connect(f"{loopback.url}/control/feed?locale={locale}")
        state = (await feed.receive_json())["data"]
    assert state["me"]["name"] == name
    assert [(known["locale"], known["name"]) for known in state["languages"]] == list(LANGUAGES[:locales])
    assert bool(state["words"]) == state["me"]["locale"].startswith("zh")


async def test_only_community_server_has_language(bot, here, guild, ann):
    assert (str(guild.preferred_locale), guild.features) == ("en-US", [])
    changed = asyncio.Event()
    bot.on_guild_update = lambda *_: _set(changed)
    await here.remote.arrange("community", locale="zh-CN")
    await asyncio.wait_for(changed.wait(), 120)
    assert (str(guild.preferred_locale), guild.features) == ("zh-CN", ["COMMUNITY"])
    await ann.slash("tractor", "fruit", kind="fig")
    assert str(bot.interactions[-1].guild_locale) == "zh-CN"
    made = await here.remote.arrange("add_guild", name="Another", community="fr")
    assert str((await bot.fetch_guild(int(made["guild"]))).preferred_locale) == "fr"


async def _set(event):
    event.set()
