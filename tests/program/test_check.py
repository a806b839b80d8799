"""`python -m bot check` finds each problem and names a cure; its exit status says whether there is a problem."""

import asyncio
import getpass
import json
import os
import shutil
import sqlite3
import sys
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import pytest
from aiohttp import web

from bot.__main__ import main
from bot.check.discord_api import NEEDED, check_discord
from bot.check.findings import Severity
from bot.play.tables.store_health import HEALTH_KEY
from bot.settings import Settings
from bot.store.database import Database
from bot.ui.core.tables.bot_permissions import INVITED_WITH
from bot.ui.discord_io.command_sync import COMMANDS_KEY, FAULT_KEYS
from tests.everyday import spread

ALL = sum(NEEDED.values())


@pytest.fixture
def check(tmp_path, monkeypatch, capsys):
    """A function that runs `python -m bot check` in an empty folder, and returns its status and output."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["tractor", "check", *arguments])
        return main(), capsys.readouterr().out

    return run


def test_new_folder_is_all_right(check, tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=5 << 30))
    status, out = check()
    assert status == 0
    assert "PROBLEM" not in out
    assert "WARNING" not in out
    for name in ("versions", "fonts", "secrets", "disk", "database", "token"):
        assert f"ok       {name}: " in out
    assert not list(tmp_path.iterdir()), "nothing is created"


@pytest.mark.parametrize(("free", "status", "mark"), [(50 << 20, 1, "PROBLEM"), (500 << 20, 0, "WARNING")])
def test_lack_of_disk_space_is_found(check, monkeypatch, free, status, mark):
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=free))
    found, out = check()
    assert found == status
    assert f"{mark}  disk: " in out
    assert "cure: free some space" in out


@pytest.mark.unix
def test_unwritable_folder_is_found(check, monkeypatch, tmp_path):
    mine = tmp_path / "mine"
    mine.mkdir()
    monkeypatch.setattr(os, "access", lambda path, _: path != mine)
    monkeypatch.setenv("DATABASE_URL", f"sqlite+aiosqlite:///{mine}/new/tractor.db")
    monkeypatch.setenv("BACKUP_FOLDER", f"{mine}/backups")
    status, out = check()
    assert status == 1
    assert f"PROBLEM  database: {mine}/new/tractor.db cannot be opened: nothing can be written in {mine}\n" in out
    assert f"PROBLEM  backups: nothing can be written in {mine}\n" in out
    assert out.count(f": sudo chown {getpass.getuser()} {mine}") == 2


@pytest.mark.parametrize(("hours", "mark"), [(1, False), (40, False), (60, True)])
def test_stopped_backups_are_found(check, monkeypatch, tmp_path, hours, mark):
    made = datetime.now(UTC) - timedelta(hours=hours)
    for at in (made, made - timedelta(days=1)):
        (tmp_path / f"tractor-{at:%Y%m%dT%H%M%SZ}.db").touch()
    monkeypatch.setenv("BACKUP_FOLDER", str(tmp_path))
    assert (f"WARNING  backups: the newest in {tmp_path} is of {made:%Y-%m-%d %H:%M} UTC" in check()[1]) == mark


def test_forbidden_folder_does_not_stop_check(check, monkeypatch, tmp_path):
    mine, exists = tmp_path / "mine", Path.exists

    def look(path, **options):
        if mine in path.parents:
            raise PermissionError(13, "Permission denied", str(path))
        return exists(path, **options)

    monkeypatch.setattr(Path, "exists", look)
    monkeypatch.setenv("DATABASE_URL", f"sqlite+aiosqlite:///{mine}/tractor.db")
    assert "database: " in check()[1]


def test_unreachable_server_is_found(check, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgresql+asyncpg://nobody@127.0.0.1:1/nothing")
    status, out = check()
    assert status == 1
    assert "PROBLEM  database: " in out
    assert "cure: see whether the server runs" in out


def test_damaged_database_is_found(check, tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "tractor.db").write_bytes(b"no database at all" * 300)
    status, out = check()
    assert status == 1
    assert "PROBLEM  database: " in out
    assert "cure: move data/tractor.db* away, then put a backup in its place: " in out


def test_database_of_other_version_is_found(check, tmp_path):
    (tmp_path / "data").mkdir()
    with sqlite3.connect(tmp_path / "data" / "tractor.db") as connection:
        connection.execute("CREATE TABLE alembic_version (version_num VARCHAR(32))")
        connection.execute("INSERT INTO alembic_version VALUES ('9999')")
    connection.close()
    status, out = check()
    assert status == 1
    assert "revision 9999" in out


def copy_database(migrated_file, folder):
    (folder / "data").mkdir()
    shutil.copy(migrated_file, folder / "data" / "tractor.db")


async def write_value(file, name, value):
    database = await Database.open(f"sqlite+aiosqlite:///{file}")
    await database.store.key_values.set(name, value)
    await database.close()


@pytest.mark.parametrize(
    ("health", "line"),
    spread(
        1,
        [
            ({}, "ok       saving: nothing saved at a table yet, no error"),
            ({"last_commit_at": 0.0}, "ok       saving: last saved at a table 1970-01-01 00:00:00+00:00, no error"),
            ({"last_commit_at": 9.0, "last_error_at": 5.0, "last_error": "disk full"}, "00:00:05+00:00: disk full"),
            ({"last_commit_at": 1.0, "last_error_at": 5.0, "last_error": "disk full"}, "WARNING  saving: "),
        ],
    ),
)
def test_last_commit_and_last_error_are_shown(check, tmp_path, migrated_file, health, line):
    copy_database(migrated_file, tmp_path)
    asyncio.run(write_value(tmp_path / "data" / "tractor.db", HEALTH_KEY, json.dumps(health) if health else ""))
    status, out = check()
    assert status == 0, out
    assert line in out


@pytest.mark.parametrize(
    ("cause", "line"),
    [
        (
            "503 Service Unavailable",
            "WARNING  commands: Discord has not accepted the newest ones (503 Service Unavailable)",
        ),
        ("", "ok       commands: "),
    ],
)
def test_unaccepted_commands_are_found(check, tmp_path, migrated_file, cause, line):
    copy_database(migrated_file, tmp_path)
    asyncio.run(write_value(tmp_path / "data" / "tractor.db", FAULT_KEYS[COMMANDS_KEY], cause))
    status, out = check()
    assert status == 0
    assert line in out


def test_others_may_read_a_file_without_a_token(check, tmp_path):
    (tmp_path / ".env").write_text("#\nDISCORD_TOKEN = \n")
    (tmp_path / ".env").chmod(0o644)
    assert "ok       secrets" in check()[1]


def test_misspelt_settings_are_found(check, tmp_path):
    text = "\ufeffMETRIC_PORT=9000\nexport SHARDCOUNT = 4\n#DISCORDTOKEN=x\nPOSTGRES_PASSWORD=secret\npace=2\n"
    (tmp_path / ".env").write_text(text, encoding="utf-8")
    status, out = check()
    assert status == 0
    assert (
        "WARNING  settings: METRIC_PORT in .env is no setting and has no effect\n         cure: did you mean METRICS_PORT?"
        in out
    )
    assert "did you mean SHARD_COUNT?" in out
    assert out.count("WARNING  settings") == 2, "other programs' names are their own"


def test_records_cannot_be_checked_without_a_database(check):
    status, out = check("--records")
    assert status == 1
    assert "PROBLEM  records: there is no database" in out


EMOJI = {"c_s10": b"", "c_hk": b""}
"""The emoji that the bot should have, by their names."""


class FakeDiscord:
    """A server that answers the requests of the check as Discord does."""

    def __init__(self):
        self.status, self.ahead, self.left = 200, 0.0, 900
        self.permissions = {"Home": ALL, "Admins": 8}
        self.emoji = list(EMOJI)
        link = {"scopes": ["bot", "applications.commands"], "permissions": str(ALL)}
        self.application = {"id": "7", "integration_types_config": {"0": {"oauth2_install_params": link}}}

    async def answer(self, request):
        now = datetime.now(UTC) + timedelta(seconds=self.ahead)
        body = {
            "users/@me": {"username": "Tractor"},
            "gateway/bot": {"session_start_limit": {"remaining": self.left, "total": 1000}},
            "applications/@me": self.application,
            "applications/7/emojis": {"items": [{"name": name} for name in self.emoji]},
            "users/@me/guilds": self.list_guilds(int(request.query.get("after", "0"))),
        }[request.match_info["path"]]
        known = request.headers["Authorization"] == "Bot secret"
        headers = {"Date": format_datetime(now, usegmt=True)}
        return web.json_response(body, status=self.status if known else 401, headers=headers)

    def list_guilds(self, after):
        """Return a page as Discord does: at most 200 servers, with ids greater than `after`."""
        numbered = enumerate(self.permissions.items(), 1)
        return [{"id": str(n), "name": name, "permissions": str(p)} for n, (name, p) in numbered if n > after][:200]

    async def ask(self, token="secret"):
        application = web.Application()
        application.router.add_get("/{path:.*}", self.answer)
        runner = web.AppRunner(application)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        try:
            settings = Settings(_env_file=None, discord_token=token)
            url = f"http://127.0.0.1:{runner.addresses[0][1]}/"
            with patch("bot.check.discord_api.render_emoji", lambda: EMOJI):
                return {one.name: one async for one in check_discord(settings, url)}
        finally:
            await runner.cleanup()


@pytest.mark.long
async def test_sound_application_is_all_right():
    found = await FakeDiscord().ask()
    assert {one.severity for one in found.values()} == {Severity.OK}
    assert found.keys() == {"clock", "token", "starts", "intents", "installation", "emoji", "permissions"}


async def test_unknown_token_is_found_and_not_repeated():
    found = await FakeDiscord().ask("hush-hush")
    assert found["token"].severity is Severity.PROBLEM
    assert "hush" not in str(found)


@pytest.mark.long
@pytest.mark.parametrize("ahead", [-60.0, 60.0])
async def test_wrong_clock_is_found(ahead):
    discord = FakeDiscord()
    discord.ahead = ahead
    clock = (await discord.ask())["clock"]
    assert clock.severity is Severity.WARNING
    assert ("behind" in clock.text) is (ahead > 0)


@pytest.mark.long
async def test_missing_permissions_missing_emoji_and_few_starts_are_found():
    discord = FakeDiscord()
    discord.permissions["Club"] = ALL & ~NEEDED["Attach Files"]
    discord.emoji.pop()
    discord.left = 3
    discord.application["flags"] = 1 << 15
    found = await discord.ask()
    assert found["permissions"].severity is Severity.WARNING
    assert "1 of 3 servers (Club: Attach Files)" in found["permissions"].text
    assert found["emoji"].text.startswith("1 of")
    assert found["starts"].severity is Severity.WARNING
    assert found["intents"].text.endswith("Server Members")
    assert all(one.cure for one in found.values() if one.severity is not Severity.OK)


PORTALS = {
    "as the portal begins": (
        {
            "integration_types_config": {
                "0": {"oauth2_install_params": {"scopes": ["applications.commands"], "permissions": "0"}},
                "1": {"oauth2_install_params": {"scopes": ["applications.commands"], "permissions": "0"}},
            }
        },
        ["switch off User Install", "add the scope bot", *[f"add the permission {name}" for name in NEEDED]],
    ),
    "for users alone": ({"integration_types_config": {"1": {}}}, ["switch on Guild Install", "switch off User Install"]),
    "no link": ({"integration_types_config": {"0": {}}}, []),
    "own link": ({"custom_install_url": f"https://discord.com/oauth2/authorize?scope=bot&permissions={ALL}"}, ["add the scope applications.commands"]),
    "own page": ({"custom_install_url": "https://example.org/add?permissions=x"}, []),
    "old application": ({"integration_types_config": None}, []),
}  # fmt: skip


@pytest.mark.parametrize("portal", spread(1, PORTALS))
async def test_wrong_installation_is_found_with_its_cures(portal):
    discord = FakeDiscord()
    changes, cures = PORTALS[portal]
    discord.application |= changes
    found = (await discord.ask())["installation"]
    assert (found.severity is Severity.OK) == (not cures)
    assert found.cure.partition("Installation: ")[2] == "; ".join(cures)


@pytest.mark.long
async def test_servers_of_all_pages_are_checked():
    discord = FakeDiscord()
    discord.permissions = {f"Server {n}": ALL for n in range(450)} | {"Last": 0}
    found = await discord.ask()
    assert "1 of 451 servers (Last: " in found["permissions"].text


def test_check_and_invitation_name_the_same_permissions():
    assert INVITED_WITH.value == ALL


@pytest.mark.long
async def test_broken_discord_is_found():
    discord = FakeDiscord()
    discord.status = 503
    assert (await discord.ask())["network"].severity is Severity.PROBLEM


async def test_unreachable_discord_is_found():
    settings = Settings(_env_file=None, discord_token="x")
    found = [one async for one in check_discord(settings, "http://127.0.0.1:9/")]
    assert [(one.name, one.severity) for one in found] == [("network", Severity.PROBLEM)]
