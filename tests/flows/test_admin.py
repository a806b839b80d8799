"""Only the bot's owners can use `/admin`, and only in one server.

They see and end tables, post announcements, refuse new tables during maintenance, and test what the bot can send.
"""

import asyncio
import json

import discord
import pytest
from bot_harness import connected
from play_by_panel import SHORT_DEAL, sit_down, until
from screens import LoopbackPlayer

from bot import __version__
from bot.ids import GuildId, TableId, UserId
from bot.loopback.errors import ClientError
from bot.play.values.table_info import TableStatus
from bot.ui.admin.handlers import list_owners
from bot.ui.admin.selftest import SelftestStep
from bot.ui.core.memory.guild_settings import GuildSettings
from bot.ui.core.services import UiConfig
from bot.ui.discord_io.command_sync import ADMIN_COMMANDS_KEY


def find_guild(loopback):
    return GuildId(next(iter(loopback.world.guilds)))


def config(loopback, **changes):
    options = {"edit_pause": 0.02, "sync_commands": True, "admin_guild": find_guild(loopback)} | changes
    return UiConfig(**options)


@pytest.fixture
async def owned(tmp_path, loopback, people, blank_pictures):
    async with connected(tmp_path, loopback, ui_config=config(loopback)) as running:
        yield running


def find_owner(loopback, people):
    """Return the person whom Discord names as the application's owner."""
    owner = next(user.id for user in loopback.world.users.values() if not user.bot)
    return next(person for person in people if person.id == owner)


@pytest.fixture
def owner(loopback, people):
    return find_owner(loopback, people)


@pytest.fixture
def player(people, owner):
    return next(person for person in people if person is not owner)


@pytest.mark.long
async def test_local_discord_has_admin_command_without_setting(tmp_path, loopback, owner, blank_pictures):
    async with connected(tmp_path, loopback, ui_config=None):
        assert __version__ in (await owner.slash("admin stats")).text


def speak_taiwanese(running, loopback):
    return running.client._services.guild_settings.save_settings(find_guild(loopback), GuildSettings(language="zh-TW"))


async def find_public(person, words):
    async def last():
        return next((s for s in reversed(await person.screens()) if words in s.text and not s.private), None)

    return await until(person, last, lambda screen: screen is not None)


async def test_only_the_owner_is_answered(owned, owner, player, monkeypatch):
    """Discord hides the command from members. The bot refuses it to administrators who do not run the bot."""
    await sit_down(player, **SHORT_DEAL)
    asked = await owner.slash("admin end", table=1)
    assert list(asked.buttons) == ["admin:end:1", "admin:keep"]
    with pytest.raises(ClientError, match="has no command"):
        await player.slash("admin stats")
    monkeypatch.setattr("bot.ui.admin.handlers.list_owners", lambda _: {player.id})
    for command, values in (
        ("tables", {}), ("end", {"table": 1}), ("announce", {}), ("stats", {}), ("selftest", {}), ("maintenance", {"new-tables": False}),
    ):  # fmt: skip
        refused = await owner.slash(f"admin {command}", **values)
        assert refused.private
        assert refused.text == "Only the people who run this bot can use this."
    assert "Only the people" in (await owner.click(asked, "admin:end:1")).text, "an old button"
    assert not owned.registry.refuses_new_tables
    assert (await owned.registry.get_table(TableId(1))).facts.status is TableStatus.PLAYING


async def test_tables_are_listed_with_counts(owned, owner, player):
    assert (await owner.slash("admin tables")).text == "No table is open."
    await sit_down(player, **SHORT_DEAL)
    await owner.slash("tractor new", computers=1)
    await until(owner, owner.board, lambda s: s is not None)
    shown = (await owner.slash("admin tables")).text
    assert shown.startswith("2 tables in 1 server. 2 people playing or waiting.")
    assert "2 tables\n" in shown
    assert "Table 1 · " in shown
    assert "Table 2 · " in shown
    assert len(shown.splitlines()) == 4
    again = (await owner.slash("admin tables", page=99)).text
    assert again == shown, "a page that is not there is the last one"


@pytest.mark.long
async def test_ended_table_notifies_players_in_their_language(owned, owner, player, loopback):
    await speak_taiwanese(owned, loopback)
    await sit_down(player, **SHORT_DEAL)
    table = await owned.registry.get_table(TableId(1))
    asked, again = await owner.slash("admin end", table=1), await owner.slash("admin end", table=1)
    assert "tells its players" in asked.text
    kept = await owner.click(await owner.slash("admin end", table=1), "admin:keep")
    assert "goes on" in kept.text
    assert table.facts.status is TableStatus.PLAYING
    done = await owner.click(asked, "admin:end:1")
    assert done.text == "Table 1 has ended."
    assert not done.buttons
    assert table.facts.status is TableStatus.OVER
    await find_public(player, "機器人的管理者結束了第 1 桌")
    assert (await owner.click(again, "admin:end:1")).text == "Table 1 isn't open.", "twice"
    assert "isn't open" in (await owner.slash("admin end", table=99)).text


@pytest.mark.long
async def test_announcement_reaches_each_channel_once(owned, owner, player):
    answer = await owner.person.submit(await owner.person.slash("tractor", "admin announce"), {"text": "hello"})
    assert "nowhere to post" in owner._screen(answer.message).text
    await sit_down(player, **SHORT_DEAL)
    opened = await owner.person.slash("tractor", "admin announce")
    done = await owner.submit(opened, {"text": "Restart at 9. @everyone"})
    assert done.text == "Posted in 1 channel."
    posted = await find_public(player, "Restart at 9. @everyone")
    assert posted.text.startswith("**From the people who run this bot**")


