"""Leagues in the database count the deals of their entrants and rank them in seasons."""

from dataclasses import replace

import pytest
from league_factories import (
    ADMIN,
    BY_POINTS,
    HERE,
    LEAGUE_SETTINGS,
    TEAM_LEAGUE_SETTINGS,
    begin_match,
    create_running_league,
    create_team,
    declarers_win,
    end_deal,
    list_progress,
    load_rows,
    opponents_win,
    wait_until_recomputed,
)
from sqlalchemy import update
from store_factories import ANN, BEN, CAT, DAN, RULES, seat_four

from bot.ids import GuildId, LeagueId, ResultId, SeasonId, TeamId, UserId
from bot.league.audit_log import AuditAction
from bot.league.leagues.access import Caller
from bot.league.leagues.league_settings import LevelReset, PointScheme
from bot.league.leagues.leagues import DAY_SECONDS, MAX_LEAGUES_PER_GUILD
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.results.deals import SeatRole
from bot.league.service import LeagueService
from bot.store.schema.league_models import CountedDealRow, LeagueRow, RatingChangeRow, SeasonRow
from engine.model.options import Level
from engine.model.rules import Rules

ANY = Caller(UserId(ANN))


class Clock:
    def __init__(self):
        self.at = 1_700_000_000.0

    def __call__(self):
        return self.at


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def league(store, clock):
    return LeagueService(store.league, now=clock)


async def refused(doing):
    with pytest.raises(LeagueRefused) as raised:
        await doing
    return raised.value.reason


async def lines(league, season):
    table = await league.queries.get_standings(season.id)
    assert table.total == len(table.lines)
    return [(line.rank, line.entrant.user, line.score.points) for line in table.lines]


async def test_a_season_counts_its_entrants_deals(store, league):
    made, season = await create_running_league(league, LEAGUE_SETTINGS, ANN, CAT, DAN)
    table = await begin_match(store)
    await end_deal(store, table, 1, declarers_win(rise=2))
    await end_deal(store, table, 2, opponents_win(rise=1, levels=(4, 2)))
    await end_deal(store, table, 3, opponents_win(rise=0, levels=(4, 3), winners=(1, 3)))
    assert await lines(league, season) == [(1, DAN, 6), (1, CAT, 6), (3, ANN, 3)]  # Ben has not joined
    line = await league.queries.find_standing(season.id, UserId(ANN))
    score = line.score
    assert (score.deals, score.won, score.margin, score.matches_won, score.streak, score.form) == (
        3,
        1,
        1,
        0,
        -2,
        "WLL",
    )
    assert await league.queries.find_standing(season.id, UserId(BEN)) is None
    assert {one.entrant.user for one in await league.queries.list_champions(season.id)} == {CAT, DAN}
    results = await league.queries.list_results(made.id)
    assert [one.deal.id for one in results.results] == [3, 2, 1]
    assert results.results[2].deal.seat_of(UserId(ANN)).role is SeatRole.DECLARER
    assert results.results[2].deal.seat_of(UserId(BEN)).role is SeatRole.PARTNER
    assert results.results[2].deal.seat_of(UserId(CAT)).role is SeatRole.OPPONENT
    assert (await league.queries.list_results(made.id, offset=2, limit=5)).results[0].deal.id == 1


async def test_only_deals_under_exactly_the_rules_of_a_league_count(store, league):
    other = replace(RULES, start_level=Level.THREE)
    _, season = await create_running_league(league, LEAGUE_SETTINGS, ANN)
    await end_deal(store, await begin_match(store, rules=other), 1, declarers_win(levels=(3, 3)), rules=other)
    elsewhere = await begin_match(store, guild=5)
    await end_deal(store, elsewhere, 1, guild=5)
    assert await lines(league, season) == [(1, ANN, 0)]
    assert len(await load_rows(store, CountedDealRow)) == 0
    changes = await load_rows(store, RatingChangeRow)
    assert [change["result_id"] for change in changes] == [2] * 4  # house rules are unrated


async def test_unknown_league_is_refused(store, league):
    made, _ = await create_running_league(league)
    nowhere = LeagueId(99)
    for doing in (
        league.admin.edit_league(ADMIN, HERE, nowhere, LEAGUE_SETTINGS),
        league.admin.join(ADMIN, HERE, nowhere, user=UserId(ANN)),
        league.admin.move_entrant(ADMIN, HERE, made.id, nowhere, user=UserId(ANN)),
    ):
        assert await refused(doing) is LeagueRefusal.NO_LEAGUE


