"""Rulings: restoring undoes a void, and recomputed values equal the saved ones to the last bit."""

import asyncio
from contextlib import nullcontext
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from league_factories import (
    ADMIN,
    BY_TOTAL,
    HERE,
    LEAGUE_SETTINGS,
    SEATS,
    TEAM_LEAGUE_SETTINGS,
    begin_match,
    create_running_league,
    declarers_win,
    end_deal,
    load_results,
    load_rows,
    opponents_win,
)
from sqlalchemy import insert, text
from store_factories import ANN, BEN, CAT, DAN, seat_four

from bot.ids import ResultId, UserId
from bot.league.access import Caller
from bot.league.audit import AuditAction
from bot.league.deals import MAX_REASON_LENGTH, Ruling, RulingKind
from bot.league.leagues import PointScheme, StandingsOrder
from bot.league.rating_worker import MAX_DEALS_IN_THREAD, rate_in_thread, work_in_process
from bot.league.ratings import rate_deals
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.season_standings import compute_score
from bot.league.service import LeagueService
from bot.store.booked_deals import load_deals_where
from bot.store.database import Database
from bot.store.league_models import (
    CountedDealRow,
    OverruledRulingRow,
    RatingChangeRow,
    RatingPoolRow,
    RatingRow,
    ScoreRow,
)
from bot.store.result_models import DealResultRow
from engine.model.options import Level

TABLES = (SEATS, seat_four(ANN, CAT), seat_four(BEN), (SEATS[1], SEATS[0], SEATS[3], SEATS[2]))


@pytest.fixture
def league(store):
    return LeagueService.build(store.league, now=lambda: 1_700_000_000.0)


async def set_up(league):
    """Teams, a league of persons and one of teams, both with a season."""
    await league.teams.create_team(HERE, "Pair", (UserId(ANN), UserId(BEN)))
    await league.teams.create_team(HERE, "Other", (UserId(CAT), UserId(DAN)))
    _, season = await create_running_league(
        league, replace(LEAGUE_SETTINGS, decay=0.25, scheme=replace(BY_TOTAL, level=2, match=5)), ANN, BEN, CAT
    )
    made = await league.admin.create_league(ADMIN, HERE, TEAM_LEAGUE_SETTINGS)
    for team in (1, 2):
        await league.admin.join(ADMIN, HERE, made.id, team)
    return season, await league.admin.open_season(ADMIN, HERE, made.id)


DEALS = st.lists(
    st.tuples(
        st.integers(0, len(TABLES) - 1), st.booleans(), st.integers(0, 3), st.integers(0, 3), st.integers(0, 200),
        st.booleans(), st.integers(0, 40),
    ),
    min_size=1, max_size=7,
)  # fmt: skip


async def play_all(store, deals, start=1):
    """Play deals at several tables; each table continues at the levels of its last deal."""
    tables, revisions, levels = {}, {}, {}
    at = 1_700_000_500.0
    for where, holds, rise, declarer, points, over, days in deals:
        if where not in tables:
            tables[where] = await begin_match(store, TABLES[where], league=1 + where % 2)  # of persons, of teams
            revisions[where] = 0
            levels[where] = (2, 2)
        revisions[where] += 1
        at += days * 86_400.0
        winner = declarer % 2 if holds else 1 - declarer % 2
        winners = (winner, winner + 2) if over else ()
        risen = min(rise, 14 - max(levels[where]))
        how = (declarers_win if holds else opponents_win)(risen, points, declarer, winners, levels[where])
        await end_deal(store, tables[where], revisions[where], how, TABLES[where], at=at)
        levels[where] = tuple(int(level) for level in how.levels_after[:2])


async def worked_out(store):
    """Compute all ratings and scores from the saved results alone."""
    async with store.tables._connections.read() as connection:
        deals = await load_deals_where(connection, DealResultRow.id > 0)
        counted = (
            await connection.execute(
                text("SELECT season_id, entrant_id, result_id, seat FROM counted_deals ORDER BY 3")
            )
        ).all()
        schemes = {
            row.id: PointScheme(row.per_deal, row.per_level, row.per_match, StandingsOrder(row.ranked), row.least_deals)
            for row in (await connection.execute(text("SELECT * FROM seasons"))).all()
        }
        entrants = (await connection.execute(text("SELECT season_id, entrant_id FROM scores"))).all()
    changes = rate_deals({}, deals)
    by_id = {deal.id: deal for deal in deals}
    scores = {
        (season, entrant): compute_score(
            ((by_id[r], seat) for s, e, r, seat in counted if (s, e) == (season, entrant) and not by_id[r].void),
            schemes[season],
        )
        for season, entrant in entrants
    }
    return changes, scores


