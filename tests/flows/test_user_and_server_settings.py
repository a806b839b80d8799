"""Settings of users and servers, and privacy commands, through real discord.py."""

import json

import discord
import pytest
from bot_harness import connected
from event_flows import new_event
from play_by_panel import open_more, sit_down, until
from screens import LoopbackPlayer

from bot.ids import GuildId, UserId
from bot.loopback.errors import ClientError
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.memory.guild_settings import EndPermission, GuildSettings
from bot.ui.core.memory.people import PingPreference, Preferences
from tests.everyday import spread

MANAGE = discord.Permissions(manage_guild=True).value


def services_of(running):
    return running.client._services


def guild_of(running):
    return GuildId(running.client.guilds[0].id)


async def grant_manage_server(loopback, name, *, may=True):
    await loopback.remote.arrange("overwrite", channel="tractor", user=name, **{"allow" if may else "deny": MANAGE})


async def test_user_settings_are_saved_and_shown(running, people):
    ann = people[0]
    first = await ann.slash("settings")
    assert first.private
    assert len(first.selects) == 2
    shown = await ann.select(first, "set:ping", ["dm"])
    assert shown.id == first.id
    for name in ("large", "confirm", "large"):
        button = next(i for i in shown.buttons if i.startswith(f"set:{name}:"))
        shown = await ann.click(shown, button)
    assert await services_of(running).people.get_preferences(UserId(ann.id)) == Preferences(
        confirm=True, ping=PingPreference.DM
    )
    assert await services_of(running).people.get_preferences(UserId(people[1].id)) == Preferences()
    again = await ann.slash("settings")
    labels = set(again.buttons.values())
    assert {"✓ Confirm every play", "Large"} <= labels
    assert not any(label.removeprefix("✓ ") in again.text for label in labels), "each setting is listed once"


@pytest.mark.long
async def test_chosen_language_applies_at_once_and_after_restart(tmp_path, loopback, people):
    ann, bob = people[:2]
    async with connected(tmp_path, loopback) as running:
        await ann.slash("tractor new", computers=2)
        lobby = await until(ann, ann.board, lambda s: s.has(ControlVerb.JOIN))
        await bob.click(lobby, lobby.ids(ControlVerb.JOIN)[0])
        first = await ann.slash("settings")
        shown = await ann.select(first, "set:language", ["zh-TW"])
        assert "你的設定" in shown.text
        assert "說明" in (await ann.slash("help")).text
        assert "大張牌面" in (await ann.slash("settings")).buttons.values()
        await ann.click(
            lobby, (await until(ann, ann.board, lambda s: s.has(ControlVerb.START))).ids(ControlVerb.START)[0]
        )
        panel = await until(ann, ann.panel, lambda s: bool(s.alts))
        assert set("莊亮摸扣") & set(panel.text), "whatever cards were dealt, and however soon"
    async with connected(tmp_path, loopback) as running:
        old = await ann.click(first, next(i for i in first.buttons if i.startswith("set:two_colour")))
        assert (old.id, "你的設定" in old.text) == (first.id, True)
        back = await ann.select(old, "set:language", ["-"])
        assert "Your settings" in back.text
        chosen = await services_of(running).people.get_preferences(UserId(ann.id))
        assert chosen == Preferences(two_colour=True)


async def test_server_managers_configure_the_server(running, loopback, people):
    ann = people[0]
    await grant_manage_server(loopback, "ann")
    shown = await ann.slash("config")
    assert shown.private
    for custom_id, value in (("preset", "hidden-ten"), ("language", "zh-CN"), ("pace", "60.120"), ("end", "seated")):
        shown = await ann.select(shown, f"conf:{custom_id}", [value])
    shown = await ann.click(shown, "conf:here:1")
    channel = running.client.guilds[0].text_channels[0]
    channels = {c.name: c.id for c in running.client.guilds[0].text_channels}
    chosen = GuildSettings((channels["tractor"],), "hidden-ten", "zh-CN", 60, 120, may_end=EndPermission.SEATED)
    assert await services_of(running).guild_settings.load_settings(guild_of(running)) == chosen
    assert f"<#{channels['tractor']}>" in shown.text
    assert chosen.allows(channels["tractor"])
    assert chosen.allows(1, channels["tractor"])
    assert not chosen.allows(1)
    shown = await ann.click(shown, "conf:anywhere")
    assert (await services_of(running).guild_settings.load_settings(guild_of(running))).channels == ()
    assert channel.guild.id == guild_of(running)


async def test_public_messages_use_server_language(running, loopback, people):
    ann = people[0]
    await grant_manage_server(loopback, "ann")
    await ann.select(await ann.slash("config"), "conf:language", ["zh-TW"])
    private = await ann.slash("tractor new", computers=3)
    assert "your cards appear here" in private.text
    board = await until(ann, ann.board, lambda s: s.has(ControlVerb.START))
    assert "開始" in board.buttons.values()


@pytest.mark.long
async def test_waiting_table_changes_language_at_once(running, loopback, people):
    ann = people[0]
    await grant_manage_server(loopback, "ann")
    await ann.slash("tractor new", computers=1)
    await until(ann, ann.board, lambda s: "Leave" in s.buttons.values())
    shown = await ann.slash("config")
    assert "right away" in shown.text
    await ann.select(shown, "conf:language", ["zh-TW"])
    await until(ann, ann.board, lambda s: "離開" in s.buttons.values())


