"""`python -m bot check --live`: all checks pass on the local Discord, and each fails if Discord refuses something."""

import asyncio
import io
import json
import shutil
from argparse import Namespace
from contextlib import asynccontextmanager
from copy import deepcopy
from dataclasses import asdict
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import discord
import pytest
from PIL import Image

from bot.__main__ import _run_checks
from bot.check.discord_api import NEEDED
from bot.check.findings import Severity, ok, problem
from bot.check.live import run_live
from bot.check.live.messages import (
    EDIT_CURE,
    check_components,
    check_long_text,
    check_picture_edit,
    find_pictures,
    require_new_pictures,
)
from bot.check.live.run_live import EDITS, list_different
from bot.check.live.session import CheckFailed, LiveCheck, LiveSession
from bot.create_bot import create_bot, list_commands
from bot.ids import GuildId
from bot.settings import Settings
from bot.ui.core.memory.live_reports import FOLDER, LIVE_CHECK, refuses_picture_edits
from bot.ui.core.memory.refusal_memory import Surface
from bot.ui.core.messages.discord_limits import MAX_CHARACTERS, MAX_COMPONENTS, MAX_TEXT_BYTES
from bot.ui.core.services import UiConfig
from bot.ui.discord_io.connectors import redirect_discord_py
from tests.message_limits import count_components, count_text_bytes
from tests.wire.driven_loopback import DrivenLoopback


def make_png():
    file = io.BytesIO()
    Image.new("RGBA", (8, 8)).save(file, "PNG")
    return file.getvalue()


MESSAGES = "/channels/{channel}/messages"
MESSAGE = MESSAGES + "/{message}"
CHANNEL = "/channels/{channel}"
DOT = make_png()
SERVERS = {"contexts": [0], "integration_types": [0]}
COMMANDS = [
    {"name": "hand", "description": "Show", "type": 1, "options": [], "name_localizations": {"zh-CN": "手牌"}}
    | SERVERS,
    SERVERS
    | {
        "name": "play",
        "description": "Play",
        "options": [{"type": 3, "name": "cards", "description": "Cards", "choices": [{"name": "A", "value": "a"}]}],
    },
]


