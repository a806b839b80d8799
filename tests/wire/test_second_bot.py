"""A bot unrelated to this project runs on the local Discord unchanged."""

import asyncio

import discord
import pytest
from fruit_bot import FruitBot, Stall, picture, png, running

from bot.loopback.errors import ClientError
from bot.loopback.wire import CallbackType
from tests.wire.driven_loopback import DrivenLoopback, Remote


async def test_bot_logs_in_and_knows_guild(bot):
    guild = bot.guilds[0]
    assert [c.name for c in guild.text_channels] == ["tractor", "general"]
    assert guild.me.id == bot.user.id
    assert bot.application_id == bot.user.id
    assert guild.member_count == 5
    assert guild.default_role.name == "@everyone"
    info = await bot.application_info()
    assert info.owner.name == "ann"


async def test_commands_have_translated_names(bot, here):
    commands = {c.name: c for c in await bot.tree.fetch_commands()}
    assert set(commands) == {"fruit", "options", "basket", "slow", "mute", "stall", "thread", "Greet", "Quote"}
    assert commands["fruit"].name_localizations == {}  # translations are sent only on request
    before = {c.id for c in commands.values()}
    synced = {c.name: c for c in await bot.tree.sync()}
    assert synced["fruit"].name_localizations == {discord.Locale.chinese: "水果"}
    assert {c.id for c in await bot.tree.fetch_commands()} == before


async def test_command_can_be_typed_in_own_language(bot, loopback):
    mei = loopback.person("mei")
    answer = await mei.slash("tractor", "水果", kind="apple", count=3, size="Big")
    assert answer.kind is CallbackType.MESSAGE
    assert answer.message.content == "3 apple b zh-CN"
    assert [m.content for m in await loopback.person("bob").messages("tractor")] == ["3 apple b zh-CN"]


@pytest.mark.parametrize(
    ("values", "why"),
    [
        ({}, "required"),
        ({"kind": "a", "count": 10}, "between"),
        ({"kind": "a", "size": "Huge"}, "choices"),
        ({"kind": "a", "x": 1}, "no such option"),
    ],
)
async def test_client_refuses_bad_options(bot, ann, values, why):
    with pytest.raises(ClientError, match=why):
        await ann.slash("tractor", "fruit", **values)


async def test_every_option_type_resolves(bot, ann):
    paper = await ann.upload("list.txt", b"apples\n")
    answer = await ann.slash(
        "tractor",
        "options",
        who="bob",
        where="general",
        role="@everyone",
        any_one="mei",
        yes=True,
        much=1.5,
        paper=paper,
    )
    assert answer.message.content == "Bob general @everyone mei True 1.5 list.txt 7"


async def test_grouped_command_needs_its_subcommand(bot, ann):
    assert (await ann.slash("tractor", "basket inner count", by=4)).message.content == "counted by 4"
    with pytest.raises(ClientError, match="needs one of"):
        await ann.slash("tractor", "basket")


async def test_autocomplete_offers_matching_values(bot, ann):
    answer = await ann.autocomplete("tractor", "fruit", "kind", "p", count=2)
    assert [c["name"] for c in answer.choices] == ["Apple", "Pear", "Plum"]
    assert [c["value"] for c in (await ann.autocomplete("tractor", "fruit", "kind", "pl")).choices] == ["apple", "plum"]


async def test_ephemeral_message_shows_layout_and_picture(bot, ann, bob, loopback):
    answer = await ann.slash("tractor", "basket show")
    seen = answer.message
    assert seen.ephemeral
    assert seen.labels == ["More", "Buy", "Note"]
    assert seen.pictures[0].alt == "An apple"
    assert seen.raw["attachments"] == []
    assert await loopback.remote.picture(seen.pictures[0].url) == png()
    assert [m.id for m in await ann.messages("tractor")] == [seen.id]
    assert await bob.messages("tractor") == []
    with pytest.raises(ClientError, match="sees no message"):
        await bob.click(seen, "buy")


async def test_press_edits_its_message(bot, ann, bob):
    stall = (await ann.slash("tractor", "stall")).message
    answer = await bob.click(stall, label="Buy")
    assert answer.kind is CallbackType.UPDATE
    assert answer.message.id == stall.id
    assert "Sold" in answer.message.text
    assert answer.message.pictures[0].url != stall.pictures[0].url
    with pytest.raises(ClientError, match="disabled"):
        await bob.click(stall, "gone")
    with pytest.raises(ClientError, match="no button"):
        await bob.click(stall, "nothing")


async def test_select_takes_several_values(bot, ann, bob):
    stall = (await ann.slash("tractor", "stall")).message
    answer = await bob.select(stall, "pick", ["Plum", "apple"])
    assert answer.kind is CallbackType.DEFERRED_UPDATE
    said = await bob.wait_for("tractor", lambda m: m.content.startswith("picked"))
    assert said.content == "picked apple plum"
    assert said.ephemeral
    with pytest.raises(ClientError, match="takes 1 to 3"):
        await bob.select(stall, "pick", [])
    with pytest.raises(ClientError, match="does not offer"):
        await bob.select(stall, "pick", ["fig"])


