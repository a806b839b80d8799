"""After a ruling ratings are recomputed, even while deals are booked and after restarts and faults."""

import asyncio
from contextlib import nullcontext

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
from ruling_checks import check_all, never, rate_with, set_up
from store_factories import ANN

from bot.ids import ResultId
from bot.league.results.deals import Ruling, RulingKind
from bot.league.rulings.recompute_ratings import MAX_DEALS_IN_THREAD, rate_in_thread, work_in_process
from bot.league.service import LeagueService
from bot.store.database import Database
from bot.store.schema.league_models import RatingChangeRow, RatingPoolRow


@pytest.fixture
def league(store):
    return LeagueService(store.league, now=lambda: 1_700_000_000.0)


async def test_deals_booked_during_recompute_are_included(store, league):
    await set_up(league)
    table = await begin_match(store)
    for revision in (1, 2):
        await end_deal(store, table, revision, declarers_win(levels=(1 + revision, 2)))
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def slow(known, deals):
        begun.set()
        await go_on.wait()
        return await rate_in_thread(known, deals)

    rate_with(league, slow)
    await league.rulings.void(ADMIN, HERE, ResultId(1), "why")
    await begun.wait()
    await end_deal(store, table, 3, opponents_win(levels=(4, 2)))
    assert (await league.standings.list_pools(HERE))[0].stale
    await league.rulings.void(ADMIN, HERE, ResultId(2), "this too")  # this makes the running recompute obsolete
    go_on.set()
    await wait_until_recomputed(league)
    assert not (await league.standings.list_pools(HERE))[0].stale
    await check_all(store)
    assert {row["result_id"] for row in await load_rows(store, RatingChangeRow)} == {3}


@pytest.mark.long
async def test_deal_booked_during_recompute_is_rated_afterwards(store, league):
    await set_up(league)
    table = await begin_match(store)
    for revision in (1, 2):
        await end_deal(store, table, revision, declarers_win(levels=(1 + revision, 2)))
    runs = []

    async def slow(known, deals):
        changes = await rate_in_thread(known, deals)
        runs.append([deal.id for deal in deals])
        if len(runs) == 1:
            await end_deal(store, table, 3, opponents_win(levels=(4, 2)))
        return changes

    rate_with(league, slow)
    await league.rulings.void(ADMIN, HERE, ResultId(1), "why")
    await wait_until_recomputed(league)
    assert runs == [[1, 2], [3]]
    assert {row["result_id"] for row in await load_rows(store, RatingChangeRow)} == {2, 3}
    await check_all(store)


@pytest.mark.long
async def test_recompute_resumes_after_a_restart(url):
    first = await Database.open(url)
    league = LeagueService(first.store.league, now=lambda: 1_700_000_000.0, open_worker=lambda: nullcontext(never))
    await set_up(league)
    table = await begin_match(first.store)
    await end_deal(first.store, table, 1, declarers_win())
    await end_deal(first.store, table, 2, declarers_win(levels=(3, 2)))
    await league.rulings.void(ADMIN, HERE, ResultId(1), "why")
    await league.rulings.close()
    await first.close()

    second = await Database.open(url)
    assert [row["stale_from"] for row in await load_rows(second.store, RatingPoolRow)] == [1]
    league = LeagueService(second.store.league)
    league.rulings.start_recompute()
    await wait_until_recomputed(league)
    await check_all(second.store)
    assert [row["stale_from"] for row in await load_rows(second.store, RatingPoolRow)] == [None]
    await second.close()


@pytest.mark.long
async def test_failed_recompute_keeps_the_ruling(store, league, caplog):
    await set_up(league)
    await end_deal(store, await begin_match(store), 1, declarers_win())

    async def broken(_known, _deals):
        raise OSError("no process could be started")

    rate_with(league, broken)
    await league.rulings.void(ADMIN, HERE, ResultId(1), "why")
    await wait_until_recomputed(league)
    assert "could not be recomputed" in caplog.text
    assert (await league.queries.get_result(HERE, ResultId(1))).deal.void
    rate_with(league, rate_in_thread)
    assert await league.rulings.recompute_stale_ratings() == 1
    await check_all(store)


@pytest.mark.long
async def test_late_rulings_are_counted_by_season(store, league):
    made, season = await create_running_league(league, LEAGUE_SETTINGS, ANN)
    await end_deal(store, await begin_match(store), 1, declarers_win())
    await league.rulings.correct(ADMIN, HERE, ResultId(1), Ruling(RulingKind.CORRECT, True, 2, 20), "before")
    assert await league.results.count_late_rulings(made.id) == {}
    await league.admin.close_season(ADMIN, HERE, made.id)
    await league.admin.open_season(ADMIN, HERE, made.id)
    await league.rulings.void(ADMIN, HERE, ResultId(1), "after")
    await league.rulings.restore(ADMIN, HERE, ResultId(1), "after")
    assert await league.results.count_late_rulings(made.id) == {season.number: 2}
    assert [dict(line.facts).get("season") for line in (await league.standings.list_audit_entries(made.id))[0] if "result" in line.facts] == [
        1, 1, None,
    ]  # fmt: skip
    await wait_until_recomputed(league)


@pytest.mark.long
async def test_large_recomputes_run_in_another_process(store, league, monkeypatch):
    monkeypatch.setattr("bot.league.rulings.recompute_ratings.MAX_DEALS_IN_THREAD", 1)
    assert MAX_DEALS_IN_THREAD > 1
    await set_up(league)
    table = await begin_match(store)
    for revision in (1, 2, 3):
        await end_deal(store, table, revision, declarers_win(levels=(1 + revision, 2)))
    league.rulings._recompute.open_worker = work_in_process
    await league.rulings.void(ADMIN, HERE, ResultId(1), "why")
    await wait_until_recomputed(league)
    await check_all(store)
