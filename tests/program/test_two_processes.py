"""If two programs use one database, the second ends with a one-line error.

A crashed program blocks no other, and a program that has lost its lease stops.
"""

import asyncio
import os
import signal
import sqlite3
import sys
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.app import LEASE_LOST_STATUS

pytestmark = [pytest.mark.timeout(900), pytest.mark.unix]
ROOT = Path(__file__).parents[2]
SECONDS = 200
STARTED = b"The local Discord is ready"


async def run(folder, *arguments):
    env = {k: v for k, v in os.environ.items() if k != "DISCORD_TOKEN"} | {"PYTHONPATH": str(ROOT)}
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", *arguments, cwd=folder, env=env,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip


@asynccontextmanager
async def running(folder):
    process = await run(folder)
    try:
        async with asyncio.timeout(SECONDS):
            assert STARTED in await process.stdout.readline()
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def stop(process, number):
    process.send_signal(number)
    async with asyncio.timeout(SECONDS):
        return await process.communicate()


def lease(folder):
    with sqlite3.connect(folder / "data" / "tractor.db") as database:
        return database.execute("SELECT process FROM leases WHERE owner <> ''").fetchall()


@pytest.mark.long
async def test_second_process_ends_with_one_line_error(tmp_path):
    async with running(tmp_path) as first:
        state = (tmp_path / "data" / "local-discord.db").stat().st_mtime_ns
        for command in (("run",), ("restore", __file__)):
            second = await run(tmp_path, *command)
            _, err = await asyncio.wait_for(second.communicate(), SECONDS)
            assert second.returncode == 2
            (line,) = err.decode().splitlines()
            assert line.startswith("DATABASE_URL: another bot uses this database")
            assert f"process {first.pid} " in line
        assert (tmp_path / "data" / "local-discord.db").stat().st_mtime_ns == state
        assert first.returncode is None
        assert lease(tmp_path) == [(first.pid,)]
        for command in (("backup", "copy.db"), ("export", "all.jsonl")):
            copying = await run(tmp_path, *command)
            _, err = await asyncio.wait_for(copying.communicate(), SECONDS)
            assert (copying.returncode, err) == (0, b"")
        with sqlite3.connect(tmp_path / "copy.db") as copy:
            assert copy.execute("SELECT * FROM leases").fetchall() == [], "a copy can be used at once"


@pytest.mark.long
async def test_start_after_kill_need_not_wait(tmp_path):
    async with running(tmp_path) as first:
        await stop(first, signal.SIGKILL)
        assert lease(tmp_path) == [(first.pid,)]
    async with running(tmp_path) as second:
        assert lease(tmp_path) == [(second.pid,)]
        _, err = await stop(second, signal.SIGTERM)
        assert b"waiting" not in err
        assert second.returncode == 0
        assert lease(tmp_path) == []


@pytest.mark.long
async def test_process_without_its_lease_stops(tmp_path):
    async with running(tmp_path) as first:
        with sqlite3.connect(tmp_path / "data" / "tractor.db") as database:
            database.execute("UPDATE leases SET owner = 'other', process = 1, expires_at = expires_at + 3600")
        async with asyncio.timeout(SECONDS):
            _, err = await first.communicate()
        assert first.returncode == LEASE_LOST_STATUS
        assert "taken over the database" in err.decode().splitlines()[-1]
        assert b"Traceback" not in err
        assert lease(tmp_path) == [(1,)], "the other's lease is left alone"
