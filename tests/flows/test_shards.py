"""Processes with different shards share one PostgreSQL database and hand over to each other.

A process that has slept until another took over writes nothing.
"""

import asyncio
import os
import random
import signal
import sys
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from play_by_panel import SHORT_DEAL, act, patiently, play_deal, sit_down, until
from screens import LoopbackPlayer
from shared_resources import database_url, new_database
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.app import LEASE_LOST_STATUS
from bot.ids import TableId
from bot.play.table_rules.game_state import rebuild_game_state
from bot.store.database import Database
from bot.ui.core.interactions.table_controls import ControlVerb
from engine.model.view import PhaseName

POSTGRES = os.environ.get("TEST_POSTGRES_URL")
needs_postgres = pytest.mark.skipif(POSTGRES is None, reason="no PostgreSQL: set TEST_POSTGRES_URL")
pytestmark = [pytest.mark.long, pytest.mark.timeout(900), needs_postgres]
MOST_TABLES = 19
"""The most tables that a test opens on a server. The bot allows one more."""
HERE = Path(__file__).parent


@pytest.fixture
async def url(tmp_path, monkeypatch):
    """Return the URL of a new PostgreSQL database for this test."""
    monkeypatch.setenv("FLOWS_ON", "postgresql")
    await new_database(tmp_path)
    return database_url(tmp_path)


async def start(loopback, url, *options, count=2, ids="", log=None):
    """Start a bot for some shards."""
    settings = {
        "DATABASE_URL": url,
        "DISCORD_TOKEN": loopback.token,
        "SHARD_IDS": ids,
        "PYTHONPATH": str(HERE.parents[1]),
    }
    if count:
        settings["SHARD_COUNT"] = str(count)
    return await asyncio.create_subprocess_exec(
        *(sys.executable, str(HERE / "sharded_process.py"), loopback.url, *options),
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE, cwd=HERE.parents[1], env={"PATH": ""} | settings,
    )  # fmt: skip


async def ready(process):
    async with asyncio.timeout(120):
        line = await process.stdout.readline()
        assert line == b"ready\n", (await process.stderr.read()).decode()[-3000:]


async def end(process):
    """Wait until a process has ended; return its status and log."""
    async with asyncio.timeout(120):
        _, log = await process.communicate()
    return process.returncode, log.decode()


@asynccontextmanager
async def running(loopback, url, *options, **settings):
    """Run a bot until the end of the block. Check that it ends with status 0 and has logged no error."""
    process = await start(loopback, url, *options, **settings)
    try:
        await ready(process)
        yield process
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
            status, log = await end(process)
            assert status == 0, log[-3000:]
            assert "[error" not in log, log[-3000:]
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()


@pytest.fixture
async def places(loopback):
    """Return a channel for each of two shards, by the shard's number."""
    loopback.world.shards, found = 2, {}
    while len(found) < 2:
        made = await loopback.remote.arrange("add_guild", name="Another", channel=f"room{len(loopback.world.guilds)}")
        found.setdefault((int(made["guild"]) >> 22) % 2, made["channel"])
        await asyncio.sleep(0.001)
    return found


def player(loopback, name, place):
    return LoopbackPlayer(loopback.person(name), place)


async def load(url, table):
    database = await Database.open(url)
    try:
        return await database.store.tables.load(TableId(table))
    finally:
        await database.close()


async def run_sql(url, statement):
    engine = create_async_engine(url)
    try:
        async with engine.begin() as connection:
            result = await connection.execute(text(statement))
            return result.all() if result.returns_rows else None
    finally:
        await engine.dispose()


async def stop_between_transactions(process, url):
    """Stop a process at a moment without a transaction, because other processes would wait for its locks."""
    busy = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in trans%'"
    while True:
        process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(0.1)
        if (await run_sql(url, busy))[0][0] == 0:
            return
        process.send_signal(signal.SIGCONT)
        await asyncio.sleep(0.05)


def check_record(stored):
    """Check that a record has no gap and can be played again; return the phase in which it ends."""
    assert [e.revision for e in stored.entries] == list(range(1, len(stored.entries) + 1))
    return rebuild_game_state(stored.facts, stored.entries).phase_name


async def test_two_processes_play_side_by_side(loopback, url, places):
    ann, bob = (player(loopback, name, places[shard]) for name, shard in (("ann", 0), ("bob", 1)))
    async with running(loopback, url, ids="0"), running(loopback, url, ids="1"):
        await asyncio.gather(sit_down(ann, **SHORT_DEAL), sit_down(bob, **SHORT_DEAL))
        await asyncio.gather(play_deal([ann], random.Random(1)), play_deal([bob], random.Random(2)))
        leases = await run_sql(url, "SELECT name, epoch, shard_count FROM leases WHERE owner <> '' ORDER BY name")
        assert [tuple(row) for row in leases] == [("bot", 1, 2), ("bot 1", 1, 2)]
        for ids, count, refusal in (
            ("1", 2, "another bot plays shard 1 of 2"),
            ("", 3, "with SHARD_COUNT=2, this one"),
        ):
            status, log = await end(await start(loopback, url, ids=ids, count=count))
            assert status == 2
            (line,) = log.splitlines()
            assert refusal in line
    for table in (1, 2):
        assert check_record(await load(url, table)) is PhaseName.FINISHED