async def test_entrant_moves_between_leagues_of_one_manager(store, league):
    made, _ = await create_running_league(league, LEAGUE_SETTINGS, ANN)
    other = await league.admin.create_league(ADMIN, HERE, replace(LEAGUE_SETTINGS, name="Other"))
    umpire = Caller(UserId(BEN))
    for managed, stranger in ((made, other), (other, made)):
        await league.admin.set_manager(ADMIN, HERE, managed.id, umpire.user, manages=True)
        await league.admin.set_manager(ADMIN, HERE, stranger.id, umpire.user, manages=False)
        moving = league.admin.move_entrant(umpire, HERE, made.id, other.id, user=UserId(ANN))
        assert await refused(moving) is LeagueRefusal.NOT_MANAGER
    by_oneself = league.admin.move_entrant(Caller(UserId(ANN)), HERE, made.id, other.id)
    assert await refused(by_oneself) is LeagueRefusal.NOT_MANAGER
    moved = await league.admin.move_entrant(ADMIN, HERE, made.id, other.id, user=UserId(ANN))
    assert moved.user == ANN
    left, came = [(await league.leagues.list_entrants(one.id)) for one in (made, other)]
    assert (left, [one.user for one in came]) == ([], [ANN])


@pytest.mark.long
async def test_league_of_an_earlier_version_counts_deals(database, store, league):
    made, season = await create_running_league(league, LEAGUE_SETTINGS, ANN)
    with_newest_option = LEAGUE_SETTINGS.rules
    # The rules are changed as if an older version with fewer options had written them.
    async with store.tables._connections.write() as connection:
        for row in (LeagueRow, SeasonRow):
            await connection.execute(update(row).values(rules=with_newest_option.rpartition(" ")[0]))
        await connection.commit()
    await end_deal(store, await begin_match(store), 1, declarers_win())
    assert await lines(league, season) == [(1, ANN, 0)]
    await database.refresh_rules_texts()
    await end_deal(store, await begin_match(store), 1, declarers_win())
    assert await lines(league, season) == [(1, ANN, 2)]
    assert (await league.access.get_league(HERE, made.id)).settings.rules == with_newest_option
    # The rules are changed as if a newer version had written them, with an option that is unknown here.
    async with store.tables._connections.write() as connection:
        await connection.execute(update(LeagueRow).values(rules="players=4 tomorrow=yes"))
        await connection.commit()
    await database.refresh_rules_texts()


async def test_only_the_league_of_its_table_counts_a_deal(store, league):
    made, season = await create_running_league(league, LEAGUE_SETTINGS, ANN)
    _, other = await create_running_league(
        league, replace(LEAGUE_SETTINGS, name="Other", scheme=replace(BY_POINTS, deal=10, level=0, match=0)), ANN, BEN
    )
    await end_deal(store, await begin_match(store), 1, declarers_win(rise=3))
    assert await lines(league, season) == [(1, ANN, 0)]
    assert await lines(league, other) == [(1, BEN, 10), (1, ANN, 10)]
    await end_deal(store, await begin_match(store, league=made.id), 1, declarers_win(rise=3))
    await end_deal(store, await begin_match(store, league=None), 1, declarers_win(rise=3))
    assert await lines(league, season) == [(1, ANN, 4)]
    assert await lines(league, other) == [(1, BEN, 10), (1, ANN, 10)]


async def test_team_league_counts_team_deals(store, league):
    pair = await create_team(league, HERE, "Pair", (UserId(ANN), UserId(BEN)))
    other = await create_team(league, HERE, "Other", (UserId(CAT), UserId(DAN)))
    made = await league.admin.create_league(ADMIN, HERE, TEAM_LEAGUE_SETTINGS)
    assert await refused(league.admin.join(ANY, HERE, made.id)) is LeagueRefusal.TEAMS_ONLY
    assert await refused(league.admin.join(Caller(UserId(CAT)), HERE, made.id, pair.id)) is LeagueRefusal.NOT_MEMBER
    assert await refused(league.admin.join(ANY, HERE, made.id, TeamId(99))) is LeagueRefusal.NO_TEAM
    await league.admin.join(ANY, HERE, made.id, pair.id)
    await league.admin.join(ADMIN, HERE, made.id, other.id)
    season = await league.admin.open_season(ADMIN, HERE, made.id)
    await end_deal(store, await begin_match(store), 1, declarers_win(rise=2))
    table = await league.queries.get_standings(season.id)
    assert [(line.rank, line.entrant.team, line.score.points) for line in table.lines] == [
        (1, pair.id, 3),
        (2, other.id, 0),
    ]
    assert await league.standings.get_team_names([pair.id, other.id]) == {pair.id: "Pair", other.id: "Other"}
    assert (await league.queries.find_standing(season.id, team=other.id)).score.margin == -2


