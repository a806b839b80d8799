"""Rulings: void and restore is as if nothing had been; what is worked out anew is what is kept, to the last bit."""

import asyncio
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from league_samples import BOSS, DRAFT, HERE, SEATS, TEAMS, begin, end, held, kept, lost, opened, rows
from sqlalchemy import text
from store_samples import ANN, BEN, CAT, DAN, four

from bot.league.callers import Caller, Deed
from bot.league.deals import LONGEST_REASON, Ruling, Verdict
from bot.league.ids import ResultId, UserId
from bot.league.leagues import Scheme
from bot.league.ratings import fold
from bot.league.refusals import LeagueRefused, LeagueWhy
from bot.league.scores import total
from bot.league.service import League
from bot.league.working import FEW, in_process, in_thread
from bot.store.database import Database
from bot.store.facts import facts_where
from bot.store.league_models import OverruledRow, PoolRow, RatingChangeRow, RatingRow, ScoreRow
from bot.store.models import ResultRow
from engine.rules import Level

TABLES = (SEATS, four(ANN, CAT), four(BEN), (SEATS[1], SEATS[0], SEATS[3], SEATS[2]))


@pytest.fixture
def league(store):
    return League(store, now=lambda: 1_700_000_000.0)


async def set_up(league):
    """Teams, a league of persons and one of teams, both with a season."""
    await league.create_team(HERE, "Pair", (UserId(ANN), UserId(BEN)))
    await league.create_team(HERE, "Other", (UserId(CAT), UserId(DAN)))
    _, season = await opened(league, replace(DRAFT, decay=0.25, scheme=Scheme(1, 2, 5)), ANN, BEN, CAT)
    made = await league.create_league(BOSS, HERE, TEAMS)
    for team in (1, 2):
        await league.join(BOSS, HERE, made.id, team)
    return season, await league.open_season(BOSS, HERE, made.id)


DEALS = st.lists(
    st.tuples(
        st.integers(0, len(TABLES) - 1), st.booleans(), st.integers(0, 3), st.integers(0, 3), st.integers(0, 200),
        st.booleans(), st.integers(0, 40),
    ),
    min_size=1, max_size=7,
)  # fmt: skip


async def play_all(store, deals, start=1):
    """Play deals at several tables; each table's levels go on as its deals say."""
    tables, revisions, levels = {}, {}, {}
    at = 1_700_000_500.0
    for where, holds, rise, declarer, points, over, days in deals:
        if where not in tables:
            tables[where] = await begin(store, TABLES[where])
            revisions[where] = 0
            levels[where] = (2, 2)
        revisions[where] += 1
        at += days * 86_400.0
        winner = declarer % 2 if holds else 1 - declarer % 2
        winners = (winner, winner + 2) if over else ()
        risen = min(rise, 14 - max(levels[where]))
        how = (held if holds else lost)(risen, points, declarer, winners, levels[where])
        await end(store, tables[where], revisions[where], how, TABLES[where], at=at)
        levels[where] = tuple(int(level) for level in how.levels_after[:2])


async def worked_out(store):
    """Work all ratings and scores out from the kept results alone."""
    async with store._connections.read() as connection:
        deals = await facts_where(connection, ResultRow.id > 0)
        counted = (
            await connection.execute(
                text("SELECT season_id, entrant_id, result_id, seat FROM counted_deals ORDER BY 3")
            )
        ).all()
        schemes = {
            row.id: Scheme(row.per_deal, row.per_level, row.per_match)
            for row in (await connection.execute(text("SELECT * FROM seasons"))).all()
        }
        entrants = (await connection.execute(text("SELECT season_id, entrant_id FROM scores"))).all()
    changes = fold({}, deals)
    by_id = {deal.id: deal for deal in deals}
    scores = {
        (season, entrant): total(
            ((by_id[r], seat) for s, e, r, seat in counted if (s, e) == (season, entrant) and not by_id[r].void),
            schemes[season],
        )
        for season, entrant in entrants
    }
    return changes, scores


async def check_all(store):
    """Compare what is kept with what follows from the kept results: equal to the last bit."""
    changes, scores = await worked_out(store)
    kept_changes = {
        (r["user_id"], r["result_id"]): (r["mean"], r["spread"], r["deals"], r["at"])
        for r in await rows(store, RatingChangeRow)
    }
    assert kept_changes == {
        (c.user, c.result): (c.rating.mean, c.rating.spread, c.rating.deals, c.rating.at) for c in changes
    }
    latest = {c.user: c.rating for c in changes}
    kept_ratings = {r["user_id"]: (r["mean"], r["spread"], r["deals"], r["at"]) for r in await rows(store, RatingRow)}
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
        for r in await rows(store, ScoreRow)
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


@settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(**LAWS)
def test_laws_of_rulings(migrated_file, tmp_path, **drawn):
    """Void and restore is identity; what is kept always follows from the results, those that came meanwhile included."""
    laws(migrated_file, tmp_path, **drawn)


@pytest.mark.long
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(**LAWS)
def test_laws_of_rulings_with_many_evenings(migrated_file, tmp_path, **drawn):
    laws(migrated_file, tmp_path, **drawn)


def laws(migrated_file, tmp_path, deals, later, pick, rise, holds):
    async def run():
        database = await fresh(migrated_file, tmp_path / "laws")
        store, league = database.store, League(database.store, now=lambda: 1_700_000_000.0)
        await set_up(league)
        await play_all(store, deals)
        await check_all(store)
        before = await kept(store)
        target = ResultId(1 + pick % len(deals))
        await league.void(BOSS, HERE, target, "why")
        await league.settled()
        await check_all(store)
        await league.correct(BOSS, HERE, target, Ruling(Verdict.CORRECT, holds, rise, 77), "why")
        await league.settled()
        await check_all(store)
        corrected = await kept(store)
        await league.void(BOSS, HERE, target, "why")
        await league.restore(BOSS, HERE, target, "why not")
        await league.settled()
        assert await kept(store) == corrected
        await league.restore(BOSS, HERE, target, "why not")
        await league.settled()
        assert await kept(store) == before
        league._worker = never
        await league.void(BOSS, HERE, target, "why")
        await play_all(store, later)  # booked while the ratings are being worked out
        await league.close()
        league._worker = in_thread
        await league.catch_up()
        await check_all(store)
        assert [row["stale_from"] for row in await rows(store, PoolRow)] == [None]
        await database.close()

    asyncio.run(run())


async def never(_known, _deals):
    await asyncio.Event().wait()


async def test_what_is_booked_during_the_working_out_is_taken_along(store, league):
    await set_up(league)
    table = await begin(store)
    for revision in (1, 2):
        await end(store, table, revision, held(levels=(1 + revision, 2)))
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def slow(known, deals):
        begun.set()
        await go_on.wait()
        return await in_thread(known, deals)

    league._worker = slow
    await league.void(BOSS, HERE, ResultId(1), "why")
    await begun.wait()
    await end(store, table, 3, lost(levels=(4, 2)))
    assert (await league.pools(HERE))[0].stale
    await league.void(BOSS, HERE, ResultId(2), "this too")  # what is being worked out is of no use any more
    go_on.set()
    await league.settled()
    assert not (await league.pools(HERE))[0].stale
    await check_all(store)
    assert {row["result_id"] for row in await rows(store, RatingChangeRow)} == {3}


async def test_what_came_after_the_reading_is_worked_out_by_the_swap(store, league):
    await set_up(league)
    table = await begin(store)
    for revision in (1, 2):
        await end(store, table, revision, held(levels=(1 + revision, 2)))
    runs = []

    async def slow(known, deals):
        changes = await in_thread(known, deals)
        runs.append([deal.id for deal in deals])
        await end(store, table, 3, lost(levels=(4, 2)))
        return changes

    league._worker = slow
    await league.void(BOSS, HERE, ResultId(1), "why")
    await league.settled()
    assert runs == [[1, 2]]
    assert {row["result_id"] for row in await rows(store, RatingChangeRow)} == {2, 3}
    await check_all(store)


async def test_a_program_that_died_in_between_goes_on_with_it(url):
    first = await Database.open(url)
    league = League(first.store, now=lambda: 1_700_000_000.0, worker=never)
    await set_up(league)
    table = await begin(first.store)
    await end(first.store, table, 1, held())
    await end(first.store, table, 2, held(levels=(3, 2)))
    await league.void(BOSS, HERE, ResultId(1), "why")
    await league.close()
    await first.close()

    second = await Database.open(url)
    assert [row["stale_from"] for row in await rows(second.store, PoolRow)] == [1]
    league = League(second.store)
    league.begin()
    await league.settled()
    await check_all(second.store)
    assert [row["stale_from"] for row in await rows(second.store, PoolRow)] == [None]
    await second.close()


async def test_an_error_in_the_working_out_leaves_the_ruling_and_can_be_repeated(store, league, caplog):
    await set_up(league)
    await end(store, await begin(store), 1, held())

    async def broken(_known, _deals):
        raise OSError("no process could be started")

    league._worker = broken
    await league.void(BOSS, HERE, ResultId(1), "why")
    await league.settled()
    assert "could not be worked out" in caplog.text
    assert (await league.result(HERE, ResultId(1))).deal.void
    league._worker = in_thread
    assert await league.catch_up() == 1
    await check_all(store)