async def check_all(store):
    """Check that saved ratings and scores equal those computed from the saved results, to the last bit."""
    changes, scores = await worked_out(store)
    kept_changes = {
        (r["user_id"], r["result_id"]): (r["mean"], r["spread"], r["deals"], r["at"])
        for r in await load_rows(store, RatingChangeRow)
    }
    assert kept_changes == {
        (c.user, c.result): (c.rating.mean, c.rating.spread, c.rating.deals, c.rating.at) for c in changes
    }
    latest = {c.user: c.rating for c in changes}
    kept_ratings = {
        r["user_id"]: (r["mean"], r["spread"], r["deals"], r["at"]) for r in await load_rows(store, RatingRow)
    }
    assert kept_ratings == {u: (r.mean, r.spread, r.deals, r.at) for u, r in latest.items()}
    kept_scores = {
        (r["season_id"], r["entrant_id"]): (
            r["points"],
            r["deals"],
            r["won"],
            r["margin"],
            r["matches_won"],
            r["streak"],
            r["form"],
        )
        for r in await load_rows(store, ScoreRow)
    }
    assert kept_scores == {
        key: (s.points, s.deals, s.won, s.margin, s.matches_won, s.streak, s.form) for key, s in scores.items()
    }


async def fresh(file, folder):
    import shutil

    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    shutil.copy(file, folder / "a.db")
    return await Database.open(f"sqlite:///{folder}/a.db")


LAWS = {
    "deals": DEALS,
    "later": DEALS,
    "pick": st.integers(0, 100),
    "rise": st.integers(0, 5),
    "holds": st.booleans(),
}


