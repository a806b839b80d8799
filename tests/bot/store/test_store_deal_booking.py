"""A deal's changes in the league are saved with the action that ended it, or not at all."""

import asyncio
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from league_factories import (
    LEAGUE_SETTINGS,
    SEATS,
    begin_match,
    create_running_league,
    declarers_win,
    end_deal,
    load_results,
    load_rows,
)
from ruling_checks import check_all
from store_factories import ANN, BEN, CAT, DAN, booking, commit_one, play, write_deferred

from bot.ids import UserId
from bot.league.service import LeagueService
from bot.play.ports import Fenced
from bot.store.database import Database
from bot.store.maintenance.migrate import MIGRATIONS
from bot.store.schema.league_models import CountedDealRow, ScoreRow
from bot.store.schema.result_models import DealResultRow

PATHS = [str(MIGRATIONS.parent), str(Path(__file__).parent)]
WRITER = """
import asyncio, sys
sys.path[:0] = sys.argv[3:]
from bot.ids import TableId
from bot.store.database import Database
from league_factories import declarers_win, end_deal, opponents_win

async def write(url, table):
    store = (await Database.open(url)).store
    for revision in range(1, 10_000):
        await end_deal(store, table, revision, declarers_win() if revision % 3 else opponents_win(), at=1_700_000_500.0 + revision)
        print(revision, flush=True)

asyncio.run(write(sys.argv[1], TableId(int(sys.argv[2]))))
"""
HALFWAY = """
import asyncio, os, sys
sys.path[:0] = sys.argv[3:]
from bot.ids import TableId
from bot.store.database import Database
from bot.store.tables.save_table import SqlTransaction
from league_factories import SEATS, declarers_win
from store_factories import booking, play

async def die(_):
    os._exit(9)

async def write(url, table):
    async with (await Database.open(url)).store.tables.begin() as tx:
        await tx.append_entry(table, play(1))
        await tx.book_deal(booking(table, 1, SEATS, declarers_win()))
        await tx.commit()

SqlTransaction.commit = die
asyncio.run(write(sys.argv[1], TableId(int(sys.argv[2]))))
"""


async def prepared(url):
    database = await Database.open(url)
    await create_running_league(LeagueService(database.store.league), LEAGUE_SETTINGS, ANN, CAT, DAN)
    table = await begin_match(database.store)
    await database.close()
    return table


def start(program, url, table):
    command = [sys.executable, "-c", program, url, str(table), *PATHS]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


@pytest.mark.long
@pytest.mark.parametrize("wanted", [9])
async def test_acknowledged_deals_survive_a_kill(migrated_url, wanted):
    table = await prepared(migrated_url)
    writer = start(WRITER, migrated_url, table)
    acknowledged = [int(next(writer.stdout)) for _ in range(wanted)]
    writer.send_signal(signal.SIGKILL)
    acknowledged += [int(line) for line in writer.stdout if line.endswith("\n")]
    writer.stdout.close()
    assert writer.wait() == -signal.SIGKILL

    database = await Database.open(migrated_url)
    store = database.store
    played = len((await store.tables.load(table)).entries)
    assert acknowledged[-1] <= played <= acknowledged[-1] + 1
    assert [row["revision"] for row in await load_rows(store, DealResultRow)] == list(range(1, played + 1))
    assert len(await load_rows(store, CountedDealRow)) == 3 * played
    assert {row["deals"] for row in await load_rows(store, ScoreRow)} == {played}
    await check_all(store)
    with pytest.raises(Fenced):
        await end_deal(store, table, played)
    await end_deal(store, table, played + 1)
    await check_all(store)
    await database.close()


@pytest.mark.long
async def test_crash_before_commit_books_nothing(migrated_url):
    table = await prepared(migrated_url)
    database = await Database.open(migrated_url)
    before = await load_results(database.store)
    writer = start(HALFWAY, migrated_url, table)
    writer.stdout.close()
    assert writer.wait() == 9
    assert await load_results(database.store) == before
    await end_deal(database.store, table, 1)
    await check_all(database.store)
    await database.close()


async def test_uncommitted_or_repeated_booking_changes_nothing(store):
    await create_running_league(LeagueService(store.league), LEAGUE_SETTINGS, ANN, BEN)
    table = await begin_match(store)
    await end_deal(store, table, 1, declarers_win())
    before = await load_results(store)
    async with store.tables.begin() as tx:
        await tx.append_entry(table, play(2))
        await tx.book_deal(booking(table, 2, SEATS, declarers_win()))
        await write_deferred(tx)
    with pytest.raises(Fenced):
        await commit_one(store, lambda tx: tx.book_deal(booking(table, 1, SEATS, declarers_win(rise=3))))
    assert await load_results(store) == before


async def test_simultaneous_deals_each_count_once(store):
    """Deals of one league end at many tables at the same moment."""
    league = LeagueService(store.league)
    _, season = await create_running_league(league, LEAGUE_SETTINGS, ANN, BEN)
    tables = [await begin_match(store) for _ in range(6)]
    await asyncio.gather(*(end_deal(store, table, 1, declarers_win(), at=1_700_000_500.0) for table in tables))
    assert (await league.queries.find_standing(season.id, UserId(ANN))).score.deals == 6
    await check_all(store)