async def test_process_that_slept_writes_nothing(loopback, url, places):
    ann = player(loopback, "ann", places[0])
    async with running(loopback, url, ids="0,1") as sleeper:
        await sit_down(ann, **SHORT_DEAL)
        panel = await until(ann, ann.panel, lambda s: s.has(ControlVerb.PLAY) or s.verbs - {ControlVerb.NEXT_DEAL})
        await stop_between_transactions(sleeper, url)
        await run_sql(url, "UPDATE leases SET expires_at = expires_at - 60, machine = 'another'")
        async with running(loopback, url, ids="0"):
            before = await run_sql(url, "SELECT * FROM key_values ORDER BY name")
            rows = await run_sql(url, "SELECT count(*), sum(epoch) FROM leases WHERE owner <> ''")
            assert tuple(rows[0]) == (1, 2), "it took one shard; the other one is free"
            sleeper.send_signal(signal.SIGCONT)
            status, log = await end(sleeper)
            assert status == LEASE_LOST_STATUS
            lost = [line for line in log.splitlines() if "[error" in line]
            assert len(lost) == 1, log[-3000:]
            assert "has taken over" in lost[0]
            after = await run_sql(url, "SELECT * FROM key_values ORDER BY name")
            assert before == after, "not even its heartbeat"
            await act(ann, panel, random.Random(3))
            await play_deal([ann], random.Random(3))
    check_record(await load(url, 1))


async def open_tables(loopback, place, is_over):
    """Once both processes are connected, let people open tables until `is_over()`; return the number of tables."""
    for _ in patiently():
        if sum(session.socket is not None for session in loopback.hub.sessions.values()) == 2:
            break
        await asyncio.sleep(0.01)
    opened = 0
    while not is_over() and opened < MOST_TABLES:
        opened += 1
        assert (await player(loopback, f"host{opened}", place).slash("tractor new")).private
    return opened


async def test_hand_over_loses_no_press(loopback, url, places):
    ann, rng, pressed = player(loopback, "ann", places[1]), random.Random(4), []
    async with running(loopback, url, count=0) as old:
        await sit_down(ann, computers=3)  # a deal takes seconds, so the match goes on during the hand-over
        await until(ann, ann.panel, lambda s: s.verbs)
        new = await start(loopback, url, "--take-over", count=0)
        try:
            becoming = asyncio.create_task(ready(new))
            opening = asyncio.create_task(open_tables(loopback, places[0], becoming.done))
            while not becoming.done() or len(pressed) < 5:  # presses go on during the hand-over
                panel = await ann.panel()
                if panel is not None and panel.verbs:
                    next_deal = panel.ids(ControlVerb.NEXT_DEAL)
                    await (ann.click(panel, next_deal[0]) if next_deal else act(ann, panel, rng))
                    pressed.append(becoming.done())
                assert (await ann.slash("hand")).private
                await ann.pause()
            await becoming
            tables = await opening
            status, log = await end(old)
            assert status == 0, log[-3000:]
            assert "handing over" in log
            await play_deal([ann], rng)
        finally:
            new.send_signal(signal.SIGTERM)
            status, log = await end(new)
        assert (status, "[error" in log) == (0, False), log[-3000:]
        assert "taken over from another process" in log
    assert False in pressed
    assert check_record(await load(url, 1)) is PhaseName.FINISHED
    assert tables > 1
    hosts = await run_sql(url, "SELECT count(*), count(DISTINCT host_id) FROM tables")
    assert tuple(hosts[0]) == (1 + tables, 1 + tables), "each was opened once"


async def choose_language(user, tag):
    asked = await user.slash("settings")
    (control,) = [i for i, p in asked.selects.items() if any(option["value"] == tag for option in p["options"])]
    await user.select(asked, control, [tag])


async def test_changes_are_seen_by_the_other_process(loopback, url, places):
    here, there = player(loopback, "ann", places[0]), player(loopback, "ann", places[1])
    async with running(loopback, url, ids="0"), running(loopback, url, ids="1"):
        await sit_down(there, computers=3)
        assert "Your settings" in (await there.slash("settings")).text
        await choose_language(here, "zh-CN")
        await until(there, lambda: there.slash("settings"), lambda s: "Your settings" not in s.text)
        await until(there, there.panel, lambda s: "Refresh" not in s.buttons.values())
        await choose_language(there, "en")
        await until(here, lambda: here.slash("settings"), lambda s: "Your settings" in s.text)
        asked = await here.slash("privacy delete")
        refused = await here.click(asked, "priv:forget")
        assert "player or host here: #1" in refused.text, "the other process plays that table"
