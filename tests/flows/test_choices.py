"""What people choose for themselves and for a server, and their privacy, through the whole of discord.py."""

import json

import discord
import pytest
from hosting import connected
from playing import sit_down, until
from screens import LoopbackPlayer

from bot.loopback.interactions.client import ClientError
from bot.play.occupants import GuildId, UserId
from bot.ui.guilds import GuildSettings, MayEnd
from bot.ui.ids import Verb
from bot.ui.preferences import Ping, Preferences

MANAGE = discord.Permissions(manage_guild=True).value


def kit_of(running):
    return running.client._kit


def guild_of(running):
    return GuildId(running.client.guilds[0].id)


async def may_manage(loopback, name, *, may=True):
    await loopback.remote.arrange("overwrite", channel="tractor", user=name, **{"allow" if may else "deny": MANAGE})


async def test_choices_of_ones_own_are_kept_and_shown(running, people):
    ann = people[0]
    first = await ann.slash("settings")
    assert first.private
    assert len(first.selects) == 2
    shown = await ann.select(first, "set:ping", ["dm"])
    assert shown.id == first.id
    for name in ("large", "confirm", "large"):
        button = next(i for i in shown.buttons if i.startswith(f"set:{name}:"))
        shown = await ann.click(shown, button)
    assert await kit_of(running).people.preferences(UserId(ann.id)) == Preferences(confirm=True, ping=Ping.DM)
    assert await kit_of(running).people.preferences(UserId(people[1].id)) == Preferences()
    again = await ann.slash("settings")
    assert "Ask first: on" in again.text
    assert "Large cards: off" in again.text


async def test_another_language_answers_at_once_everywhere_and_after_a_restart(tmp_path, loopback, people):
    ann, bob = people[:2]
    async with connected(tmp_path, loopback) as running:
        await ann.slash("tractor new", computers=2)
        lobby = await until(ann, ann.board, lambda s: s.has(Verb.JOIN))
        await bob.click(lobby, lobby.ids(Verb.JOIN)[0])
        first = await ann.slash("settings")
        shown = await ann.select(first, "set:language", ["zh-TW"])
        assert "你的設定" in shown.text
        assert "說明" in (await ann.slash("help")).text
        assert "大張牌面" in (await ann.slash("settings")).text
        await ann.click(lobby, (await until(ann, ann.board, lambda s: s.has(Verb.START))).ids(Verb.START)[0])
        panel = await until(ann, ann.panel, lambda s: s.has(Verb.PASS) or s.has(Verb.DECLARE))
        assert "不亮" in "".join(panel.buttons.values()) or "過" in "".join(panel.buttons.values())
    async with connected(tmp_path, loopback) as running:
        old = await ann.click(first, next(i for i in first.buttons if i.startswith("set:two_colour")))
        assert (old.id, "你的設定" in old.text) == (first.id, True)
        back = await ann.select(old, "set:language", ["-"])
        assert "Your settings" in back.text
        chosen = await kit_of(running).people.preferences(UserId(ann.id))
        assert chosen == Preferences(two_colour=True)


async def test_a_server_is_configured_by_those_who_manage_it(running, loopback, people):
    ann = people[0]
    await may_manage(loopback, "ann")
    shown = await ann.slash("config")
    assert shown.private
    for custom_id, value in (("preset", "hidden-ten"), ("language", "zh-CN"), ("pace", "60.120"), ("end", "seated")):
        shown = await ann.select(shown, f"conf:{custom_id}", [value])
    shown = await ann.click(shown, "conf:here:1")
    channel = running.client.guilds[0].text_channels[0]
    channels = {c.name: c.id for c in running.client.guilds[0].text_channels}
    chosen = GuildSettings((channels["tractor"],), "hidden-ten", "zh-CN", 60, 120, may_end=MayEnd.SEATED)
    assert await kit_of(running).guilds.settings(guild_of(running)) == chosen
    assert f"<#{channels['tractor']}>" in shown.text
    assert chosen.allows(channels["tractor"])
    assert chosen.allows(1, channels["tractor"])
    assert not chosen.allows(1)
    shown = await ann.click(shown, "conf:anywhere")
    assert (await kit_of(running).guilds.settings(guild_of(running))).channels == ()
    assert channel.guild.id == guild_of(running)


async def test_public_messages_are_in_the_servers_language(running, loopback, people):
    ann = people[0]
    await may_manage(loopback, "ann")
    await ann.select(await ann.slash("config"), "conf:language", ["zh-TW"])
    private = await ann.slash("tractor new", computers=3)
    assert "seat" in private.text.lower()
    board = await until(ann, ann.board, lambda s: s.has(Verb.START))
    assert "離開" in board.buttons.values()


