"""Processes on one PostgreSQL tell one another what they have changed, once it is committed."""

import asyncio
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import text
from store_factories import ON_BOTH

from bot.ids import UserId
from bot.store.connection import listen_for_changes as changes
from bot.store.database import Database

ANN = UserId(7)


@asynccontextmanager
async def following(database):
    heard = asyncio.Queue()
    task = asyncio.create_task(database.store.changes.follow(heard.put_nowait, lambda: heard.put_nowait("gap")))
    try:
        assert await hear(heard) == "gap"
        yield heard
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def hear(heard):
    async with asyncio.timeout(120):
        return await heard.get()


@pytest.fixture
async def both(url):
    if url.startswith("sqlite"):
        pytest.skip("SQLite has one process")
    databases = [await Database.open(url) for _ in range(2)]
    yield databases
    for database in databases:
        await database.close()


@ON_BOTH
async def test_changes_of_other_processes_arrive(both):
    here, there = both
    async with following(here) as heard:
        await here.store.people.save_name(ANN, "Ann")
        await there.store.key_values.set("maintenance", "x")
        await there.store.people.save_locale(ANN, "de")
        await there.store.personal_data.delete_personal_data(ANN)
        assert [await hear(heard) for _ in range(3)] == ["fact maintenance", "person 7", "forgotten 7"]
        assert heard.empty()


async def test_lost_connection_is_noticed(both, monkeypatch):
    here, there = both
    monkeypatch.setattr(changes, "PROBE_SECONDS", 0.1)
    async with following(here) as heard:
        async with there.store.tables._connections.read() as connection:
            listening = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
            probing = "query = 'SELECT 1' AND datname = current_database() AND pid <> pg_backend_pid()"
            await connection.execute(text(f"{listening} OR {probing}"))
        assert await hear(heard) == "gap"
        await there.store.people.save_name(ANN, "Ann")
        assert await hear(heard) == "person 7"