async def test_selftest_marks_each_step_that_works(tmp_path, loopback, people, blank_pictures, monkeypatch):
    owner, quick = find_owner(loopback, people), config(loopback, defer_after=0.1, report_folder=tmp_path / "data")

    def find_control(controls, step):
        return next(one for one in controls if one.startswith(f"admin:test:{step}:"))

    def press(screen, step):
        return owner.click(screen, find_control(screen.buttons, step))

    def count(screen):
        return int(screen.alts[0].split()[3])

    async def choose(screen, lines):
        return await owner.select(screen, find_control(screen.selects, "picture"), [str(lines)])

    async with connected(tmp_path, loopback, ui_config=quick) as running:
        first = await owner.slash("admin selftest")
        assert "✅" not in first.text
        replied = await press(first, "reply")
        assert replied.id != first.id
        edited = await press(replied, "edit")
        assert edited.id == replied.id
        slow = await press(edited, "slow")
        assert slow.text.count("✅") == 3
        assert slow.id == edited.id
        opened = await owner.person.click(str(slow.id), custom_id=find_control(slow.buttons, "form"))
        filled = await owner.submit(opened, {"text": ""})
        missed = await choose(filled, 2 if count(filled) > 2 else 3)
        assert f"The picture before had {count(filled)} lines" in missed.text
        seen = await choose(missed, count(missed))
        assert seen.text.count("✅") == 5
        running.registry.statistics.since -= 60
        restarted = await press(seen, "edit")
        assert restarted.text.count("✅") == 6
        monkeypatch.setattr("bot.ui.admin.selftest.EXPIRED_SECONDS", -1)
        assert "All of it works" in (await press(restarted, "edit")).text
    report = json.loads((tmp_path / "data" / "selftest.json").read_text())
    assert list(report["passed"]) == [one.value for one in SelftestStep]
    assert all(report["passed"].values())
    assert (report["last"], report["wrong"], report["version"]) == ("edit", False, __version__)


@pytest.mark.long
async def test_maintenance_refuses_new_tables_even_after_restart(tmp_path, loopback, people, blank_pictures):
    owner = find_owner(loopback, people)
    player = LoopbackPlayer(loopback.person(people[1].name, "zh-CN"))
    async with connected(tmp_path, loopback, ui_config=config(loopback)) as running:
        await sit_down(player, **SHORT_DEAL)
        answers = await asyncio.gather(*(owner.slash("admin maintenance", new_tables=False) for _ in range(2)))
        assert all("No new tables from now on" in one.text for one in answers)
        assert all("`new-tables:True` allows new ones" in one.text for one in answers)
        assert sum("Posted in 1 channel." in one.text for one in answers) == 1, "announced once"
        await find_public(player, "即将维护：暂时不能开新桌")
        assert "即将维护，暂时不能开新桌" in (await player.slash("tractor new")).text
        chinese = LoopbackPlayer(loopback.person(owner.name, "zh-CN"))
        assert "`开新桌:True`" in (await chinese.slash("admin maintenance", new_tables=False)).text
        loopback.person(owner.name, "en-US")
        assert len(list(running.registry.list_live())) == 1
    async with connected(tmp_path, loopback, ui_config=config(loopback)) as running:
        assert "即将维护" in (await player.slash("tractor new")).text
        table = await running.registry.get_table(TableId(1))
        assert table.facts.status is TableStatus.PLAYING, "it goes on"
        stats = await owner.slash("admin stats")
        assert "stopped for maintenance" in stats.text
        assert "1 server · 1 table · 1 person" in stats.text
        assert "can be opened again" in (await owner.slash("admin maintenance", new_tables=True)).text
        await find_public(player, "维护结束")
        assert (await player.slash("tractor new")).is_panel
        assert "tables opened: 1 ·" in (await owner.slash("admin stats")).text


async def test_admin_command_is_in_its_server_only(tmp_path, loopback, people, blank_pictures):
    guild = find_guild(loopback)

    async def list_names():
        await running.client.wait_until_ready()
        found = await running.client.http.get_guild_commands(running.client.application_id, guild)
        everywhere = await running.client.http.get_global_commands(running.client.application_id)
        assert "admin" not in {one["name"] for one in everywhere}
        return {one["name"]: one for one in found}

    async with connected(tmp_path, loopback, ui_config=config(loopback)) as running:
        (command,) = (await list_names()).values()
        assert command["name"] == "admin"
        assert int(command["default_member_permissions"]) == discord.Permissions(administrator=True).value
    async with connected(tmp_path, loopback, ui_config=config(loopback, admin_guild=None)) as running:
        assert await list_names() == {}, "the setting was removed"
        assert json.loads(await running.database.store.key_values.get(ADMIN_COMMANDS_KEY)) == {}


@pytest.mark.long
async def test_bot_runs_without_its_admin_server(tmp_path, loopback, people, blank_pictures):
    foreign = config(loopback, admin_guild=GuildId(12345))
    async with connected(tmp_path, loopback, ui_config=foreign) as running:
        assert (await people[0].slash("tractor new")).is_panel
        assert not running.registry.refuses_new_tables


class Member:
    def __init__(self, user, role, state=discord.TeamMembershipState.accepted):
        self.id, self.role, self.membership_state = user, role, state


class Application:
    def __init__(self, team=None):
        self.owner, self.team = Member(1, None), team


class Team:
    owner_id = 2
    members = (
        Member(3, discord.TeamMemberRole.admin),
        Member(4, discord.TeamMemberRole.developer),
        Member(5, discord.TeamMemberRole.read_only),
        Member(6, discord.TeamMemberRole.admin, discord.TeamMembershipState.invited),
    )


def test_owners_include_team_admins_and_developers():
    assert list_owners(Application()) == {UserId(1)}
    assert list_owners(Application(Team())) == {2, 3, 4}