async def test_a_void_deal_counts_for_nothing(store, league):
    persons, teams = await set_up(league)
    table = await begin(store)
    await end(store, table, 1, held(rise=3))
    await end(store, table, 2, held(rise=1, levels=(5, 2)))
    assert (await league.progress_of(1))[0].level is Level.SIX
    ruled = await league.void(BOSS, HERE, ResultId(1), "  cards were   seen ")
    await league.settled()
    assert (ruled.reason, ruled.ruled.by, ruled.ruling.verdict) == ("cards were seen", BOSS.user, Verdict.VOID)
    assert await league.result(HERE, ResultId(1)) == replace(
        ruled, ruling=(await league.result(HERE, ResultId(1))).ruling
    )
    (progress,) = await league.progress_of(1)
    assert (progress.level, progress.deals, progress.deals_won) == (Level.THREE, 1, 1)
    assert (await league.place_of(persons.id, UserId(ANN))).score.points == 3
    assert (await league.place_of(teams.id, team=1)).score.points == 2
    profile = await league.profile(HERE, UserId(ANN), "club")
    assert (profile.record.deals, profile.rating.deals, len(profile.history)) == (1, 1, 1)
    assert (await league.head_to_head(HERE, UserId(ANN), UserId(CAT), "club")).against.deals == 1
    await end(store, table, 3, held(rise=1, levels=(6, 2)))  # the match goes on where the table has it
    assert (await league.progress_of(1))[0].level is Level.FOUR


async def test_a_corrected_deal_counts_as_corrected(store, league):
    persons, _ = await set_up(league)
    table = await begin(store)
    await end(store, table, 1, held(rise=2, winners=(0, 2)))
    assert (await league.progress_of(1))[0].climbs == 1
    await league.correct(
        BOSS, HERE, ResultId(1), Ruling(Verdict.CORRECT, declarers_hold=False, rise=1, points=85), "miscounted"
    )
    await league.settled()
    deal = (await league.result(HERE, ResultId(1))).deal
    assert (deal.points, deal.rise, deal.declarers_hold, deal.match_over) == (85, 1, False, False)
    assert [seat.gained for seat in deal.seats] == [0, 1, 0, 1]
    assert (await league.progress_of(1))[0].climbs == 0
    assert (await league.progress_of(2))[0].level is Level.THREE
    assert (await league.place_of(persons.id, UserId(CAT))).score.points == 3
    assert (await league.place_of(persons.id, UserId(ANN))).score.points == 0
    await check_all(store)


async def test_who_may_rule_and_what_it_needs(store, league):
    made, _ = await opened(league, DRAFT, ANN)
    await end(store, await begin(store), 1, held())
    await end(store, await begin(store, four(CAT)), 1, held(), four(CAT))
    ann = Caller(UserId(ANN))

    async def refused(doing, why):
        with pytest.raises(LeagueRefused) as raised:
            await doing
        assert raised.value.why is why

    await refused(league.void(ann, HERE, ResultId(1), "why"), LeagueWhy.NOT_MANAGER)
    await refused(league.require_ruler(ann, ResultId(1)), LeagueWhy.NOT_MANAGER)
    await league.add_manager(BOSS, HERE, made.id, UserId(ANN))
    await league.require_ruler(ann, ResultId(1))
    await refused(league.void(ann, HERE, ResultId(2), "why"), LeagueWhy.NOT_ADMIN)  # no league of hers counts it
    await refused(league.void(ann, HERE, ResultId(9), "why"), LeagueWhy.NO_RESULT)
    await refused(league.void(ann, HERE, ResultId(1), " \n "), LeagueWhy.REASON_LENGTH)
    await refused(league.void(ann, HERE, ResultId(1), "x" * (LONGEST_REASON + 1)), LeagueWhy.REASON_LENGTH)
    await refused(league.restore(ann, HERE, ResultId(1), "why"), LeagueWhy.AS_BOOKED)
    for ruling in (
        Ruling(Verdict.CORRECT, rise=-1),
        Ruling(Verdict.CORRECT, rise=14),
        Ruling(Verdict.CORRECT, points=-5),
    ):
        await refused(league.correct(ann, HERE, ResultId(1), ruling, "why"), LeagueWhy.BAD_DRAFT)
    await league.void(ann, HERE, ResultId(1), "why")
    await league.void(BOSS, HERE, ResultId(2), "why")
    await league.settled()
    trail, _ = await league.trail(made.id)
    assert (trail[0].deed, trail[0].act.by, dict(trail[0].facts)) == (Deed.VOIDED, ANN, {"result": 1, "reason": "why"})
    assert [line.league for line in (await league.trail_of_server(BOSS, HERE))[0][:2]] == [None, made.id]


