"""A ruling changes how a deal counts. It needs permission and a reason. Restoring the deal undoes it."""

from dataclasses import replace

import pytest
from league_factories import (
    ADMIN,
    HERE,
    LEAGUE_SETTINGS,
    begin_match,
    create_running_league,
    declarers_win,
    end_deal,
    list_progress,
    load_audit_log,
    load_rows,
    wait_until_recomputed,
)
from ruling_checks import check_all, set_up
from store_factories import ANN, CAT, seat_four

from bot.ids import ResultId, UserId
from bot.league.audit_log import AuditAction
from bot.league.leagues.access import Caller
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.results.deals import MAX_REASON_LENGTH, Ruling, RulingKind
from bot.league.results.read_models import LastDeal
from bot.league.service import LeagueService
from bot.store.schema.league_models import OverruledRulingRow
from engine.model.options import Level


@pytest.fixture
def league(store):
    return LeagueService(store.league, now=lambda: 1_700_000_000.0)


async def test_a_void_deal_counts_for_nothing(store, league):
    persons, teams = await set_up(league)
    table = await begin_match(store)
    await end_deal(store, table, 1, declarers_win(rise=3))
    await end_deal(store, table, 2, declarers_win(rise=1, levels=(5, 2)))
    await end_deal(store, await begin_match(store, league=1), 1, declarers_win(rise=1))
    assert (await list_progress(league, 1))[0].level is Level.SIX
    ruled = await league.rulings.void(ADMIN, HERE, ResultId(1), "  cards were   seen ")
    await wait_until_recomputed(league)
    assert (ruled.reason, ruled.stamp.by, ruled.ruling.kind) == ("cards were seen", ADMIN.user, RulingKind.VOID)
    assert await league.queries.get_result(HERE, ResultId(1)) == replace(
        ruled, ruling=(await league.queries.get_result(HERE, ResultId(1))).ruling
    )
    (progress,) = await list_progress(league, 1)
    assert (progress.level, progress.deals, progress.deals_won) == (Level.THREE, 1, 1)
    assert (await league.queries.find_standing(persons.id, UserId(ANN))).score.points == 3
    assert (await league.queries.find_standing(teams.id, team=1)).score.points == 2
    profile = await league.ratings.find_profile(HERE, UserId(ANN), "standard")
    assert (profile.record.deals, profile.rating.deals, len(profile.history)) == (2, 2, 2)
    assert (await league.ratings.find_head_to_head(HERE, UserId(ANN), UserId(CAT), "standard")).against.deals == 2
    await end_deal(store, table, 3, declarers_win(rise=1, levels=(6, 2)))  # the match goes on at the table's own levels
    assert (await list_progress(league, 1))[0].level is Level.FOUR


async def test_correction_keeps_a_climb_if_the_deal_is_still_won(store, league):
    """A won deal that finished a lap counts as a climb, whatever points and rise a correction gives it."""
    await set_up(league)
    table = await begin_match(store)
    finished = replace(declarers_win(rise=2, levels=(2, 2)), laps_before=(1,) * 4, laps_after=(2, 1, 2, 1))
    await end_deal(store, table, 1, finished)
    assert [one.climbs for one in await list_progress(league, 1)] == [1]
    for hold, climbs in ((True, 1), (False, 0)):
        ruling = Ruling(RulingKind.CORRECT, declarers_hold=hold, rise=3 if hold else 1, points=0 if hold else 85)
        await league.rulings.correct(ADMIN, HERE, ResultId(1), ruling, "miscounted")
        await wait_until_recomputed(league)
        assert [one.climbs for one in await list_progress(league, 1)] == [climbs]


async def test_corrected_deal_counts_with_its_new_result(store, league):
    _, teams = await set_up(league)
    table = await begin_match(store)
    await end_deal(store, table, 1, declarers_win(rise=2, winners=(0, 2)))
    assert (await list_progress(league, 1))[0].climbs == 1
    await league.rulings.correct(
        ADMIN, HERE, ResultId(1), Ruling(RulingKind.CORRECT, declarers_hold=False, rise=1, points=85), "miscounted"
    )
    await wait_until_recomputed(league)
    deal = (await league.queries.get_result(HERE, ResultId(1))).deal
    assert (deal.points, deal.rise, deal.declarers_hold, deal.match_over) == (85, 1, False, False)
    assert [seat.levels_gained for seat in deal.seats] == [0, 1, 0, 1]
    assert (await list_progress(league, 1))[0].climbs == 0
    assert (await list_progress(league, 2))[0].level is Level.THREE
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
    await league.admin.set_manager(ADMIN, HERE, made.id, UserId(ANN), manages=True)
    await league.rulings.require_can_rule(ann, ResultId(1))
    # Ann's league does not count result 2.
    await refused(league.rulings.void(ann, HERE, ResultId(2), "why"), LeagueRefusal.NOT_ADMIN)
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
    await wait_until_recomputed(league)
    trail, _ = await league.standings.list_audit_entries(made.id)
    assert (trail[0].action, trail[0].stamp.by, dict(trail[0].facts)) == (
        AuditAction.VOIDED,
        ANN,
        {"result": 1, "reason": "why"},
    )
    assert [line.league for line in (await load_audit_log(store))[:2]] == [
        None,
        made.id,
    ]


@pytest.mark.long
async def test_restoring_a_void_brings_back_the_correction(store, league):
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
    )  # this drops the earlier rulings
    assert (await league.rulings.restore(ADMIN, HERE, one, "as booked")).ruling is None
    assert await load_rows(store, OverruledRulingRow) == []
    await wait_until_recomputed(league)


async def test_last_deal_summary_names_leagues_and_climbs(store, league):
    await set_up(league)
    table = await begin_match(store)
    assert await league.history.summarize_last_deal(table) == LastDeal()
    await end_deal(store, table, 1, declarers_win())
    summary = await league.history.summarize_last_deal(table)
    assert (summary.league, list(summary.climbed)) == ("Teams", [])
    await end_deal(store, table, 2, declarers_win(1, winners=(0, 2), levels=(14, 2)))
    assert list((await league.history.summarize_last_deal(table)).climbed) == ["Pair"]


async def test_counted_teams_of_a_result_are_named(store, league):
    await set_up(league)
    await end_deal(store, await begin_match(store), 1, declarers_win())
    counted = await league.queries.get_counted_teams(2, [ResultId(1), ResultId(9)])
    assert counted == {ResultId(1): {0: "Pair", 1: "Other"}}
    assert await league.queries.get_counted_teams(1, [ResultId(1)]) == {}
