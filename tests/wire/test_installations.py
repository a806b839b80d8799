"""Some servers have the application's commands but no bot, and users may install the application for themselves."""

import asyncio

import discord
import pytest
from discord import app_commands

from bot.loopback.errors import ClientError

ALWAYS = discord.Permissions(attach_files=True, embed_links=True)


@pytest.fixture
async def elsewhere(bot, here):
    """A server that has the application's commands but not its bot."""
    return await here.remote.arrange("add_guild", name="Elsewhere", channel="parlour", bot=False)


async def test_commands_work_without_bot(bot, here, elsewhere, ann):
    answer = await ann.slash("parlour", "fruit", kind="fig")
    assert answer.message.content == "1 fig s en-US"
    asked = bot.interactions[-1]
    assert (asked.guild_id, asked.context.guild) == (int(elsewhere["guild"]), True)
    assert (asked.is_guild_integration(), asked.is_user_integration()) == (True, False)
    assert asked.app_permissions == ALWAYS
    assert bot.get_guild(asked.guild_id) is None
    await asked.edit_original_response(content="changed by the token")
    assert (await ann.messages("parlour"))[-1].content == "changed by the token"


@pytest.mark.parametrize(
    ("method", "path", "wanted"),
    [
        ("GET", "/guilds/{guild}", (404, 10004)),
        ("GET", "/guilds/{guild}/members/{bot}", (403, 50001)),
        ("GET", "/guilds/{guild}/roles", (403, 50001)),
        ("GET", "/guilds/{guild}/channels", (403, 50001)),
        ("GET", "/channels/{channel}", (403, 50001)),
        ("GET", "/channels/{channel}/messages", (403, 50001)),
        ("POST", "/channels/{channel}/messages", (403, 50001)),
        ("POST", "/channels/{channel}/threads", (403, 50001)),
        ("GET", "/guilds/1234567890", (404, 10004)),
    ],
)
async def test_requests_about_server_without_bot_are_refused(bot, elsewhere, method, path, wanted):
    path = path.replace("{bot}", str(bot.user.id))
    for name, number in elsewhere.items():
        path = path.replace(f"{{{name}}}", number)
    with pytest.raises(discord.HTTPException) as caught:
        await bot.http.request(discord.http.Route(method, path), json={"content": "x", "name": "x"})
    assert (caught.value.status, caught.value.code) == wanted


async def test_bot_hears_no_messages_until_it_joins(bot, here, elsewhere, ann):
    bot._connection._intents.guild_messages = True
    await ann.say("parlour", "nobody hears me")
    joined = asyncio.Event()
    bot.on_guild_join = lambda _: _set(joined)
    await here.remote.arrange("invite_bot", guild=elsewhere["guild"])
    await asyncio.wait_for(joined.wait(), 120)
    assert bot.heard == []
    await bot.get_channel(int(elsewhere["channel"])).send("here I am")


async def test_kicked_bot_may_leave_its_commands(bot, here, ann):
    guild, gone = bot.guilds[0], asyncio.Event()
    bot.on_guild_remove = lambda _: _set(gone)
    stall = (await ann.slash("tractor", "stall")).message
    await here.remote.arrange("kick_bot", guild=str(guild.id), commands_only=True)
    await asyncio.wait_for(gone.wait(), 120)
    assert (await ann.click(stall, "more")).answered
    with pytest.raises(discord.Forbidden):
        await guild.text_channels[0].send("x")
    here.world.guilds[guild.id].commands_only = False
    with pytest.raises(ClientError, match="no command"):
        await ann.slash("tractor", "stall")
    with pytest.raises(ClientError, match="unknown integration"):
        await ann.click(stall, "more")


@pytest.mark.long
async def test_user_can_install_application_for_themselves(bot, here, ann, bob):
    @bot.tree.command(description="Anywhere")
    @app_commands.allowed_installs(guilds=False, users=True)
    async def anywhere(interaction: discord.Interaction):
        await interaction.response.send_message("here", ephemeral=True)

    await bot.tree.sync()
    await here.remote.arrange("person", name="ann", installed=True)
    made = await here.remote.arrange("add_guild", name="Elsewhere", channel="parlour", bot=False)
    here.world.guilds[int(made["guild"])].commands_only = False
    assert (await ann.slash("parlour", "anywhere")).answered
    asked = bot.interactions[-1]
    assert (asked.is_guild_integration(), asked.is_user_integration()) == (False, True)
    for person, command in ((ann, "stall"), (bob, "anywhere")):
        with pytest.raises(ClientError, match="no command"):
            await person.slash("parlour", command)
    for _ in range(5):
        await asked.followup.send("more", ephemeral=True)
    with pytest.raises(discord.HTTPException) as caught:
        await asked.followup.send("too many", ephemeral=True)
    assert caught.value.code == 40094


async def _set(event):
    event.set()