async def test_what_several_leagues_count_needs_the_right_in_each(store, league):
    made, _ = await opened(league, DRAFT, ANN)
    other, season = await opened(league, replace(DRAFT, name="Copy"), ANN)
    await end(store, await begin(store), 1, held())
    await league.add_manager(BOSS, HERE, made.id, UserId(ANN))
    ann, one = Caller(UserId(ANN)), ResultId(1)
    assert [(where.id, when.number) for where, when in await league.counted_in(one)] == [(made.id, 1), (other.id, 1)]
    with pytest.raises(LeagueRefused) as raised:
        await league.void(ann, HERE, one, "why")
    assert (raised.value.why, raised.value.facts) == (LeagueWhy.NOT_EVERY_MANAGER, {"names": ("Monday", "Copy")})
    assert (await league.place_of(season.id, UserId(ANN))).score.deals == 1
    await league.add_manager(BOSS, HERE, other.id, UserId(ANN))
    await league.void(ann, HERE, one, "why")
    assert (await league.place_of(season.id, UserId(ANN))).score.deals == 0
    assert [(await league.trail(where.id))[0][0].deed for where in (made, other)] == [Deed.VOIDED] * 2
    await league.settled()


async def test_a_void_lies_over_a_correction(store, league):
    await set_up(league)
    await end(store, await begin(store), 1, held())
    one, ann = ResultId(1), Caller(UserId(ANN), admin=True)
    await league.correct(ann, HERE, one, Ruling(Verdict.CORRECT, False, 3, 140), "miscounted")
    void = await league.void(BOSS, HERE, one, "cards were seen")
    assert (void.deal.points, void.deal.rise, void.deal.void) == (140, 3, True)
    back = await league.restore(BOSS, HERE, one, "they were not")
    assert back == await league.result(HERE, one)
    assert (back.ruling, back.ruled.by, back.reason) == (Ruling(Verdict.CORRECT, False, 3, 140), ANN, "miscounted")
    assert (await league.restore(BOSS, HERE, one, "it was right")).ruling is None
    assert (await league.result(HERE, one)).deal.points == 35
    await league.correct(ann, HERE, one, Ruling(Verdict.CORRECT, False, 2, 120), "miscounted")
    await league.void(BOSS, HERE, one, "seen")
    await league.correct(
        BOSS, HERE, one, Ruling(Verdict.CORRECT, True, 1, 60), "counted again"
    )  # nothing is beneath it
    assert (await league.restore(BOSS, HERE, one, "as booked")).ruling is None
    assert await rows(store, OverruledRow) == []
    await league.settled()


async def test_what_is_told_of_the_last_deal_at_a_table(store, league):
    await set_up(league)
    table = await begin(store)
    assert await league.last_at(table) == ((), ())
    await end(store, table, 1, held())
    leagues, climbed = await league.last_at(table)
    assert (list(leagues), list(climbed)) == (["Monday", "Teams"], [])
    await end(store, table, 2, held(1, winners=(0, 2), levels=(14, 2)))
    assert list((await league.last_at(table))[1]) == ["Pair"]


async def test_for_which_teams_a_result_counts(store, league):
    await set_up(league)
    await end(store, await begin(store), 1, held())
    counted = await league.teams_counted(2, [ResultId(1), ResultId(9)])
    assert counted == {ResultId(1): {0: "Pair", 1: "Other"}}
    assert await league.teams_counted(1, [ResultId(1)]) == {}


async def test_rulings_about_a_closed_season_are_told_apart(store, league):
    made, season = await opened(league, DRAFT, ANN)
    await end(store, await begin(store), 1, held())
    await league.correct(BOSS, HERE, ResultId(1), Ruling(Verdict.CORRECT, True, 2, 20), "before")
    assert await league.ruled_since(made.id) == {}
    await league.close_season(BOSS, HERE, made.id)
    await league.open_season(BOSS, HERE, made.id)
    await league.void(BOSS, HERE, ResultId(1), "after")
    await league.restore(BOSS, HERE, ResultId(1), "after")
    assert await league.ruled_since(made.id) == {season.number: 2}
    assert [dict(line.facts).get("season") for line in (await league.trail(made.id))[0] if "result" in line.facts] == [
        1, 1, None,
    ]  # fmt: skip
    await league.settled()


async def test_much_is_worked_out_in_another_process(store, league, monkeypatch):
    monkeypatch.setattr("bot.league.working.FEW", 1)
    assert FEW > 1
    await set_up(league)
    table = await begin(store)
    for revision in (1, 2, 3):
        await end(store, table, revision, held(levels=(1 + revision, 2)))
    league._worker = in_process
    await league.void(BOSS, HERE, ResultId(1), "why")
    await league.settled()
    await check_all(store)
