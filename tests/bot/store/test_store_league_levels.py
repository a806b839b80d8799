"""A team has a level in each league, and one outside all leagues. A season's settings decide how it ranks entrants."""

from dataclasses import replace

import pytest
from league_factories import (
    ADMIN,
    HERE,
    LEAGUE_SETTINGS,
    SEATS,
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
from store_factories import ANN, BEN, CAT, DAN, RULES, seat_four

from bot.ids import ResultId, TeamId, UserId
from bot.league.leagues.counting_deals import Obstacle
from bot.league.leagues.league_settings import LevelReset, PointScheme, StandingsOrder
from bot.league.queries.table_preview import TablePlan
from bot.league.results.deals import Ruling, RulingKind
from bot.league.service import LeagueService
from bot.league.teams.ladder import FULL_LADDER
from bot.store.schema.league_models import RatingChangeRow
from bot.store.schema.result_models import DealResultRow
from engine.model.options import Level, Teams

USERS = tuple(UserId(user) for user in (ANN, CAT, BEN, DAN))
DRAGONS, TIGERS = TeamId(1), TeamId(2)


@pytest.fixture
def league(store):
    return LeagueService(store.league, now=lambda: 1_700_000_000.0)


async def create_team_league(league, name, **settings):
    made = await league.admin.create_league(ADMIN, HERE, replace(TEAM_LEAGUE_SETTINGS, name=name, **settings))
    for team in (DRAGONS, TIGERS):
        await league.admin.join(ADMIN, HERE, made.id, team)
    await league.admin.open_season(ADMIN, HERE, made.id)
    return made


async def create_teams(league):
    await create_team(league, HERE, "Dragons", (UserId(ANN), UserId(BEN)))
    await create_team(league, HERE, "Tigers", (UserId(CAT), UserId(DAN)))


async def levels_of(league, team):
    """Return a team's level, deals and deals won by league. The key None stands for the ladder outside all leagues."""
    progress = await list_progress(league, team)
    return {one.ladder.league: (int(one.level), one.deals, one.deals_won) for one in progress}


async def test_level_counts_only_in_its_league(store, league):
    await create_teams(league)
    first, second = [await create_team_league(league, name) for name in ("First", "Second")]
    for where, rise in ((first.id, 5), (second.id, 2), (None, 1)):
        table = await begin_match(store, league=where)
        assert (await store.tables.load(table)).facts.start_levels == (Level.TWO,) * 4
        await end_deal(store, table, 1, declarers_win(rise=rise))
    assert await levels_of(league, DRAGONS) == {first.id: (7, 1, 1), second.id: (4, 1, 1), None: (3, 1, 1)}
    again = await begin_match(store, league=second.id)
    assert (await store.tables.load(again)).facts.start_levels == (Level.FOUR, Level.TWO) * 2
    (line, _) = await league.teams.list_team_standings(HERE)
    assert line.progress.level is Level.THREE  # the server's standings show the ladder outside leagues
    in_first = replace(FULL_LADDER, league=first.id)
    assert (await league.teams.list_team_standings(HERE, in_first))[0].progress.level is Level.SEVEN


@pytest.mark.long
@pytest.mark.parametrize(("reset", "level"), [(LevelReset.SOFT, 4), (LevelReset.FULL, 2)])
async def test_a_season_resets_its_own_league_only(store, league, reset, level):
    await create_teams(league)
    first, second = [await create_team_league(league, name, level_reset=reset) for name in ("First", "Second")]
    for where in (first.id, second.id, None):
        await end_deal(store, await begin_match(store, league=where), 1, declarers_win(rise=5))
    await league.admin.close_season(ADMIN, HERE, first.id)
    await league.admin.open_season(ADMIN, HERE, first.id)
    assert await levels_of(league, DRAGONS) == {first.id: (level, 1, 1), second.id: (7, 1, 1), None: (7, 1, 1)}


@pytest.mark.long
async def test_ruling_moves_only_the_level_of_its_league(store, league):
    await create_teams(league)
    made = await create_team_league(league, "First")
    for where in (made.id, None):
        await end_deal(store, await begin_match(store, league=where), 1, declarers_win(rise=3))
    await league.rulings.void(ADMIN, HERE, ResultId(1), "why")
    assert await levels_of(league, DRAGONS) == {made.id: (2, 0, 0), None: (5, 1, 1)}
    await wait_until_recomputed(league)


@pytest.mark.long
async def test_uncounted_deal_moves_no_level(store, league):
    await create_teams(league)
    made = await create_team_league(league, "First")
    table = await begin_match(store, league=made.id)
    await league.admin.close_season(ADMIN, HERE, made.id)
    await end_deal(store, table, 1, declarers_win(rise=3))
    assert await levels_of(league, DRAGONS) == {made.id: (2, 0, 0)}
    await league.admin.open_season(ADMIN, HERE, made.id)
    await end_deal(store, table, 2, declarers_win(rise=3, levels=(5, 2)))
    assert await levels_of(league, DRAGONS) == {made.id: (5, 1, 1)}


async def test_lobby_preview_matches_booking(store, league):
    """At every table the lobby names the teams and users for whom the deal is later counted."""
    await create_teams(league)
    persons, _ = await create_running_league(league, LEAGUE_SETTINGS, ANN, CAT)
    teams = await create_team_league(league, "Teams", min_people=None)
    await league.admin.leave(ADMIN, HERE, teams.id, TIGERS)
    seatings = (SEATS, seat_four(ANN, CAT), seat_four(ANN), (SEATS[0], SEATS[2], SEATS[1], SEATS[3]))
    for seats in seatings:
        users = tuple(getattr(seat, "user", None) for seat in seats)
        computers = users.count(None)
        for where in (persons, teams, None):
            plan = TablePlan(HERE, RULES, users, computers, where and where.id)
            preview = await league.tables.preview(plan)
            table = await begin_match(store, seats, league=plan.league)
            await end_deal(store, table, 1, declarers_win(), seats)
            result = (await load_rows(store, DealResultRow))[-1]["id"]
            counting = await league.results.find_counting_season(result)
            promised = preview.league is not None and preview.obstacle is None
            if where is teams:
                promised = promised and bool(preview.teams)
                climbed = await league.queries.get_counted_teams(teams.id, [result])
                names = {team.side: team.name for team in preview.teams} if promised else {}
                assert climbed.get(result, {}) == names
            elif where is persons:
                assert set(preview.not_joined) == {user for user in users if user in {BEN, DAN}}
            assert (counting is not None) == promised, (users, where)


async def test_lobby_preview_names_what_prevents_counting(store, league):
    await create_teams(league)
    teams = await create_team_league(league, "Teams", min_people=4)
    other = await create_team_league(league, "Other")
    plan = TablePlan(HERE, RULES, USERS, 0, teams.id)
    good = await league.tables.preview(plan)
    assert (good.obstacle, good.split_teams, good.sides_without_team) == (None, (), ())
    assert [(team.side, team.name, team.level) for team in good.teams] == [(0, "Dragons", 2), (1, "Tigers", 2)]
    assert [one.id for one in good.possible_leagues] == [teams.id, other.id]
    table = await begin_match(store, league=teams.id)
    assert await league.tables.list_playing_teams(table) == [(0, "Dragons"), (1, "Tigers")]
    crossed = await league.tables.preview(replace(plan, users=(USERS[0], USERS[2], USERS[1], USERS[3])))
    assert (crossed.split_teams, crossed.sides_without_team) == (("Dragons", "Tigers"), (0, 1))
    computers = await league.tables.preview(replace(plan, users=(*USERS[:3], None), computers=1))
    assert (computers.obstacle, computers.min_people) == (Obstacle.TOO_FEW_PEOPLE, 4)
    waiting = await league.tables.preview(replace(plan, users=(*USERS[:3], None)))
    assert (waiting.obstacle, waiting.sides_without_team) == (None, ())  # a fourth player may still join
    house = await league.tables.preview(replace(plan, rules=replace(RULES, start_level=Level.THREE)))
    assert (house.obstacle, house.teams) == (Obstacle.OTHER_RULES, ())
    friendly = await league.tables.preview(replace(plan, league=None, has_ladder=False))
    assert friendly.teams == ()
    assert await league.tables.list_team_groups(plan) == (frozenset({ANN, BEN}), frozenset({CAT, DAN}))
    assert await league.tables.list_team_groups(replace(plan, has_ladder=False)) == ()
    assert await league.tables.list_team_groups(replace(plan, rules=replace(RULES, teams=Teams.FRIENDS))) == ()
    await league.admin.leave(ADMIN, HERE, teams.id, DRAGONS)
    assert await league.tables.list_team_groups(plan) == (frozenset({CAT, DAN}),)
    await league.admin.close_season(ADMIN, HERE, teams.id)
    assert (await league.tables.preview(plan)).obstacle is Obstacle.NO_SEASON
    await league.admin.archive_league(ADMIN, HERE, teams.id)
    assert (await league.tables.preview(plan)).obstacle is Obstacle.ARCHIVED


async def find_latest_rating(store, user, results):
    rows = await load_rows(store, RatingChangeRow)
    return [r["mean"] - 3 * r["spread"] for r in rows if r["user_id"] == user and r["result_id"] in results][-1]


@pytest.mark.long
async def test_season_ranks_by_ratings_after_deals(store, league):
    scheme = PointScheme(order=StandingsOrder.RATING, min_deals=2)
    settings = replace(LEAGUE_SETTINGS, scheme=scheme)
    _, season = await create_running_league(league, settings, ANN, BEN, CAT, DAN)
    table, crossed = await begin_match(store), (SEATS[0], SEATS[2], SEATS[1], SEATS[3])
    await end_deal(store, table, 1, declarers_win())
    await end_deal(store, table, 2, declarers_win())
    await end_deal(store, await begin_match(store, crossed), 1, opponents_win(), crossed)
    await end_deal(
        store, await begin_match(store, league=None), 1, opponents_win()
    )  # this deal changes ratings, but not the season

    async def check(results):
        lines = (await league.queries.get_standings(season.id)).lines
        values = [await find_latest_rating(store, line.entrant.user, results) for line in lines]
        assert [line.score.value for line in lines] == values
        assert values == sorted(values, reverse=True)
        return [line.entrant.user for line in lines]

    assert (await check({1, 2, 3}))[0] == BEN
    await league.rulings.correct(ADMIN, HERE, ResultId(1), Ruling(RulingKind.CORRECT, False, 1, 100), "miscounted")
    await wait_until_recomputed(league)
    await check({1, 2, 3})
    await league.rulings.void(ADMIN, HERE, ResultId(3), "why")
    await wait_until_recomputed(league)
    await check({1, 2})


@pytest.mark.long
async def test_standings_by_average_put_entrants_with_few_deals_last(store, league):
    settings = replace(LEAGUE_SETTINGS, scheme=PointScheme(min_deals=2))
    _, season = await create_running_league(league, settings, ANN, BEN, CAT, DAN)
    table = await begin_match(store)
    for revision, how in enumerate((declarers_win(), opponents_win(rise=2), opponents_win(rise=0)), 1):
        await end_deal(store, table, revision, how)
    alone = seat_four(BEN)
    await end_deal(store, await begin_match(store, alone), 1, opponents_win(), alone)
    lines = (await league.queries.get_standings(season.id)).lines
    shown = [(line.entrant.user, line.score.deals, round(line.score.value, 2)) for line in lines]
    assert shown == [(DAN, 3, 1.33), (CAT, 3, 1.33), (ANN, 3, 0.67), (BEN, 4, 0.5)]
    assert {line.entrant.user for line in await league.queries.list_champions(season.id)} == {CAT, DAN}
    for n in range(4):  # a page may begin between entrants of equal rank
        (line,) = (await league.queries.get_standings(season.id, n, 1)).lines
        assert line == lines[n]
        assert await league.queries.find_standing(season.id, line.entrant.user) == line