@pytest.mark.long
@pytest.mark.parametrize(("reset", "level"), [(LevelReset.KEEP, 10), (LevelReset.SOFT, 6), (LevelReset.FULL, 2)])
async def test_new_season_resets_team_levels(store, league, reset, level):
    pair = await create_team(league, HERE, "Pair", (UserId(ANN), UserId(BEN)))
    made = await league.admin.create_league(ADMIN, HERE, replace(TEAM_LEAGUE_SETTINGS, level_reset=reset))
    await league.admin.join(ANY, HERE, made.id, pair.id)
    await league.admin.open_season(ADMIN, HERE, made.id)
    table = await begin_match(store)
    await end_deal(store, table, 1, declarers_win(rise=8))
    await league.admin.close_season(ADMIN, HERE, made.id)
    await league.admin.open_season(ADMIN, HERE, made.id)
    assert (await list_progress(league, pair.id))[0].level == level
    await end_deal(store, table, 2, declarers_win(levels=(10, 2)))  # the match goes on at its own levels
    assert (await list_progress(league, pair.id))[0].level == level + 1
    await league.rulings.void(ADMIN, HERE, ResultId(1), "before the season")
    left = 3 if reset is LevelReset.KEEP else level + 1  # the reset has already taken these levels away
    assert (await list_progress(league, pair.id))[0].level == left
    assert (await list_progress(league, pair.id))[0].deals == 1
    await wait_until_recomputed(league)


async def test_seasons_start_empty_and_end_on_time(store, league, clock):
    made, first = await create_running_league(league, replace(LEAGUE_SETTINGS, season_days=7), ANN)
    assert first.closes_at == clock.at + 7 * DAY_SECONDS
    table = await begin_match(store)
    await end_deal(store, table, 1, declarers_win(), at=clock.at + 1)
    await end_deal(store, table, 2, declarers_win(), at=first.closes_at)  # after the planned end of the open season
    assert await lines(league, first) == [(1, ANN, 2)]
    assert await league.admin.roll_over_seasons() == []
    clock.at = first.closes_at
    ((known, closed, second),) = await league.admin.roll_over_seasons()
    assert (known.id, closed.closed_at, second.number) == (made.id, clock.at, 2)
    assert await league.admin.roll_over_seasons() == []
    await end_deal(store, table, 3, declarers_win(), at=clock.at + 5)
    assert await lines(league, second) == [(1, ANN, 2)]
    assert await lines(league, first) == [(1, ANN, 2)]
    assert [season.number for season in await league.leagues.list_seasons(made.id)] == [2, 1]
    assert (await league.queries.find_season(made.id)).id == second.id
    assert (await league.queries.find_season(made.id, 1)).id == first.id
    assert await league.queries.find_season(made.id, 3) is None


async def test_running_season_keeps_its_point_scheme(store, league):
    made, season = await create_running_league(league, LEAGUE_SETTINGS, ANN)
    await league.admin.edit_league(ADMIN, HERE, made.id, replace(LEAGUE_SETTINGS, scheme=PointScheme(50, 50, 50)))
    await end_deal(store, await begin_match(store), 1, declarers_win())
    assert await lines(league, season) == [(1, ANN, 2)]
    await league.admin.close_season(ADMIN, HERE, made.id)
    assert (await league.admin.open_season(ADMIN, HERE, made.id)).scheme == PointScheme(50, 50, 50)


@pytest.mark.long
async def test_returning_entrant_keeps_their_score(store, league):
    made, season = await create_running_league(league, LEAGUE_SETTINGS, ANN, BEN)
    assert await refused(league.admin.join(ANY, HERE, made.id)) is LeagueRefusal.ALREADY_IN
    await league.admin.leave(Caller(UserId(BEN)), HERE, made.id)
    assert await lines(league, season) == [(1, ANN, 0)]  # without deals, the score is deleted
    assert await refused(league.admin.leave(Caller(UserId(BEN)), HERE, made.id)) is LeagueRefusal.NOT_IN
    assert await refused(league.admin.leave(Caller(UserId(CAT)), HERE, made.id)) is LeagueRefusal.NOT_IN
    table = await begin_match(store)
    await end_deal(store, table, 1, declarers_win())
    await league.admin.leave(ANY, HERE, made.id)
    await end_deal(store, table, 2, declarers_win(levels=(3, 2)))
    assert await lines(league, season) == [(1, ANN, 2)]  # the deal before Ann left still counts
    assert (await league.queries.get_standings(season.id)).lines[0].entrant.left
    assert ANN not in {one.user for one in await league.leagues.list_entrants(made.id)}
    back = await league.admin.join(ANY, HERE, made.id)
    await end_deal(store, table, 3, declarers_win(levels=(4, 2)))
    assert await lines(league, season) == [(1, ANN, 4)]
    assert [one.id for one in await league.leagues.list_entrants(made.id)] == [back.id]
    assert await refused(league.admin.join(ANY, HERE, made.id, user=UserId(CAT))) is LeagueRefusal.NOT_MANAGER
    await league.admin.join(ADMIN, HERE, made.id, user=UserId(CAT))
    assert await refused(league.admin.join(ANY, HERE, made.id, team=TeamId(1))) is LeagueRefusal.PERSONS_ONLY


