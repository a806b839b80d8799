"""Ratings are recomputed in parts of limited size. Kills, new deals and deleted people in between do no harm."""

import asyncio
import gc
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing, nullcontext
from dataclasses import replace
from pathlib import Path

import pytest
from league_factories import (
    ADMIN,
    HERE,
    LEAGUE_SETTINGS,
    begin_match,
    create_running_league,
    declarers_win,
    end_deal,
    load_rows,
    opponents_win,
    wait_until_recomputed,
)
from store_factories import ANN, BEN, CAT, DAN

from bot.ids import ResultId
from bot.league.leagues.league_settings import PointScheme, StandingsOrder
from bot.league.results.deals import BookedDeal
from bot.league.results.ratings import rate_deals
from bot.league.rulings import recompute_ratings
from bot.league.rulings.recompute_ratings import rate_in_thread
from bot.league.service import LeagueService
from bot.store.database import Database
from bot.store.results.booked_deals import load_deals_where
from bot.store.schema.league_models import RatingChangeRow, RatingPoolRow, RatingRow
from bot.store.schema.result_models import DealResultRow
from tests.load.fill_database import fill

ROOT = Path(__file__).parents[3]
PEOPLE, DEALS, PART = 200, 400, 100
BY_RATING = replace(LEAGUE_SETTINGS, scheme=PointScheme(order=StandingsOrder.RATING, min_deals=1))


@pytest.fixture
def league(store):
    return LeagueService(store.league, now=lambda: 1_700_000_000.0)


@pytest.fixture
def small_parts(monkeypatch):
    monkeypatch.setattr(recompute_ratings, "DEALS_AT_ONCE", 2)


def rate_with(league, rate):
    league.rulings._recompute.open_worker = lambda: nullcontext(rate)


async def play_some(store, table, revisions):
    for revision in revisions:
        won = declarers_win if revision % 3 else opponents_win
        await end_deal(store, table, revision, won(rise=1), at=1_700_000_500.0 + revision)


async def check_ratings(store):
    """Check that saved ratings and their changes equal those computed from all deals at once. Return them by user.

    Check also that no rating pool still has to be recomputed.
    """
    async with store.tables._connections.read() as connection:
        changes = rate_deals({}, await load_deals_where(connection, DealResultRow.pool_id.is_not(None)))
    stored = {
        (row["user_id"], row["result_id"]): (row["mean"], row["spread"])
        for row in await load_rows(store, RatingChangeRow)
    }
    assert stored == {(one.user, one.result): (one.rating.mean, one.rating.spread) for one in changes}
    ratings = {change.user: change.rating for change in changes}
    rows = {row["user_id"]: (row["mean"], row["rank_value"], row["deals"]) for row in await load_rows(store, RatingRow)}
    assert rows == {user: (one.mean, one.rank_value, one.deals) for user, one in ratings.items()}
    assert {(row["stale_from"], row["ruled_from"]) for row in await load_rows(store, RatingPoolRow)} == {(None, None)}
    return ratings


@pytest.mark.long
async def test_standings_by_rating_follow_a_recompute_in_parts(store, league, small_parts):
    made, season = await create_running_league(league, BY_RATING, ANN, BEN, CAT, DAN)
    table = await begin_match(store, league=made.id)
    await play_some(store, table, range(1, 8))
    before = {one.entrant.user: one.score.value for one in (await league.queries.get_standings(season.id)).lines}
    await league.rulings.void(ADMIN, HERE, ResultId(3), "why")
    await wait_until_recomputed(league)
    ratings = await check_ratings(store)
    after = {one.entrant.user: one.score.value for one in (await league.queries.get_standings(season.id)).lines}
    assert after == {user: rating.rank_value for user, rating in ratings.items()}
    assert after != before
    assert season.number == 1


@pytest.mark.long
async def test_readers_see_old_ratings_during_the_recompute(store, league, small_parts):
    table = await begin_match(store)
    await play_some(store, table, range(1, 8))
    before = (await league.ratings.find_leaderboard(HERE, "standard")).lines
    seen = []

    async def look(known, deals):
        board = await league.ratings.find_leaderboard(HERE, "standard")
        seen.append((board.pool.stale, board.lines == before))
        return await rate_in_thread(known, deals)

    rate_with(league, look)
    await league.rulings.void(ADMIN, HERE, ResultId(1), "why")
    await wait_until_recomputed(league)
    assert seen == [(True, True)] * 4
    assert (await league.ratings.find_leaderboard(HERE, "standard")).lines != before
    await check_ratings(store)


@pytest.mark.long
async def test_deals_can_be_booked_and_voided_during_a_recompute(store, league, small_parts):
    table = await begin_match(store)
    await play_some(store, table, range(1, 8))
    starts = []

    async def disturb(known, deals):
        starts.append(deals[0].id)
        if len(starts) == 2:
            await play_some(store, table, (8, 9))
        if len(starts) == 3:  # this deal precedes the parts already recomputed
            await league.rulings.void(ADMIN, HERE, ResultId(2), "this too")
        return await rate_in_thread(known, deals)

    rate_with(league, disturb)
    await league.rulings.void(ADMIN, HERE, ResultId(4), "why")
    await wait_until_recomputed(league)
    assert starts[:4] == [4, 6, 8, 2]
    assert len(await check_ratings(store)) == 4


