"""Another program locks the database: commands that only read are answered, all others say that it is busy."""

import asyncio
import sqlite3
from contextlib import asynccontextmanager

import pytest
from bot_harness import LOGGED, connected
from play_by_panel import sit_down, until

from bot.ui.core.interactions.table_controls import ControlVerb
from tests.everyday import spread


@asynccontextmanager
async def locked(folder):
    options = {"timeout": 30.0, "isolation_level": None, "check_same_thread": False}
    connection = sqlite3.connect(folder / "tractor.db", **options)
    await asyncio.to_thread(connection.execute, "BEGIN IMMEDIATE")  # this statement waits until the bot writes nothing
    try:
        yield
    finally:
        connection.execute("ROLLBACK")
        connection.close()


@pytest.mark.parametrize("new", spread(1, [False, True]))
async def test_reading_works_while_database_is_locked(tmp_path, loopback, people, monkeypatch, new, blank_pictures):
    monkeypatch.setattr("bot.store.connection.engines.BUSY_SECONDS", 0.3)
    ann, bob = people[:2]
    async with connected(tmp_path, loopback) as running:
        await sit_down(ann, [bob], computers=2)
        board = await until(ann, ann.board, lambda s: s.has(ControlVerb.SHOW_HAND))
        await until(bob, bob.panel, lambda s: s.is_panel)
        await running.outbox.idle()
        reader = people[2] if new else bob  # the bot knows Bob's name, but not yet the other user's
        async with locked(tmp_path):
            for command in ("help", "tractor list", "watch") if new else ("help", "tractor list"):
                answer = await reader.slash(command)
                assert "try again" not in answer.text, command
            assert (await reader.click(board, board.ids(ControlVerb.RULES)[0])).private
            assert "try again" in (await reader.slash("tractor new")).text
            assert "try again" in (await ann.slash("away")).text
        assert not [line for line in LOGGED if "a handler failed" in line]
        assert "try again" not in (await ann.slash("away")).text