@pytest.mark.long
async def test_a_table_that_waits_is_shown_in_the_new_language_at_once(running, loopback, people):
    ann = people[0]
    await may_manage(loopback, "ann")
    await ann.slash("tractor new", computers=1)
    await until(ann, ann.board, lambda s: "Leave" in s.buttons.values())
    shown = await ann.slash("config")
    assert "at once" in shown.text
    await ann.select(shown, "conf:language", ["zh-TW"])
    await until(ann, ann.board, lambda s: "離開" in s.buttons.values())


async def test_nobody_else_configures_a_server(running, loopback, people):
    bob = people[1]
    with pytest.raises(ClientError, match="no command"):
        await bob.slash("config")  # Discord does not even show it
    await may_manage(loopback, "bob")
    shown = await bob.slash("config")
    await may_manage(loopback, "bob", may=False)
    refused = await bob.click(shown, "conf:here:1")
    assert "manage this server" in refused.text
    assert await kit_of(running).guilds.settings(guild_of(running)) == GuildSettings()


@pytest.mark.parametrize(
    ("custom_id", "values"),
    [("set:nonsense:1", []), ("set", []), ("set:large:7", []), ("conf:pace", ["x.y"]), ("conf", []), ("priv:x", [])],
)
async def test_ids_that_were_never_made_change_nothing(running, loopback, people, custom_id, values, monkeypatch):
    ann = people[0]
    await may_manage(loopback, "ann")
    from bot.ui.panels import choices

    monkeypatch.setattr(
        choices, "control", lambda *parts: custom_id if parts[:2] == ("set", "large") else ":".join(map(str, parts))
    )
    shown = await ann.slash("settings")
    assert (await ann.click(shown, custom_id)).text
    assert await kit_of(running).people.preferences(UserId(ann.id)) == Preferences()
    assert await kit_of(running).guilds.settings(guild_of(running)) == GuildSettings()


async def test_all_that_is_kept_of_a_person_as_a_file(running, loopback, people):
    ann, bob = people[:2]
    await sit_down(ann, (bob,), computers=2)
    await ann.select(await ann.slash("settings"), "set:ping", ["never"])
    answer = await ann.person.slash("tractor", "privacy export")
    assert answer.message.ephemeral
    file = next(p for p in answer.message.parts if p["type"] == 13)
    data = json.loads(await loopback.remote.picture(file["file"]["url"]))
    assert data["of"] == str(ann.id)
    kept = data["kept"]
    assert kept["people"] == [{"id": str(ann.id), "name": "Ann"}]
    assert kept["preferences"][0]["ping"] == "never"
    assert {row["name"] for row in kept["notes"]} == {f"locale:{ann.id}"}
    assert [row["user_id"] for row in kept["seats"]] == [str(ann.id)]
    (table,) = running.registry.live()
    handle = next(h for h in await running.database.store.panels(table.id) if h.user == ann.id)
    assert handle.token not in json.dumps(data)
    assert "Bob" not in json.dumps(data)
    assert "secret" not in json.dumps(data)


async def test_to_be_forgotten_one_leaves_first_and_is_asked(running, loopback, people):
    ann = people[0]
    await ann.slash("tractor new", computers=3)
    asked = await ann.slash("privacy delete")
    assert "cannot be undone" in asked.text
    kept = await ann.click(asked, "priv:keep")
    assert (kept.id, kept.text) == (asked.id, "Nothing has changed.")
    seated = await ann.click(await ann.slash("privacy delete"), "priv:forget")
    assert "#1" in seated.text
    assert await running.database.store.names([UserId(ann.id)]) == {ann.id: "Ann"}
    lobby = await until(ann, ann.board, lambda s: s.has(Verb.LEAVE))
    await ann.click(lobby, lobby.ids(Verb.LEAVE)[0])
    await ann.select(await ann.slash("settings"), "set:language", ["zh-TW"])
    gone = await ann.click(await ann.slash("privacy delete"), "priv:forget")
    assert "已經刪除" in gone.text
    assert await running.database.store.names([UserId(ann.id)]) == {}
    assert await running.database.store.preferences(UserId(ann.id)) is None
    again = await ann.slash("settings")
    assert "Your settings" in again.text


@pytest.mark.parametrize(("locale", "word"), [("zh-CN", "设置"), ("zh-TW", "設定")])
async def test_in_the_readers_language(running, loopback, locale, word):
    reader = LoopbackPlayer(loopback.person("ann", locale=locale))
    assert word in (await reader.slash("settings")).text