async def test_deal_booked_before_the_last_step_is_included(store, league, small_parts, monkeypatch):
    made, season = await create_running_league(league, BY_RATING, ANN, BEN, CAT, DAN)
    table = await begin_match(store, league=made.id)
    await play_some(store, table, range(1, 5))
    replace_ratings, tries = store.league.recompute.replace_ratings, []

    async def book_before(stale):
        tries.append(stale.first)
        if len(tries) == 1:
            await play_some(store, table, (5,))
        return await replace_ratings(stale)

    monkeypatch.setattr(store.league.recompute, "replace_ratings", book_before)
    await league.rulings.void(ADMIN, HERE, ResultId(1), "why")
    await wait_until_recomputed(league)
    assert tries == [5, 6]
    ratings = await check_ratings(store)
    lines = (await league.queries.get_standings(season.id)).lines
    assert {one.entrant.user: one.score.value for one in lines} == {u: r.rank_value for u, r in ratings.items()}


@pytest.mark.long
async def test_person_forgotten_between_parts_keeps_their_ratings(store, league, small_parts):
    table = await begin_match(store)
    await play_some(store, table, range(1, 6))
    forgotten = []

    async def forget(known, deals):
        changes = await rate_in_thread(known, deals)
        if not forgotten:
            forgotten.append(await store.personal_data.delete_personal_data(DAN, [table]))
        return changes

    rate_with(league, forget)
    await league.rulings.void(ADMIN, HERE, ResultId(1), "why")
    await wait_until_recomputed(league)
    assert set(await check_ratings(store)) == {ANN, BEN, CAT, *forgotten}


@pytest.mark.long
async def test_players_without_deals_lose_their_rating(store, league, small_parts):
    await play_some(store, await begin_match(store), (1,))
    await league.rulings.void(ADMIN, HERE, ResultId(1), "why")
    await wait_until_recomputed(league)
    assert await check_ratings(store) == {}
    await league.rulings.restore(ADMIN, HERE, ResultId(1), "why not")
    await wait_until_recomputed(league)
    assert len(await check_ratings(store)) == 4


RECOMPUTE = """
import asyncio, os, signal, sys
from contextlib import nullcontext
from bot.league.rulings import recompute_ratings
from bot.league.rulings.recompute_ratings import rate_in_thread
from bot.league.service import LeagueService
from bot.store.database import Database

async def rate(known, deals):
    if deals[0].id > 1:  # the first part is saved
        os.kill(os.getpid(), signal.SIGKILL)
    return await rate_in_thread(known, deals)

async def run():
    recompute_ratings.DEALS_AT_ONCE = int(sys.argv[2])
    database = await Database.open(sys.argv[1])
    league = LeagueService(database.store.league)
    league.rulings._recompute.open_worker = lambda: nullcontext(rate)
    await league.rulings.recompute_stale_ratings()

asyncio.run(run())
"""


def make_stale(folder, deals=DEALS, people=PEOPLE):
    file = folder / "filled.db"
    fill(file, people, deals)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE pools SET stale_from = 1, ruled_from = 1")
    return file


def read_cursor(file):
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute("SELECT stale_from FROM pools").fetchone()[0]


def recompute_until_killed(url):
    """Run a program that recomputes ratings and kills itself after the first part."""
    ended = subprocess.run([sys.executable, "-c", RECOMPUTE, url, str(PART)], cwd=ROOT, check=False)
    assert ended.returncode == -signal.SIGKILL


@pytest.mark.long
@pytest.mark.unix
async def test_killed_recompute_resumes(tmp_path):
    file = await asyncio.to_thread(make_stale, tmp_path)
    url = f"sqlite+aiosqlite:///{file}"
    await asyncio.to_thread(recompute_until_killed, url)
    cursor = read_cursor(file)
    assert cursor == PART + 1
    database = await Database.open(url)
    league, rated = LeagueService(database.store.league), []

    async def note(known, deals):
        rated.extend(deal.id for deal in deals)
        return await rate_in_thread(known, deals)

    rate_with(league, note)
    await league.rulings.recompute_stale_ratings()
    assert rated == list(range(cursor, DEALS + 1)), "what was committed is not done again"
    await check_ratings(database.store)
    await database.close()


def count_held_deals():
    """Return the number of booked deals in memory that were created after the last `gc.freeze`."""
    gc.collect()
    return sum(isinstance(one, BookedDeal) for one in gc.get_objects())


@pytest.mark.long
async def test_recompute_holds_one_part_of_the_deals(tmp_path, monkeypatch):
    monkeypatch.setattr(recompute_ratings, "DEALS_AT_ONCE", PART)
    database = await Database.open(f"sqlite+aiosqlite:///{await asyncio.to_thread(make_stale, tmp_path, 3 * PART)}")
    league, parts = LeagueService(database.store.league), []
    gc.collect()
    gc.freeze()  # the count ignores existing objects, and garbage is collected first

    async def note(known, deals):
        assert count_held_deals() == len(deals), "parts that are rated are still held"
        parts.append(len(deals))
        return await rate_in_thread(known, deals)

    rate_with(league, note)
    await league.rulings.recompute_stale_ratings()
    await database.close()
    assert parts == [PART] * 3