@pytest.fixture
async def local(monkeypatch, tmp_path):
    """A local Discord at which the bot has an emoji and registered commands."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("bot.check.discord_api.render_emoji", lambda: {"c_s10": DOT})
    monkeypatch.setattr(discord, "AutoShardedClient", partial(discord.AutoShardedClient, guild_ready_timeout=0.2))
    async with await DrivenLoopback.start(limits=False) as started:
        redirect_discord_py(started.url)
        async with logged_in(started) as http:
            await http.bulk_upsert_global_commands(started.world.bot.id, COMMANDS)
            await http.create_application_emoji(started.world.bot.id, "c_s10", discord.utils._bytes_to_base64_data(DOT))
        yield started


@asynccontextmanager
async def logged_in(local):
    http = discord.http.HTTPClient(asyncio.get_running_loop())
    await http.static_login(local.token)
    try:
        yield http
    finally:
        await http.close()


def find_place(local):
    return next(iter(local.world.guilds)), next(c.id for c in local.world.channels.values() if c.name == "tractor")


def settings_for(local):
    return Settings(_env_file=None, discord_token=local.token)


def read_report():
    return Path("data/live-check.json").read_text()


async def check_all(local, server, channel):
    return {one.name: one async for one in run_live.check_live(settings_for(local), server, channel, COMMANDS)}


@asynccontextmanager
async def open_session(local):
    server, channel = find_place(local)
    limits = run_live.RouteLimits()
    async with run_live._connect(local.token, limits) as client:
        yield LiveSession(client, run_live._find_channel(client, server, channel), BlankRenderer(), limits, COMMANDS)


class BlankRenderer:
    async def render(self, _):
        return SimpleNamespace(png=DOT)

    async def render_animation(self, *_):
        return SimpleNamespace(gif=DOT)


async def test_all_checks_pass_and_leave_no_messages(local, capsys, monkeypatch):
    server, channel = find_place(local)
    wanted = await list_commands(settings_for(local))

    async def list_again(_):
        return wanted

    monkeypatch.setattr("bot.create_bot.list_commands", list_again)
    async with logged_in(local) as http:
        await http.bulk_upsert_global_commands(local.world.bot.id, wanted)
    status = await _run_checks(Namespace(live=[server, channel], records=False), settings_for(local))
    out = capsys.readouterr().out
    assert status == 0, out
    for name in ("intents", "starts", "gateway", "clean-up", "report", *(one.name for one in run_live.CHECKS)):
        assert f"ok       {name}: " in out
    assert f"the {len(wanted)} that are registered" in out
    assert not [one for one in local.world.messages.values() if one.content or one.components]
    report = json.loads(read_report())
    assert (report["server"], report["channel"]) == (server, channel)
    assert report["limits"][EDITS] == {"requests": 5, "seconds": 5.0}
    assert {"name": "picture edit", "severity": "ok", "text": "edited with a new picture", "cure": ""} in report[
        "findings"
    ]
    assert local.token not in json.dumps(report) + out


def fault(code, method, route, **other):
    return "fault", {"kind": "status", "code": code, "method": method, "route": route} | other


FAULTS = {
    "picture": [fault(50013, "POST", MESSAGES)],
    "picture edit": [fault(50035, "PATCH", MESSAGE, message="unfurled media attachment not found")],
    "classic edit": [fault(50035, "PATCH", MESSAGE)],
    "deletion": [fault(50013, "DELETE", MESSAGE)],
    "components": [fault(50035, "POST", MESSAGES)],
    "long text": [fault(50035, "POST", MESSAGES)],
    "options": [fault(50035, "POST", MESSAGES), fault(10002, "GET", "/applications/{application}/emojis")],
    "alt text": [fault(50035, "POST", MESSAGES)],
    "file": [fault(40005, "POST", MESSAGES)],
    "animation": [fault(40005, "POST", MESSAGES)],
    "tall picture": [fault(40005, "POST", MESSAGES)],
    "thread": [
        fault(160006, "POST", MESSAGE + "/threads"),
        fault(50013, "PATCH", CHANNEL),
        fault(50013, "PATCH", CHANNEL, skip=1),
        fault(50083, "POST", MESSAGES, skip=1),
        fault(50013, "PATCH", CHANNEL, skip=2),
    ],
    "direct message": [fault(50007, "POST", MESSAGES), ("person", {"name": "ann", "closed_dms": True})],
    "registration": [fault(10002, "GET", "/applications/{application}/commands")],
    "channel permissions": [fault(50001, "GET", "/users/@me/guilds")],
    "limits": [("window", {"method": "PATCH", "route": MESSAGE, "requests": 2, "seconds": 60})],
}
"""The faults and arrangements with which each check must fail, by the name of the check."""


async def test_each_check_fails_with_a_cure(local):
    assert FAULTS.keys() == {one.name for one in run_live.CHECKS}
    async with open_session(local) as session:
        for check in run_live.CHECKS:
            assert (await run_live.run_check(check, session)).severity is Severity.OK
            for what, given in FAULTS[check.name]:
                await local.remote.arrange(what, **given)
                if check.name == "limits":
                    await check_picture_edit(session)
                found = await run_live.run_check(check, session)
                assert found.severity is Severity.PROBLEM, (found, given)
                assert found.cure
                assert str(given.get("code", "")) in found.text, found
                assert not local.rest.faults.waiting, (check.name, given)


async def test_permissions_are_compared_with_discord(local):
    async with open_session(local) as session:
        denied = {"channel": "tractor", "deny": NEEDED["Attach Files"] | NEEDED["Create Public Threads"]}
        await local.remote.arrange("overwrite", **denied)
        await wait_until(lambda: not session.channel.permissions_for(session.channel.guild.me).attach_files)
        found = await run_live.run_check(run_live.PERMISSION_CHECK, session)
        assert found.text == "this channel denies Attach Files, Create Public Threads"
        await local.remote.arrange("overwrite", channel="tractor")
        await wait_until(lambda: session.channel.permissions_for(session.channel.guild.me).attach_files)
        await local.remote.arrange("fault", kind="lose", event="GUILD_ROLE_UPDATE", times=9)
        await local.remote.arrange("bot_permissions", permissions=0, everyone=0)
        found = await run_live.run_check(run_live.PERMISSION_CHECK, session)
        assert found.severity is Severity.PROBLEM
        assert "Discord says" in found.text


async def wait_until(condition):
    async with asyncio.timeout(120):
        while not condition():  # noqa: ASYNC110 - discord.py has no event for it
            await asyncio.sleep(0.02)


async def test_undeleted_messages_are_named(local):
    async with open_session(local) as session:
        await local.remote.arrange("fault", kind="status", code=50013, method="DELETE", route=MESSAGE)
        assert (await run_live.run_check(run_live.MESSAGE_CHECKS[0], session)).severity is Severity.OK
        found = run_live._check_left_behind(session)
        assert found.severity is Severity.WARNING
        (left,) = [one.id for one in local.world.messages.values() if one.components]
        assert f"{session.channel.id}/{left}" in found.text


async def test_unexpected_answer_becomes_problem_of_its_check():
    async def misread(_):
        raise KeyError("roles")

    found = await run_live.run_check(LiveCheck("roles", misread, "?"), None)
    assert (found.severity, found.text) == (Severity.PROBLEM, "KeyError: 'roles'")


async def test_check_without_result_in_time_is_only_a_warning(local, monkeypatch):
    monkeypatch.setattr(run_live, "CHECK_SECONDS", 0.2)
    async with open_session(local) as session:
        await local.remote.arrange("fault", kind="slow", method="DELETE", seconds=2)
        found = await run_live.run_check(next(one for one in run_live.CHECKS if one.name == "deletion"), session)
    assert (found.severity, found.cure) == (Severity.WARNING, run_live.FAULT_CURE)
    assert found.text.startswith("no result within")


@pytest.mark.parametrize(
    ("given", "severity", "cure"),
    [
        ({"code": 50013}, Severity.PROBLEM, run_live.PERMISSION_CURE),
        ({"status": 503}, Severity.WARNING, run_live.FAULT_CURE),
        ({"code": 50035}, Severity.PROBLEM, EDIT_CURE),
    ],
    ids=["permission", "fault", "refusal"],
)
async def test_cure_depends_on_cause_of_failure(local, given, severity, cure):
    """A missing permission, a fault of Discord and a refused edit have different cures."""
    check = next(one for one in run_live.CHECKS if one.name == "picture edit")
    await local.remote.arrange("fault", kind="status", method="PATCH", route=MESSAGE, **given)
    async with open_session(local) as session:
        found = await run_live.run_check(check, session)
    assert (found.severity, found.cure) == (severity, cure)


async def test_limits_are_unknown_without_edits(local):
    async with open_session(local) as session:
        found = await run_live.run_check(next(one for one in run_live.CHECKS if one.name == "limits"), session)
    assert found.text.startswith("no edit of a message was answered")


async def test_unknown_server_or_channel_is_a_problem(local):
    server, channel = find_place(local)
    elsewhere = (await check_all(local, server + 1, channel))["place"]
    assert elsewhere.severity is Severity.PROBLEM
    assert f"guild_id={server + 1}" in elsewhere.cure
    nowhere = (await check_all(local, server, 1))["place"]
    assert "no text channel" in nowhere.text


async def test_closed_gateway_and_unknown_token_are_problems(local, monkeypatch):
    server, channel = find_place(local)
    monkeypatch.setattr(run_live, "CONNECT_SECONDS", 0.5)
    await local.remote.arrange("close_gateway", seconds=60)
    assert (await check_all(local, server, channel))["gateway"].severity is Severity.PROBLEM
    found = await check_all(SimpleNamespace(token="unknown"), server, channel)
    assert found.keys() == {"clock", "token"}


async def test_report_that_cannot_be_written_is_a_problem(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    tmp_path.joinpath("data").touch()
    found = run_live._write_report({"findings": []})
    assert (found.name, found.severity) == ("report", Severity.PROBLEM)


CHANGES = [
    lambda commands: commands.pop(),
    lambda commands: commands.append({"name": "old", "description": "Old"}),
    lambda commands: commands[0].update(description="Other"),
    lambda commands: commands[0].update(name_localizations={"zh-CN": "牌"}),
    lambda commands: commands[0].update(contexts=[0, 1]),
    lambda commands: commands[1].update(default_member_permissions="32"),
    lambda commands: commands[1]["options"][0].update(required=True),
    lambda commands: commands[1]["options"][0]["choices"].append({"name": "B", "value": "b"}),
]


@pytest.mark.parametrize("change", CHANGES)
def test_each_changed_command_is_listed(change):
    returned = [
        one | {"id": "1", "version": "2", "default_member_permissions": None, "nsfw": False}
        for one in deepcopy(COMMANDS)
    ]
    assert not list_different(COMMANDS, returned)
    change(returned)
    assert len(list_different(COMMANDS, returned)) == 1


def test_picture_that_is_not_shown_is_a_problem():
    def shown(*urls):
        items = [SimpleNamespace(media=SimpleNamespace(url=url)) for url in urls]
        gallery = SimpleNamespace(items=items)
        return SimpleNamespace(attachments=[], components=[SimpleNamespace(children=[gallery])])

    assert find_pictures(shown("a", "b")) == ["a", "b"]
    require_new_pictures(shown("a"), shown("b"))
    for after in (shown(), shown("a")):
        with pytest.raises(CheckFailed):
            require_new_pictures(shown("a"), after)


class PostedMessages:
    """A fake session that collects the messages in place of posting them."""

    def __init__(self):
        self.posted = []

    @asynccontextmanager
    async def post(self, message):
        self.posted.append(message)
        yield


async def test_largest_checked_messages_reach_the_limits():
    live = PostedMessages()
    for check in (check_components, check_long_text):
        await check(live)
    components, text = live.posted
    assert count_components(components) == MAX_COMPONENTS
    assert sum(len(one.words) for one in text.blocks) == MAX_CHARACTERS
    assert 0 <= MAX_TEXT_BYTES - count_text_bytes(text) < 3


@pytest.mark.parametrize(
    ("broken", "is_classic"), [((), False), (("picture edit",), True), (("picture edit", "classic edit"), False)]
)
async def test_bot_starts_with_findings_of_last_check(local, monkeypatch, tmp_path, migrated_file, broken, is_classic):
    """The bot uses classic messages only if the check could replace pictures in these, but not in usual messages."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(migrated_file, "t.db")
    findings = [problem(n, "", "") if n in broken else ok(n, "") for n in ("picture", "picture edit", "classic edit")]
    assert run_live._write_report({"findings": [asdict(one) for one in findings]}).severity is Severity.OK
    settings = Settings(_env_file=None, database_url=f"sqlite+aiosqlite:///{tmp_path}/t.db", search_workers=0)
    async with create_bot(settings, ui_config=UiConfig(report_folder=FOLDER)) as bot:
        assert bot.refusals.is_classic_anywhere(Surface.TABLE) is is_classic
        assert bot.refusals.is_classic(Surface.PANEL, GuildId(1)) is is_classic


@pytest.mark.parametrize("text", ["", "[]", '{"findings": 1}', '{"findings": [{}]}'])
def test_unreadable_report_changes_nothing(tmp_path, text):
    (tmp_path / LIVE_CHECK).write_text(text)
    assert not refuses_picture_edits(tmp_path)


async def test_earlier_report_stays_if_no_check_runs(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    run_live._write_report({"findings": []})
    found = [one.name async for one in run_live.check_live(Settings(_env_file=None), 1, 2, COMMANDS)]
    assert found == ["token"], "which is a problem"
    assert json.loads(read_report()) == {"findings": []}