@settings(max_examples=1, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(**LAWS)
def test_laws_of_rulings(migrated_file, tmp_path, **drawn):
    """Restoring undoes a void; saved values always follow from the results, including those booked meanwhile."""
    laws(migrated_file, tmp_path, **drawn)


@pytest.mark.long
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(**LAWS)
def test_laws_of_rulings_over_many_deals(migrated_file, tmp_path, **drawn):
    laws(migrated_file, tmp_path, **drawn)


def laws(migrated_file, tmp_path, deals, later, pick, rise, holds):
    async def run():
        database = await fresh(migrated_file, tmp_path / "laws")
        store, league = database.store, LeagueService.build(database.store.league, now=lambda: 1_700_000_000.0)
        await set_up(league)
        await play_all(store, deals)
        await check_all(store)
        before = await load_results(store)
        target = ResultId(1 + pick % len(deals))
        await league.rulings.void(ADMIN, HERE, target, "why")
        await league.rulings.wait_until_recomputed()
        await check_all(store)
        await league.rulings.correct(ADMIN, HERE, target, Ruling(RulingKind.CORRECT, holds, rise, 77), "why")
        await league.rulings.wait_until_recomputed()
        await check_all(store)
        corrected = await load_results(store)
        await league.rulings.void(ADMIN, HERE, target, "why")
        await league.rulings.restore(ADMIN, HERE, target, "why not")
        await league.rulings.wait_until_recomputed()
        assert await load_results(store) == corrected
        await league.rulings.restore(ADMIN, HERE, target, "not this either")
        await league.rulings.wait_until_recomputed()
        assert await load_results(store) == before
        rate_with(league, never)
        await league.rulings.void(ADMIN, HERE, target, "why")
        await play_all(store, later)  # booked while the ratings are being recomputed
        await league.rulings.close()
        rate_with(league, rate_in_thread)
        await league.rulings.recompute_stale_ratings()
        await check_all(store)
        assert [row["stale_from"] for row in await load_rows(store, RatingPoolRow)] == [None]
        await database.close()

    asyncio.run(run())


def rate_with(league, rate):
    """Have deals rated again by `rate`."""
    league.rulings._recompute.open_worker = lambda: nullcontext(rate)


async def never(_known, _deals):
    await asyncio.Event().wait()


@pytest.mark.long
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
    assert (await league.ratings.list_pools(HERE))[0].stale
    await league.rulings.void(ADMIN, HERE, ResultId(2), "this too")  # the recompute that runs is obsolete
    go_on.set()
    await league.rulings.wait_until_recomputed()
    assert not (await league.ratings.list_pools(HERE))[0].stale
    await check_all(store)
    assert {row["result_id"] for row in await load_rows(store, RatingChangeRow)} == {3}


@pytest.mark.long
async def test_replacing_ratings_rates_late_deals(store, league):
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
    await league.rulings.wait_until_recomputed()
    assert runs == [[1, 2], [3]]
    assert {row["result_id"] for row in await load_rows(store, RatingChangeRow)} == {2, 3}
    await check_all(store)


@pytest.mark.long
async def test_recompute_resumes_after_a_restart(url):
    first = await Database.open(url)
    league = LeagueService.build(
        first.store.league, now=lambda: 1_700_000_000.0, open_worker=lambda: nullcontext(never)
    )
    await set_up(league)
    table = await begin_match(first.store)
    await end_deal(first.store, table, 1, declarers_win())
    await end_deal(first.store, table, 2, declarers_win(levels=(3, 2)))
    await league.rulings.void(ADMIN, HERE, ResultId(1), "why")
    await league.rulings.close()
    await first.close()

    second = await Database.open(url)
    assert [row["stale_from"] for row in await load_rows(second.store, RatingPoolRow)] == [1]
    league = LeagueService.build(second.store.league)
    league.rulings.start_recompute()
    await league.rulings.wait_until_recomputed()
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
    await league.rulings.wait_until_recomputed()
    assert "could not be recomputed" in caplog.text
    assert (await league.queries.get_result(HERE, ResultId(1))).deal.void
    rate_with(league, rate_in_thread)
    assert await league.rulings.recompute_stale_ratings() == 1
    await check_all(store)


async def test_a_void_deal_counts_for_nothing(store, league):
    persons, teams = await set_up(league)
    table = await begin_match(store)
    await end_deal(store, table, 1, declarers_win(rise=3))
    await end_deal(store, table, 2, declarers_win(rise=1, levels=(5, 2)))
    await end_deal(store, await begin_match(store, league=1), 1, declarers_win(rise=1))
    assert (await league.teams.list_progress(1))[0].level is Level.SIX
    ruled = await league.rulings.void(ADMIN, HERE, ResultId(1), "  cards were   seen ")
    await league.rulings.wait_until_recomputed()
    assert (ruled.reason, ruled.stamp.by, ruled.ruling.kind) == ("cards were seen", ADMIN.user, RulingKind.VOID)
    assert await league.queries.get_result(HERE, ResultId(1)) == replace(
        ruled, ruling=(await league.queries.get_result(HERE, ResultId(1))).ruling
    )
    (progress,) = await league.teams.list_progress(1)
    assert (progress.level, progress.deals, progress.deals_won) == (Level.THREE, 1, 1)
    assert (await league.queries.find_standing(persons.id, UserId(ANN))).score.points == 3
    assert (await league.queries.find_standing(teams.id, team=1)).score.points == 2
    profile = await league.ratings.find_profile(HERE, UserId(ANN), "club")
    assert (profile.record.deals, profile.rating.deals, len(profile.history)) == (2, 2, 2)
    assert (await league.ratings.find_head_to_head(HERE, UserId(ANN), UserId(CAT), "club")).against.deals == 2
    await end_deal(store, table, 3, declarers_win(rise=1, levels=(6, 2)))  # the match goes on where the table has it
    assert (await league.teams.list_progress(1))[0].level is Level.FOUR


async def test_a_finished_lap_stays_a_climb_when_corrected(store, league):
    """Points and rise are corrected, but the side still wins: only a deal it has lost takes the climb away."""
    await set_up(league)
    table = await begin_match(store)
    finished = replace(declarers_win(rise=2, levels=(2, 2)), laps_before=(1,) * 4, laps_after=(2, 1, 2, 1))
    await end_deal(store, table, 1, finished)
    assert [one.climbs for one in await league.teams.list_progress(1)] == [1]
    for hold, climbs in ((True, 1), (False, 0)):
        ruling = Ruling(RulingKind.CORRECT, declarers_hold=hold, rise=3 if hold else 1, points=0 if hold else 85)
        await league.rulings.correct(ADMIN, HERE, ResultId(1), ruling, "miscounted")
        await league.rulings.wait_until_recomputed()
        assert [one.climbs for one in await league.teams.list_progress(1)] == [climbs]


async def test_a_corrected_deal_counts_as_corrected(store, league):
    _, teams = await set_up(league)
    table = await begin_match(store)
    await end_deal(store, table, 1, declarers_win(rise=2, winners=(0, 2)))
    assert (await league.teams.list_progress(1))[0].climbs == 1
    await league.rulings.correct(
        ADMIN, HERE, ResultId(1), Ruling(RulingKind.CORRECT, declarers_hold=False, rise=1, points=85), "miscounted"
    )
    await league.rulings.wait_until_recomputed()
    deal = (await league.queries.get_result(HERE, ResultId(1))).deal
    assert (deal.points, deal.rise, deal.declarers_hold, deal.match_over) == (85, 1, False, False)
    assert [seat.levels_gained for seat in deal.seats] == [0, 1, 0, 1]
    assert (await league.teams.list_progress(1))[0].climbs == 0
    assert (await league.teams.list_progress(2))[0].level is Level.THREE
    assert (await league.queries.find_standing(teams.id, team=2)).score.points == 2
    assert (await league.queries.find_standing(teams.id, team=1)).score.points == 0
    await check_all(store)


async def test_rulings_need_permission_and_a_reason(store, league):
    made, _ = await create_running_league(league, LEAGUE_SETTINGS, ANN)
    await end_deal(store, await begin_match(store), 1, declarers_win())
    await end_deal(store, await begin_match(store, seat_four(CAT)), 1, declarers_win(), seat_four(CAT))
    ann = Caller(UserId(ANN))

    async def refused(doing, why):
        with pytest.raises(LeagueRefused) as raised:
            await doing
        assert raised.value.reason is why

    await refused(league.rulings.void(ann, HERE, ResultId(1), "why"), LeagueRefusal.NOT_MANAGER)
    await refused(league.rulings.require_can_rule(ann, ResultId(1)), LeagueRefusal.NOT_MANAGER)
    await league.admin.add_manager(ADMIN, HERE, made.id, UserId(ANN))
    await league.rulings.require_can_rule(ann, ResultId(1))
    await refused(
        league.rulings.void(ann, HERE, ResultId(2), "why"), LeagueRefusal.NOT_ADMIN
    )  # no league of that manager counts it
    await refused(league.rulings.void(ann, HERE, ResultId(9), "why"), LeagueRefusal.NO_RESULT)
    await refused(league.rulings.void(ann, HERE, ResultId(1), " \n "), LeagueRefusal.REASON_LENGTH)
    await refused(
        league.rulings.void(ann, HERE, ResultId(1), "x" * (MAX_REASON_LENGTH + 1)), LeagueRefusal.REASON_LENGTH
    )
    await refused(league.rulings.restore(ann, HERE, ResultId(1), "why"), LeagueRefusal.AS_BOOKED)
    for ruling in (
        Ruling(RulingKind.CORRECT, rise=-1),
        Ruling(RulingKind.CORRECT, rise=14),
        Ruling(RulingKind.CORRECT, points=-5),
    ):
        await refused(league.rulings.correct(ann, HERE, ResultId(1), ruling, "why"), LeagueRefusal.BAD_SETTINGS)
    await league.rulings.void(ann, HERE, ResultId(1), "why")
    await league.rulings.void(ADMIN, HERE, ResultId(2), "why")
    await league.rulings.wait_until_recomputed()
    trail, _ = await league.queries.list_audit_entries(made.id)
    assert (trail[0].action, trail[0].stamp.by, dict(trail[0].facts)) == (
        AuditAction.VOIDED,
        ANN,
        {"result": 1, "reason": "why"},
    )
    assert [line.league for line in (await league.queries.list_server_audit_entries(ADMIN, HERE))[0][:2]] == [
        None,
        made.id,
    ]


@pytest.mark.long
async def test_ruling_needs_permission_in_every_league(store, league):
    made, first = await create_running_league(league, LEAGUE_SETTINGS, ANN)
    other, season = await create_running_league(league, replace(LEAGUE_SETTINGS, name="Copy"), ANN)
    await end_deal(store, await begin_match(store), 1, declarers_win())
    async with store.tables._connections.write() as connection:  # as an earlier version counted it in both
        await connection.execute(
            insert(CountedDealRow).values(season_id=first.id, entrant_id=1, result_id=1, seat=0, won=True)
        )
        await connection.commit()
    await league.admin.add_manager(ADMIN, HERE, made.id, UserId(ANN))
    ann, one = Caller(UserId(ANN)), ResultId(1)
    assert [(where.id, when.number) for where, when in await league.rulings.list_seasons_counting(one)] == [
        (made.id, 1),
        (other.id, 1),
    ]
    with pytest.raises(LeagueRefused) as raised:
        await league.rulings.void(ann, HERE, one, "why")
    assert (raised.value.reason, raised.value.facts) == (LeagueRefusal.NOT_EVERY_MANAGER, {"names": ("Monday", "Copy")})
    assert (await league.queries.find_standing(season.id, UserId(ANN))).score.deals == 1
    await league.admin.add_manager(ADMIN, HERE, other.id, UserId(ANN))
    await league.rulings.void(ann, HERE, one, "why")
    assert (await league.queries.find_standing(season.id, UserId(ANN))).score.deals == 0
    assert [(await league.queries.list_audit_entries(where.id))[0][0].action for where in (made, other)] == [
        AuditAction.VOIDED
    ] * 2
    await league.rulings.wait_until_recomputed()


@pytest.mark.long
async def test_restoring_a_void_returns_to_the_correction(store, league):
    await set_up(league)
    await end_deal(store, await begin_match(store), 1, declarers_win())
    one, ann = ResultId(1), Caller(UserId(ANN), admin=True)
    await league.rulings.correct(ann, HERE, one, Ruling(RulingKind.CORRECT, False, 3, 140), "miscounted")
    void = await league.rulings.void(ADMIN, HERE, one, "cards were seen")
    assert (void.deal.points, void.deal.rise, void.deal.void) == (140, 3, True)
    back = await league.rulings.restore(ADMIN, HERE, one, "they were not")
    assert back == await league.queries.get_result(HERE, one)
    assert (back.ruling, back.stamp.by, back.reason) == (Ruling(RulingKind.CORRECT, False, 3, 140), ANN, "miscounted")
    assert (await league.rulings.restore(ADMIN, HERE, one, "it was right")).ruling is None
    assert (await league.queries.get_result(HERE, one)).deal.points == 35
    await league.rulings.correct(ann, HERE, one, Ruling(RulingKind.CORRECT, False, 2, 120), "miscounted")
    await league.rulings.void(ADMIN, HERE, one, "seen")
    await league.rulings.correct(
        ADMIN, HERE, one, Ruling(RulingKind.CORRECT, True, 1, 60), "counted again"
    )  # nothing is beneath it
    assert (await league.rulings.restore(ADMIN, HERE, one, "as booked")).ruling is None
    assert await load_rows(store, OverruledRulingRow) == []
    await league.rulings.wait_until_recomputed()


async def test_last_deal_summary_names_leagues_and_climbs(store, league):
    await set_up(league)
    table = await begin_match(store)
    assert await league.queries.summarize_last_deal(table) == ((), ())
    await end_deal(store, table, 1, declarers_win())
    leagues, climbed = await league.queries.summarize_last_deal(table)
    assert (list(leagues), list(climbed)) == (["Teams"], [])
    await end_deal(store, table, 2, declarers_win(1, winners=(0, 2), levels=(14, 2)))
    assert list((await league.queries.summarize_last_deal(table))[1]) == ["Pair"]


async def test_counted_teams_of_a_result(store, league):
    await set_up(league)
    await end_deal(store, await begin_match(store), 1, declarers_win())
    counted = await league.queries.get_counted_teams(2, [ResultId(1), ResultId(9)])
    assert counted == {ResultId(1): {0: "Pair", 1: "Other"}}
    assert await league.queries.get_counted_teams(1, [ResultId(1)]) == {}


@pytest.mark.long
async def test_late_rulings_are_counted_by_season(store, league):
    made, season = await create_running_league(league, LEAGUE_SETTINGS, ANN)
    await end_deal(store, await begin_match(store), 1, declarers_win())
    await league.rulings.correct(ADMIN, HERE, ResultId(1), Ruling(RulingKind.CORRECT, True, 2, 20), "before")
    assert await league.rulings.count_late_rulings(made.id) == {}
    await league.admin.close_season(ADMIN, HERE, made.id)
    await league.admin.open_season(ADMIN, HERE, made.id)
    await league.rulings.void(ADMIN, HERE, ResultId(1), "after")
    await league.rulings.restore(ADMIN, HERE, ResultId(1), "after")
    assert await league.rulings.count_late_rulings(made.id) == {season.number: 2}
    assert [dict(line.facts).get("season") for line in (await league.queries.list_audit_entries(made.id))[0] if "result" in line.facts] == [
        1, 1, None,
    ]  # fmt: skip
    await league.rulings.wait_until_recomputed()


@pytest.mark.long
async def test_large_recomputes_run_in_another_process(store, league, monkeypatch):
    monkeypatch.setattr("bot.league.rating_worker.MAX_DEALS_IN_THREAD", 1)
    assert MAX_DEALS_IN_THREAD > 1
    await set_up(league)
    table = await begin_match(store)
    for revision in (1, 2, 3):
        await end_deal(store, table, revision, declarers_win(levels=(1 + revision, 2)))
    league.rulings._recompute.open_worker = work_in_process
    await league.rulings.void(ADMIN, HERE, ResultId(1), "why")
    await league.rulings.wait_until_recomputed()
    await check_all(store)