@pytest.mark.parametrize(
    ("locale", "shown_words", "refused_words"),
    spread(
        1,
        [
            ("en-US", "are in the time zone **Asia/Taipei**", "isn't a time zone"),
            ("zh-CN", "时区 **Asia/Taipei**", "不是时区"),
            ("zh-TW", "時區 **Asia/Taipei**", "不是時區"),
        ],
    ),
)
async def test_planned_times_are_in_the_servers_zone(running, loopback, locale, shown_words, refused_words):
    ann = LoopbackPlayer(loopback.person("ann", locale=locale))
    await grant_manage_server(loopback, "ann")
    assert "**UTC**" in (await ann.slash("config")).text
    offered = await ann.person.autocomplete("tractor", "config", "time-zone", "taipei")
    assert [one["value"] for one in offered.choices] == ["Asia/Taipei"]
    assert refused_words in (await ann.slash("config", time_zone="Mars/Olympus")).text
    assert shown_words in (await ann.slash("config", time_zone="asia/taipei")).text
    for name, starts, words in (
        ("Day", "2030-01-02", "<t:1893585600:f>"),
        ("Hour", "2030-01-02 19:00", "<t:1893582000:f>"),
        ("Moment", "<t:1893578400:R>", "<t:1893578400:f>"),
        ("Nonsense", "some evening", "2026-11-27 20:00+08:00"),
        ("Past", "2020-01-02", r"**2020\-01\-02**"),
    ):
        assert words in (await new_event(ann, name=name, format="swiss", starts=starts)).text


async def test_others_cannot_configure_the_server(running, loopback, people):
    bob = people[1]
    with pytest.raises(ClientError, match="no command"):
        await bob.slash("config")  # Discord hides the command from them
    await grant_manage_server(loopback, "bob")
    shown = await bob.slash("config")
    await grant_manage_server(loopback, "bob", may=False)
    refused = await bob.click(shown, "conf:here:1")
    assert "server managers" in refused.text
    assert await services_of(running).guild_settings.load_settings(guild_of(running)) == GuildSettings()


@pytest.mark.parametrize(
    ("custom_id", "values"),
    spread(
        1,
        [
            ("set:nonsense:1", []),
            ("set", []),
            ("set:large:7", []),
            ("conf:pace", ["x.y"]),
            ("conf", []),
            ("priv:x", []),
        ],
    ),
)
async def test_invented_ids_change_nothing(running, loopback, people, custom_id, values, monkeypatch):
    ann = people[0]
    await grant_manage_server(loopback, "ann")
    from bot.ui.settings import view as settings_view

    monkeypatch.setattr(
        settings_view.ChangeSetting,
        "__str__",
        lambda id_: custom_id if id_.name == "large" else f"set:{id_.name}:{id_.value}",
    )
    shown = await ann.slash("settings")
    assert (await ann.click(shown, custom_id)).text
    assert await services_of(running).people.get_preferences(UserId(ann.id)) == Preferences()
    assert await services_of(running).guild_settings.load_settings(guild_of(running)) == GuildSettings()


async def test_privacy_export_contains_everything(running, loopback, people):
    ann, bob = people[:2]
    await sit_down(ann, (bob,), computers=2)
    await ann.select(await ann.slash("settings"), "set:ping", ["never"])
    answer = await ann.person.slash("tractor", "privacy export")
    assert answer.message.ephemeral
    file = next(p for p in answer.message.parts if p["type"] == 13)
    data = json.loads(await loopback.remote.picture(file["file"]["url"]))
    assert data["of"] == str(ann.id)
    kept = data["kept"]
    assert kept["people"] == [{"id": str(ann.id), "name": "Ann", "locale": "en-US"}]
    assert kept["preferences"][0]["ping"] == "never"
    assert [row["user_id"] for row in kept["seats"]] == [str(ann.id)]
    (table,) = running.registry.list_live()
    handle = next(h for h in await running.database.store.tables.list_panels(table.id) if h.user == ann.id)
    assert handle.token not in json.dumps(data)
    assert "Bob" not in json.dumps(data)
    assert "secret" not in json.dumps(data)


async def test_privacy_delete_requires_leaving_and_confirmation(running, loopback, people):
    ann = people[0]
    await ann.slash("tractor new", computers=3)
    asked = await ann.slash("privacy delete")
    assert "can't undo" in asked.text
    kept = await ann.click(asked, "priv:keep")
    assert (kept.id, kept.text) == (asked.id, "Nothing changed.")
    seated = await ann.click(await ann.slash("privacy delete"), "priv:forget")
    assert "#1" in seated.text
    assert await running.database.store.people.find_names([UserId(ann.id)]) == {ann.id: "Ann"}
    lobby = await open_more(ann)
    await ann.click(lobby, lobby.ids(ControlVerb.LEAVE)[0])
    await ann.select(await ann.slash("settings"), "set:language", ["zh-TW"])
    gone = await ann.click(await ann.slash("privacy delete"), "priv:forget")
    assert "已經刪除" in gone.text
    assert await running.database.store.people.find_names([UserId(ann.id)]) == {}
    assert await running.database.store.settings.load_preferences(UserId(ann.id)) is None
    again = await ann.slash("settings")
    assert "Your settings" in again.text


@pytest.mark.long
@pytest.mark.parametrize(("locale", "word"), [("zh-CN", "设置"), ("zh-TW", "設定")])
async def test_settings_are_in_readers_language(running, loopback, locale, word):
    reader = LoopbackPlayer(loopback.person("ann", locale=locale))
    assert word in (await reader.slash("settings")).text