async def test_only_managers_change_a_league(store, league):
    assert await refused(league.admin.create_league(ANY, HERE, LEAGUE_SETTINGS)) is LeagueRefusal.NOT_ADMIN
    made = await league.admin.create_league(ADMIN, HERE, LEAGUE_SETTINGS)
    asks = (
        lambda who: league.admin.edit_league(who, HERE, made.id, replace(LEAGUE_SETTINGS, name="Tuesday")),
        lambda who: league.admin.open_season(who, HERE, made.id),
        lambda who: league.admin.close_season(who, HERE, made.id),
        lambda who: league.admin.set_manager(who, HERE, made.id, UserId(BEN), manages=True),
        lambda who: league.admin.set_manager(who, HERE, made.id, UserId(BEN), manages=False),
        lambda who: league.admin.archive_league(who, HERE, made.id),
    )
    for ask in asks:
        assert await refused(ask(ANY)) is LeagueRefusal.NOT_MANAGER
    assert await league.admin.set_manager(ADMIN, HERE, made.id, UserId(ANN), manages=True)
    assert not await league.admin.set_manager(ADMIN, HERE, made.id, UserId(ANN), manages=True)
    assert (await league.access.get_league(HERE, made.id)).managers == (77, ANN)
    for ask in asks:
        await ask(ANY)
    trail, total = await league.standings.list_audit_entries(made.id)
    assert total == 8
    assert [line.action for line in reversed(trail)] == [
        AuditAction.CREATED, AuditAction.MANAGER_ADDED, AuditAction.EDITED, AuditAction.SEASON_OPENED, AuditAction.SEASON_CLOSED, AuditAction.MANAGER_ADDED,
        AuditAction.MANAGER_REMOVED, AuditAction.ARCHIVED,
    ]  # fmt: skip
    assert trail[0].stamp.by == ANN
    assert [line.action for line in (await league.standings.list_audit_entries(made.id, 2, 1))[0]] == [
        AuditAction.MANAGER_ADDED
    ]


async def test_archived_league_is_read_only(store, league):
    made, season = await create_running_league(league, LEAGUE_SETTINGS, ANN)
    await league.admin.archive_league(ADMIN, HERE, made.id)
    await end_deal(store, await begin_match(store), 1, declarers_win())
    assert await lines(league, season) == [(1, ANN, 0)]
    assert (await league.queries.find_season(made.id)).closed_at
    for doing in (
        league.admin.join(Caller(UserId(CAT)), HERE, made.id),
        league.admin.open_season(ADMIN, HERE, made.id),
        league.admin.edit_league(ADMIN, HERE, made.id, LEAGUE_SETTINGS),
        league.admin.archive_league(ADMIN, HERE, made.id),
    ):
        assert await refused(doing) is LeagueRefusal.LEAGUE_ARCHIVED
    assert await league.leagues.list_leagues(HERE) == []
    assert [one.id for one in await league.leagues.list_leagues(HERE, archived=True)] == [made.id]
    assert (await league.queries.get_league_by_name(HERE, "monday")).id == made.id
    again = await league.admin.create_league(ADMIN, HERE, LEAGUE_SETTINGS)
    assert (await league.queries.get_league_by_name(HERE, " MONDAY ")).id == again.id


