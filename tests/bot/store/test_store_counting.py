"""What a deal changes in the league is kept with the action that ended it, or not at all; and what old programs kept."""

import asyncio
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from league_samples import DRAFT, HERE, SEATS, begin, end, held, kept, opened, rows
from store_samples import ANN, BEN, CAT, DAN, booking, play
from test_store_rulings import check_all

from bot.league.ids import UserId
from bot.league.service import League
from bot.play.ports import Fenced
from bot.store.connections import database_url, make_engine
from bot.store.database import Database
from bot.store.league_models import CountedRow, PoolRow, RatingChangeRow, RatingRow, ScoreRow
from bot.store.migrate import MIGRATIONS, upgrade
from bot.store.models import ResultRow, SeatResultRow

PATHS = [str(MIGRATIONS.parent), str(Path(__file__).parent)]
WRITER = """
import asyncio, sys
sys.path[:0] = sys.argv[3:]
from bot.play.occupants import TableId
from bot.store.database import Database
from league_samples import end, held, lost

async def write(url, table):
    store = (await Database.open(url)).store
    for revision in range(1, 10_000):
        await end(store, table, revision, held() if revision % 3 else lost(), at=1_700_000_500.0 + revision)
        print(revision, flush=True)

asyncio.run(write(sys.argv[1], TableId(int(sys.argv[2]))))
"""
HALFWAY = """
import asyncio, os, sys
sys.path[:0] = sys.argv[3:]
from bot.play.occupants import TableId
from bot.store.database import Database
from league_samples import SEATS, held
from store_samples import booking, play

async def write(url, table):
    async with (await Database.open(url)).store.begin() as tx:
        await tx.append(table, play(1))
        await tx.book(booking(table, 1, SEATS, held()))
        os._exit(9)

asyncio.run(write(sys.argv[1], TableId(int(sys.argv[2]))))
"""


async def prepared(url):
    database = await Database.open(url)
    await opened(League(database.store), DRAFT, ANN, CAT, DAN)
    table = await begin(database.store)
    await database.close()
    return table


def start(program, url, table):
    command = [sys.executable, "-c", program, url, str(table), *PATHS]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


@pytest.mark.parametrize("wanted", [9])
async def test_killed_while_deals_end(sqlite_url, wanted):
    await upgrade(sqlite_url)
    table = await prepared(sqlite_url)
    writer = start(WRITER, sqlite_url, table)
    acknowledged = [int(next(writer.stdout)) for _ in range(wanted)]
    writer.send_signal(signal.SIGKILL)
    acknowledged += [int(line) for line in writer.stdout if line.endswith("\n")]
    writer.stdout.close()
    assert writer.wait() == -signal.SIGKILL

    database = await Database.open(sqlite_url)
    store = database.store
    played = len((await store.load(table)).entries)
    assert acknowledged[-1] <= played <= acknowledged[-1] + 1
    assert [row["revision"] for row in await rows(store, ResultRow)] == list(range(1, played + 1))
    assert len(await rows(store, CountedRow)) == 3 * played
    assert {row["deals"] for row in await rows(store, ScoreRow)} == {played}
    await check_all(store)
    with pytest.raises(Fenced):
        await end(store, table, played)
    await end(store, table, played + 1)
    await check_all(store)
    await database.close()


async def test_dead_between_booking_and_commit(sqlite_url):
    await upgrade(sqlite_url)
    table = await prepared(sqlite_url)
    database = await Database.open(sqlite_url)
    before = await kept(database.store)
    writer = start(HALFWAY, sqlite_url, table)
    writer.stdout.close()
    assert writer.wait() == 9
    assert await kept(database.store) == before
    await end(database.store, table, 1)
    await check_all(database.store)
    await database.close()


async def test_what_was_not_committed_or_was_booked_before_counts_for_nothing(store):
    await opened(League(store), DRAFT, ANN, BEN)
    table = await begin(store)
    await end(store, table, 1, held())
    before = await kept(store)
    async with store.begin() as tx:
        await tx.append(table, play(2))
        await tx.book(booking(table, 2, SEATS, held()))
    with pytest.raises(Fenced):
        async with store.begin() as tx:
            await tx.book(booking(table, 1, SEATS, held(rise=3)))
    assert await kept(store) == before


async def test_many_tables_at_once(store):
    """Deals of one league end at many tables in the same moment: each counts once."""
    league = League(store)
    _, season = await opened(league, DRAFT, ANN, BEN)
    tables = [await begin(store) for _ in range(6)]
    await asyncio.gather(*(end(store, table, 1, held(), at=1_700_000_500.0) for table in tables))
    assert (await league.place_of(season.id, UserId(ANN))).score.deals == 6
    await check_all(store)


async def test_results_of_programs_without_ratings_are_rated_at_the_start(tmp_path):
    url = f"sqlite:///{tmp_path}/old.db"
    old = sqlite3.connect(tmp_path / "old.db")
    old.executescript((Path(__file__).parent / "written_by_0003.sql").read_text())
    old.close()
    await upgrade(url)
    database = await Database.open(url)
    store = database.store
    (pool,) = await rows(store, PoolRow)
    assert (pool["guild_id"], pool["preset"], pool["stale_from"]) == (HERE, "club", 1)
    assert [(row["role"], row["declaring"]) for row in await rows(store, SeatResultRow)] == [
        ("declarer", True), ("opponent", False), ("partner", True), ("opponent", False),
    ]  # fmt: skip
    league = League(store)
    league.begin()
    await league.settled()
    await check_all(store)
    assert {row["user_id"] for row in await rows(store, RatingRow)} == {ANN, BEN}
    assert len(await rows(store, RatingChangeRow)) == 2
    assert (await league.profile(HERE, UserId(ANN), "club")).record.won == 1
    await database.close()


async def test_going_back_and_forth_between_versions(sqlite_url):
    """What the newest version added can be taken away again, and comes back."""
    from alembic import command

    from bot.store.migrate import config

    await upgrade(sqlite_url)
    table = await prepared(sqlite_url)
    database = await Database.open(sqlite_url)
    await end(database.store, table, 1, held())
    await database.close()

    def down(connection):
        settings = config()
        settings.attributes["connection"] = connection
        command.downgrade(settings, "0003")

    engine = make_engine(database_url(sqlite_url), foreign_keys=False, pooled=False)  # as for every migration
    async with engine.begin() as connection:
        await connection.run_sync(down)
    await engine.dispose()
    await upgrade(sqlite_url)
    database = await Database.open(sqlite_url)
    assert len(await rows(database.store, ResultRow)) == 1
    assert [row["role"] for row in await rows(database.store, SeatResultRow)] == [
        "declarer", "opponent", "partner", "opponent",
    ]  # fmt: skip
    league = League(database.store)
    await league.catch_up()
    await check_all(database.store)
    await database.close()
