"""With many live tables, the bot sends few requests to Discord when it starts and when it stops."""

import asyncio
import sqlite3
import time
from collections import Counter
from contextlib import closing
from dataclasses import replace

import pytest
from bot_harness import MANNERS, QUICK, connected, settings_for
from screens import LoopbackPlayer
from shared_resources import new_database

from bot.create_bot import create_bot
from bot.ids import ChannelId, GuildId, MessageId, UserId
from bot.play.values.stored_table import StoredTableMessage
from bot.ui.surfaces.current_turn import current_turn
from bot.ui.surfaces.show_queue import SHOWN_AT_ONCE

TABLES = 120
WRITTEN = 4
MOST_REQUESTS = 100
PINGING = replace(MANNERS, turn_pings=True)
ROWS_OF_TABLES = ("actions", "deadlines", "deals", "seats", "table_messages")


async def write_tables(folder, loopback, host, count):
    """Save `count` matches that wait for their only person, and do not show them on Discord."""
    await new_database(folder)
    guild = loopback.world.guilds[next(iter(loopback.world.guilds))]
    channel = next(one for one in loopback.world.channels.values() if one.guild == guild.id)
    async with create_bot(
        settings_for(folder, tables_per_member=WRITTEN),
        timing=replace(QUICK, declare_window=0.05, answer_window=0.05),
        local=loopback,
    ) as running:
        for _ in range(WRITTEN):
            place = GuildId(int(guild.id)), ChannelId(int(channel.id))
            await (await running.registry.open_lobby(*place, host, computers=3)).lobby.start(host, "cut")
        async with asyncio.timeout(120):
            for table in running.registry.list_live():
                while current_turn(table, None, 0.0) is None:  # noqa: ASYNC110 - tables send no event
                    await asyncio.sleep(0.05)
                shown = StoredTableMessage(table.id, table.facts.channel, MessageId(int(channel.id)), time.time(), 1)
                await running.database.store.tables.save_table_message(shown)
    copy_tables(folder / "tractor.db", count)


def copy_tables(file, count):
    """Copy the tables in the database until there are `count`. This is much faster than playing them."""
    with closing(sqlite3.connect(file)) as database:
        for name, key in (("tables", "id"), *((name, "table_id") for name in ROWS_OF_TABLES)):
            columns = [column for _, column, *_ in database.execute(f"PRAGMA table_info({name})") if column != key]
            for offset in range(WRITTEN, count, WRITTEN):
                names = ", ".join(columns)
                database.execute(
                    f"INSERT INTO {name} ({key}, {names}) SELECT {key} + {offset}, {names} FROM {name} WHERE {key} <= {WRITTEN}"
                )
        database.commit()


async def count_requests(loopback, since):
    """Return the number of requests by method, without the first `since` requests."""
    return Counter(one["method"] for one in (await loopback.remote.requests())[since:])


@pytest.mark.long
@pytest.mark.timeout(900)
async def test_start_and_stop_send_few_requests(tmp_path, loopback, blank_pictures):
    ann = LoopbackPlayer(loopback.person("ann"))
    await write_tables(tmp_path, loopback, UserId(int(ann.id)), TABLES)
    since, used, began = len(await loopback.remote.requests()), time.process_time(), time.monotonic()
    async with connected(tmp_path, loopback, ui_config=PINGING) as running:
        await running.client.opened.wait()
        spent, waited = time.process_time() - used, time.monotonic() - began
        asked = await count_requests(loopback, since)
        print(f"start of {TABLES} tables: {spent:.2f} s of processor, {waited:.2f} s, {dict(asked)}")
        assert asked.total() <= 2 * SHOWN_AT_ONCE + 10 + 2 * waited, "the first tables, and one a second"
        await ann.slash("hand")
        since, used, began = len(await loopback.remote.requests()), time.process_time(), time.monotonic()
    asked = await count_requests(loopback, since)
    print(f"stop: {time.process_time() - used:.2f} s of processor, {time.monotonic() - began:.2f} s, {dict(asked)}")
    assert asked.total() <= MOST_REQUESTS