async def test_leagues_of_other_servers_are_hidden(store, league):
    made, _ = await create_running_league(league, LEAGUE_SETTINGS, ANN)
    elsewhere = GuildId(5)
    for doing in (
        league.access.get_league(elsewhere, made.id),
        league.admin.join(ANY, elsewhere, made.id),
        league.admin.edit_league(ADMIN, elsewhere, made.id, LEAGUE_SETTINGS),
        league.admin.close_season(ADMIN, elsewhere, made.id),
        league.queries.get_league_by_name(elsewhere, "Monday"),
        league.queries.get_standings(SeasonId(99)),
    ):
        assert await refused(doing) is LeagueRefusal.NO_LEAGUE
    await end_deal(store, await begin_match(store), 1)
    assert await refused(league.rulings.void(ADMIN, elsewhere, ResultId(1), "why")) is LeagueRefusal.NO_RESULT
    assert await refused(league.queries.get_result(elsewhere, ResultId(1))) is LeagueRefusal.NO_RESULT
    assert (await league.queries.get_result(HERE, ResultId(1))).deal.table == 1
    assert await league.leagues.list_leagues(elsewhere) == []


async def test_invalid_league_settings_are_refused(store, league):
    for settings, why in (
        (replace(LEAGUE_SETTINGS, name=""), LeagueRefusal.LEAGUE_NAME_LENGTH),
        (replace(LEAGUE_SETTINGS, name="a\u202eb"), LeagueRefusal.NAME_CHARACTERS),
        (replace(LEAGUE_SETTINGS, season_days=0), LeagueRefusal.BAD_SETTINGS),
        (replace(LEAGUE_SETTINGS, season_days=1000), LeagueRefusal.BAD_SETTINGS),
        (replace(LEAGUE_SETTINGS, scheme=PointScheme(match=-1)), LeagueRefusal.BAD_SETTINGS),
        (replace(LEAGUE_SETTINGS, min_people=5), LeagueRefusal.BAD_SETTINGS),
        (replace(LEAGUE_SETTINGS, scheme=PointScheme(min_deals=0)), LeagueRefusal.BAD_SETTINGS),
        (replace(LEAGUE_SETTINGS, rules="decks=99"), LeagueRefusal.BAD_RULES),
        (replace(LEAGUE_SETTINGS, rules="players=1 nonsense"), LeagueRefusal.BAD_RULES),
        (replace(TEAM_LEAGUE_SETTINGS, rules="players=5 teams=friends"), LeagueRefusal.BAD_RULES),
        (replace(TEAM_LEAGUE_SETTINGS, rules="players=2 decks=1 kitty_size=6"), LeagueRefusal.BAD_RULES),
    ):
        assert await refused(league.admin.create_league(ADMIN, HERE, settings)) is why
    made, _ = await create_running_league(league)
    assert (
        await refused(league.admin.create_league(ADMIN, HERE, replace(LEAGUE_SETTINGS, name="MONDAY")))
        is LeagueRefusal.LEAGUE_TAKEN
    )
    other = replace(LEAGUE_SETTINGS, rules="start_level=3")
    assert await refused(league.admin.edit_league(ADMIN, HERE, made.id, other)) is LeagueRefusal.SEASON_RUNS
    assert await refused(league.admin.open_season(ADMIN, HERE, made.id)) is LeagueRefusal.SEASON_RUNS
    await league.admin.close_season(ADMIN, HERE, made.id)
    assert await refused(league.admin.close_season(ADMIN, HERE, made.id)) is LeagueRefusal.NO_SEASON
    assert Rules(start_level=Level.THREE) != RULES
    assert "start_level=3" in (await league.admin.edit_league(ADMIN, HERE, made.id, other)).settings.rules
    for n in range(1, MAX_LEAGUES_PER_GUILD):
        await league.admin.create_league(ADMIN, HERE, replace(LEAGUE_SETTINGS, name=f"League {n}"))
    assert (
        await refused(league.admin.create_league(ADMIN, HERE, replace(LEAGUE_SETTINGS, name="More")))
        is LeagueRefusal.TOO_MANY_LEAGUES
    )


async def test_mutual_wins_break_ties(store, league):
    """Ann and Cat tie on points and deals won. Cat won more deals against Ann, but gained fewer levels in them."""
    _, season = await create_running_league(
        league, replace(LEAGUE_SETTINGS, scheme=replace(BY_POINTS, level=0, match=0)), ANN, CAT
    )
    table = await begin_match(store)
    for revision, how in enumerate((opponents_win(), opponents_win(), declarers_win(rise=9)), 1):
        await end_deal(store, table, revision, how)
    alone = await begin_match(store, seat_four(ANN))
    await end_deal(store, alone, 1, declarers_win(rise=9), seat_four(ANN))
    assert await lines(league, season) == [(1, CAT, 2), (2, ANN, 2)]
    for n, user in enumerate((CAT, ANN)):  # each of the two may be on a page of their own
        (line,) = (await league.queries.get_standings(season.id, n, 1)).lines
        assert (line.rank, line.entrant.user) == (n + 1, user)
        assert await league.queries.find_standing(season.id, UserId(user)) == line