async def test_form_is_submitted(bot, ann):
    stall = (await ann.slash("tractor", "stall")).message
    opened = await ann.click(stall, "note")
    assert opened.kind is CallbackType.MODAL
    assert opened.modal["title"] == "A note"
    answer = await ann.submit(opened, {"For whom": "Bob"})
    assert answer.message.content == "note for Bob in silk"
    assert answer.message.ephemeral
    again = await ann.click(stall, "note")
    assert (await ann.submit(again, {"who": "Mei", "wrap": "Paper"})).message.content == "note for Mei in paper"
    third = await ann.click(stall, "note")
    with pytest.raises(ClientError, match="must be filled in"):
        await ann.submit(third, {})


async def test_deferred_answer_arrives_later(bot, ann, bob):
    answer = await ann.slash("tractor", "slow", hidden=True)
    assert answer.kind is CallbackType.DEFERRED
    assert "Slow" in answer.message.text
    assert answer.message.ephemeral
    early = await ann.slash("tractor", "slow", hidden=False, settle=False)
    assert early.message.loading
    await bob.wait_for("tractor", lambda m: m.id == early.message.id and not m.loading)


async def test_missing_answer_times_out_after_three_seconds(bot, ann, clock):
    asking = asyncio.create_task(ann.slash("tractor", "mute"))
    await asyncio.sleep(0.1)
    clock.advance(3)
    answer = await asking
    assert not answer.answered
    assert answer.kind is None


async def test_thread_shows_messages_of_bot_and_people(bot, ann, bob):
    await ann.slash("tractor", "thread", name="plums")
    await ann.wait_for("tractor", lambda m: "thread" in m.raw)
    number = (await bob.threads())["plums"]
    assert (await bob.wait_for(number, lambda m: m.content == "first words")).author == "tractor"
    await bob.say(number, "second words")
    assert (await ann.messages(number))[-1].content == "second words"
    assert bot.guilds[0].threads[0].name == "plums"


async def test_context_menus_run_on_people_and_messages(bot, ann, bob):
    assert (await ann.menu("tractor", "Greet", "mei")).message.content == "hello 小梅"
    said = await bob.say("tractor", "I like plums")
    assert (await ann.menu("tractor", "Quote", said)).message.content == "> I like plums"


async def test_bot_sends_edits_pins_and_deletes_messages(bot, ann):
    channel = bot.guilds[0].text_channels[0]
    message = await channel.send(
        f"hello <@{ann.id}>", allowed_mentions=discord.AllowedMentions(users=[discord.Object(ann.id)])
    )
    seen = (await ann.messages("tractor"))[-1]
    assert seen.pinged
    assert seen.content == f"hello <@{ann.id}>"
    await message.edit(content="changed")
    assert (await ann.messages("tractor"))[-1].content == "changed"
    layout = await channel.send(view=Stall("All"), file=picture())
    assert (await channel.fetch_message(layout.id)).components
    await layout.edit(view=Stall("All again"), attachments=[picture()])
    await message.pin()
    assert [m.id async for m in channel.pins()] == [message.id]
    await message.unpin()
    await message.delete()
    left, notice = await ann.messages("tractor")
    assert left.id == str(layout.id)
    assert (notice.raw["type"], notice.raw["message_reference"]["message_id"]) == (6, str(message.id))


async def test_emoji_are_created_renamed_and_deleted(bot):
    emoji = await bot.create_application_emoji(name="apple", image=png())
    assert [e.name for e in await bot.fetch_application_emojis()] == ["apple"]
    assert await emoji.read() == png()
    await emoji.edit(name="pear")
    await emoji.delete()
    assert await bot.fetch_application_emojis() == []


async def test_direct_message_reaches_user(bot, ann):
    user = await bot.fetch_user(ann.id)
    await user.send("psst")
    assert (await ann.messages("@bot"))[-1].content == "psst"


async def test_driver_needs_only_address(bot, loopback: DrivenLoopback):
    async with Remote(loopback.url) as remote:
        await remote.bot_online()
        answer = await remote.person("zoe", locale="zh-TW").slash("tractor", "fruit", kind="fig")
        assert answer.message.content == "1 fig s zh-TW"


async def test_restarted_bot_answers_old_buttons(here, ann):
    async with running(FruitBot(guild_ready_timeout=0.05)):
        stall = (await ann.slash("tractor", "stall")).message
        mine = (await ann.slash("tractor", "basket show")).message
    async with running(FruitBot(guild_ready_timeout=0.05)):
        assert (await ann.click(stall, "buy")).kind is CallbackType.UPDATE
        assert "Sold" in (await ann.click(mine, "buy")).message.text
