"""If Discord refuses the commands at the start, the bot runs all the same, logs one line and tries again."""

import json
from contextlib import nullcontext

import pytest
from bot_harness import LOGGED, connected
from play_by_panel import SHORT_DEAL, sit_down, until
from test_admin import config, find_owner
from test_status_server import watched

from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.discord_io.command_sync import FAULT_KEYS
from bot.ui.discord_io.rate_limits import HELD_BACK
from tests.everyday import chosen

EVERYONES, ADMINS = "^/applications/[0-9]+/commands$", "/guilds/[0-9]+/commands$"


@pytest.fixture(autouse=True)
def quick_waits(monkeypatch):
    monkeypatch.setattr("bot.ui.discord_io.rate_limits.FIRST_RETRY_SECONDS", 0.05)
    monkeypatch.setattr("bot.ui.discord_io.rate_limits.MOST_RETRY_SECONDS", 0.05)


@pytest.fixture(autouse=True)
def send_every_time(monkeypatch):
    """Let each bot send its commands to Discord. In other tests, the bots share the commands of the first one."""
    monkeypatch.setattr("bot_harness.shared_commands", lambda _: nullcontext())


async def refuse(loopback, path=EVERYONES, **fault):
    await loopback.remote.arrange("fault", **{"kind": "status", "method": "PUT", "path": path, "times": 2} | fault)


async def put_commands(loopback, path="/commands"):
    return [r for r in await loopback.remote.requests() if r["method"] == "PUT" and r["path"].endswith(path)]


def warnings():
    return [line for line in LOGGED if "could not be registered" in line]


def cause_of(line):
    return line.partition("'cause': ")[2]


DISCORD_PY_TRIES = 5
"""How often discord.py sends a rate-limited request before it gives up."""
FAULTS = {
    "refused": {"status": 400, "code": 50035},
    "unavailable": {"status": 503},
    "broken": {"kind": "broken"},
    "limited": {"kind": "rate_limit", "seconds": 0.0, "times": 2 * DISCORD_PY_TRIES},
}


@pytest.mark.parametrize("name", chosen(FAULTS, {"limited"}))
async def test_bot_starts_without_its_commands_and_sends_them_later(tmp_path, loopback, blank_pictures, name):
    await refuse(loopback, **FAULTS[name])
    async with connected(tmp_path, loopback) as running:
        assert running.client.is_ready()
        await until_registered(running)
        assert len(await put_commands(loopback)) == FAULTS[name].get("times", 2) + 1
        assert len(warnings()) == 1, "one line for each cause"
        assert "Traceback" not in warnings()[0]
        assert any("commands registered" in line for line in LOGGED)


async def until_registered(running):
    for task in running.client.command_sync._tasks:
        await task


@pytest.mark.long
async def test_tables_go_on_while_commands_are_refused(tmp_path, loopback, people, blank_pictures):
    ann = people[0]
    async with connected(tmp_path, loopback):
        await sit_down(ann, **SHORT_DEAL)
    await refuse(loopback, times=10**9, status=503)
    async with connected(tmp_path, loopback) as running:
        assert running.client.command_sync.faults
        assert (await ann.slash("hand")).is_panel, "the old commands"
        await until(ann, ann.board, lambda s: s.has(ControlVerb.SHOW_HAND))
    await loopback.remote.arrange("no_faults")


async def test_operators_see_that_commands_are_not_sent(tmp_path, loopback, people, blank_pictures):
    owner = find_owner(loopback, people)
    await refuse(loopback, times=10**9, status=503)
    async with connected(tmp_path, loopback, ui_config=config(loopback)) as running:
        key_values = running.database.store.key_values
        assert "503 " in await until(owner, lambda: key_values.get(FAULT_KEYS["commands"]), bool)
        assert "Discord says: 503 " in (await owner.slash("admin stats")).text
        async with watched(running) as get:
            status, text = await get("/readyz")
            assert (status, json.loads(text)["commands"]) == (200, False), "people can play"
            await loopback.remote.arrange("no_faults")
            await until_registered(running)
            assert json.loads((await get("/readyz"))[1])["commands"] is True
        assert await key_values.get(FAULT_KEYS["commands"]) == ""
        assert "Discord says" not in (await owner.slash("admin stats")).text


@pytest.mark.long
async def test_operators_see_that_emoji_are_missing(tmp_path, loopback, people, blank_pictures):
    owner = find_owner(loopback, people)
    await loopback.remote.arrange("fault", kind="rate_limit", method="POST", path="/emojis$", seconds=3600.0)
    async with connected(tmp_path, loopback, ui_config=config(loopback, use_emoji=True)):
        assert "until all emoji are uploaded" in (await owner.slash("admin stats")).text
    await loopback.remote.arrange("no_faults")
    async with connected(tmp_path, loopback, ui_config=config(loopback, use_emoji=True, emoji_pause=0.0)) as running:
        await running.client.emoji_sync.idle()
        assert "emoji" not in (await owner.slash("admin stats")).text


async def test_refused_admin_command_holds_no_others_back(tmp_path, loopback, people, blank_pictures):
    owner = find_owner(loopback, people)
    await refuse(loopback, ADMINS, status=403, code=50001)
    async with connected(tmp_path, loopback, ui_config=config(loopback)) as running:
        await until_registered(running)
        assert len(warnings()) == 1
        assert "tables opened" in (await owner.slash("admin stats")).text


async def test_long_limit_is_waited_for_and_shown(tmp_path, loopback, blank_pictures, monkeypatch):
    """While discord.py sleeps until the limit is over, the operator can see that commands are held back."""
    monkeypatch.setattr("bot.ui.discord_io.rate_limits.SLOW_AFTER", 0.05)
    await refuse(loopback, kind="rate_limit", times=1, seconds=1.5)
    async with connected(tmp_path, loopback) as running:
        assert HELD_BACK in running.client.command_sync.faults.values()
        await until_registered(running)
        assert not running.client.command_sync.faults
        assert len(await put_commands(loopback)) == 2, "it is asked again when the time is over, and not before"
