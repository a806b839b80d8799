"""A bot with many live tables starts, answers, loads its tables and stops within limits of processor time."""

import asyncio
import sys
import time
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pytest
from test_bench_store import record

from bot.ids import ChannelId, GuildId, TableId, UserId
from bot.play.clock.timing import SystemClock, Timing
from bot.play.table_rules.deadlines import list_deadlines
from bot.play.table_rules.game_state import rebuild_game_state
from bot.play.values.stored_table import DealSecret
from bot.play.values.table_info import Person, TableInfo, TableStatus
from bot.store.database import Database
from tests.wire.driven_loopback import DrivenLoopback

sys.path.insert(0, str(Path(__file__).parents[1] / "flows"))

from bot_harness import connected
from screens import LoopbackPlayer
from shared_resources import BlankRenderer

SEATS = tuple(Person(UserId(n + 1)) for n in range(4))
pytestmark = pytest.mark.timeout(600)

A_SERVER = 20
"""The number of tables on each server. The server where the user types a command is the last to be loaded."""
MOST_FOLDS, MOST_STARTS = 4, 20
"""The first answer may take MOST_FOLDS replays of one server's records, plus MOST_STARTS starts without tables."""
START_SECONDS, STOP_SECONDS = 5.0, 3.0
"""The seconds that a start and a stop may take on an idle machine with the largest number of tables."""
SLOW_MACHINE = 4
"""The factor by which a slow and busy machine may exceed START_SECONDS and STOP_SECONDS."""


async def add_tables(folder, loopback, count):
    """Add tables to the database, each in the first deal of its match."""
    rules, entries = record(70)
    channel = next(c for c in loopback.world.channels.values() if c.name == "tractor")
    facts = TableInfo(
        *(TableId(0), GuildId(channel.guild), ChannelId(channel.id), UserId(1), "standard", rules),
        SEATS,
        TableStatus.PLAYING,
        1.0,
        is_friendly=True,
    )
    due = list_deadlines(facts, rebuild_game_state(facts, entries), Timing(), SystemClock().now(), ())
    assert due, "nobody is waited for"
    database = await Database.open(f"sqlite+aiosqlite:///{folder}/tractor.db")
    for n in range(count):
        facts = replace(facts, guild=GuildId(channel.guild if n < A_SERVER else n // A_SERVER))
        async with database.store.tables.begin() as tx:
            table = await tx.add_table(facts)
            await tx.save_deal(table, DealSecret(1, b"s" * 32, "c" * 64, "cut"), None)
            for entry in entries:
                await tx.append_entry(table, entry)
            await tx.save_deadlines(table, due)
            await tx.commit()
    await database.close()


def seconds_to_fold():
    rules, entries = record(70)
    facts = TableInfo(
        TableId(1), GuildId(1), ChannelId(1), UserId(1), "standard", rules, SEATS, TableStatus.PLAYING, 1.0
    )
    began = time.process_time()
    for _ in range(10):
        rebuild_game_state(facts, entries)
    return (time.process_time() - began) / 10


async def first_answer(folder, loopback):
    """Start the bot, type a command and stop the bot.

    Return three processor times in seconds: from the start to the answer, from the start until all tables are loaded,
    and the time of the stop.
    """
    began = time.process_time()
    with patch("bot_harness._ready", wait_for_connection):
        async with connected(folder, loopback, seed=1) as running:
            await LoopbackPlayer(loopback.person("ann")).slash("help", settle=False)
            answered = time.process_time() - began
            await running.client.opened.wait()
            loaded, ending = time.process_time() - began, time.process_time()
        return answered, loaded, time.process_time() - ending


async def wait_for_connection(client, task):
    while not client.is_ready() and not task.done():  # noqa: ASYNC110 - polls as the harness does
        await asyncio.sleep(0.01)


async def test_first_answer_comes_soon_with_many_tables(tmp_path, scale):
    for count in scale.pick((200, 1000), (20,)):
        folder = tmp_path / f"{count}"
        folder.mkdir()
        await measure(folder, count, scale)


async def measure(folder, count, scale):
    loopback = await DrivenLoopback.start(limits=False)
    try:
        with patch("bot.create_bot.PictureRenderer", BlankRenderer):
            await first_answer(folder, loopback)
            alone, *_ = await first_answer(folder, loopback)
            await add_tables(folder, loopback, count)
            answered, loaded, stopped = await first_answer(folder, loopback)
    finally:
        await loopback.stop()
    print(
        f"\n{count} live tables: first answer after {answered:.2f} s, {alone:.2f} s without; all loaded after {loaded:.2f} s;"
        f" stopped in {stopped:.2f} s"
    )
    assert scale.is_short or answered < MOST_FOLDS * A_SERVER * seconds_to_fold() + MOST_STARTS * alone
    assert loaded < SLOW_MACHINE * START_SECONDS
    assert stopped < SLOW_MACHINE * STOP_SECONDS
