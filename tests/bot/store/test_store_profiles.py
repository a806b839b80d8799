"""Statistics of players: profiles, leaderboards, results against one another, and pages of standings."""

import pytest
from league_factories import (
    ADMIN,
    HERE,
    LEAGUE_SETTINGS,
    SEATS,
    begin_match,
    create_running_league,
    create_team,
    declarers_win,
    end_deal,
    load_rows,
    opponents_win,
    wait_until_recomputed,
)
from store_factories import ANN, BEN, CAT, DAN, seat_four
from test_store_leagues import lines

from bot.ids import GuildId, ResultId, UserId
from bot.league.leagues.access import Caller
from bot.league.results.deals import SeatRole
from bot.league.results.read_models import WinRecord
from bot.league.results.season_standings import MAX_TIED_GROUP
from bot.league.service import LeagueService
from bot.store.schema.league_models import ScoreRow


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


async def test_profile_shows_a_players_statistics(store, league):
    table = await begin_match(store)
    await end_deal(store, table, 1, declarers_win(rise=2, points=40))
    await end_deal(store, table, 2, opponents_win(rise=1, points=95, declarer=2, levels=(4, 2)))
    await end_deal(store, table, 3, opponents_win(rise=3, points=160, declarer=1, levels=(4, 3), winners=(0, 2)))
    await end_deal(
        store, await begin_match(store, seat_four(ANN, CAT, DAN)), 1, declarers_win(rise=1), seat_four(ANN, CAT, DAN)
    )
    profile = await league.ratings.find_profile(HERE, UserId(ANN), "standard")
    assert (profile.record, profile.matches_won) == (WinRecord(4, 3), 1)
    assert profile.by_role == {
        SeatRole.DECLARER: WinRecord(2, 2), SeatRole.PARTNER: WinRecord(1, 0), SeatRole.FRIEND: WinRecord(), SeatRole.OPPONENT: WinRecord(1, 1),
    }  # fmt: skip
    assert (profile.points_taken, profile.points_given) == (160, (40 + 95 + 35) / 3)
    assert profile.form == (True, False, True, True)
    assert profile.partner == (BEN, WinRecord(3, 2))
    assert (profile.best_deal.result, profile.best_deal.rise, profile.best_deal.role) == (3, 3, SeatRole.OPPONENT)
    assert [moment.result for moment in profile.history] == [1, 2, 3, 4]
    assert profile.history[-1].rating == profile.rating
    assert (profile.rank, profile.ranked_count, profile.rating.provisional) == (None, 0, True)
    assert (await league.ratings.find_profile(HERE, UserId(1), "standard")).record == WinRecord()
    assert await league.ratings.find_profile(HERE, UserId(ANN), "pagat") is None
    assert await league.ratings.find_profile(GuildId(5), UserId(ANN), "standard") is None


async def test_profile_counts_team_climbs(store, league):
    await create_team(league, HERE, "Pair", (UserId(ANN), UserId(BEN)))
    table = await begin_match(store)
    await end_deal(store, table, 1, declarers_win(winners=(0, 2), levels=(14, 2), rise=0))
    assert (await league.ratings.find_profile(HERE, UserId(BEN), "standard")).climbs == 1
    assert (await league.ratings.find_profile(HERE, UserId(CAT), "standard")).climbs == 0


async def test_leaderboard_is_ordered_by_rating(store, league):
    table = await begin_match(store)
    for revision in range(1, 26):
        await end_deal(store, table, revision, declarers_win() if revision % 3 else opponents_win())
    strangers = await begin_match(store, seat_four(UserId(90)))
    await end_deal(store, strangers, 1, declarers_win(), seat_four(UserId(90)))
    for user, name in ((ANN, "Ann"), (BEN, "Benno"), (CAT, "50%_Cat"), (90, "anna")):
        await store.people.save_name(user, name)
    board = await league.ratings.find_leaderboard(HERE, "standard")
    assert [(line.rank, line.user) for line in board.lines] == [(1, BEN), (1, ANN), (3, DAN), (3, CAT), (None, 90)]
    assert board.lines[0].rating.displayed > board.lines[2].rating.displayed
    assert [line.user for line in (await league.ratings.find_leaderboard(HERE, "standard", 2, 2)).lines] == [DAN, CAT]
    for search, users in (("ann", [ANN, 90]), ("BENN", [BEN]), ("%", [CAT]), ("_", [CAT]), ("x", [])):
        found = await league.ratings.find_leaderboard(HERE, "standard", search=search)
        assert [line.user for line in found.lines] == users, search
        assert found.total == len(users)
    assert (await league.ratings.find_leaderboard(HERE, "standard", search="50%")).lines[0].rank == 3
    assert await league.ratings.find_leaderboard(GuildId(5), "standard") is None
    assert [pool.preset for pool in await league.standings.list_pools(HERE)] == ["standard"]
    nobody = await forget(store, BEN)
    board = await league.ratings.find_leaderboard(HERE, "standard")
    assert nobody not in {line.user for line in board.lines}
    assert [line.rank for line in board.lines] == [1, 2, 2, None]


async def forget(store, user):
    """End all tables, then delete one user's data; return the negative ID that replaces theirs."""
    async with store.tables._connections.write() as connection:
        await connection.exec_driver_sql("UPDATE tables SET status = 'over', host_id = 90")
        await connection.commit()
    return await store.personal_data.delete_personal_data(user)


async def test_head_to_head_counts_common_deals(store, league):
    table = await begin_match(store)
    for revision, how in enumerate((declarers_win(), opponents_win(), opponents_win(declarer=1)), 1):
        await end_deal(store, table, revision, how)
    found = await league.ratings.find_head_to_head(HERE, UserId(ANN), UserId(CAT), "standard")
    assert (found.against, found.together, found.form) == (WinRecord(3, 2), WinRecord(), (True, False, True))
    found = await league.ratings.find_head_to_head(HERE, UserId(BEN), UserId(ANN), "standard")
    assert (found.against, found.together) == (WinRecord(), WinRecord(3, 2))
    assert await league.ratings.find_head_to_head(HERE, UserId(ANN), UserId(CAT), "pagat") is None


@pytest.mark.long
async def test_forgotten_player_stays_without_a_name(store, league):
    made, season = await create_running_league(league, LEAGUE_SETTINGS, ANN, BEN)
    await league.admin.set_manager(ADMIN, HERE, made.id, UserId(ANN), manages=True)
    await end_deal(store, await begin_match(store), 1, declarers_win())
    await league.rulings.void(Caller(UserId(ANN)), HERE, ResultId(1), "wrong cards")
    await wait_until_recomputed(league)
    before = await lines(league, season)
    await end_deal(store, await begin_match(store, seat_four(UserId(90))), 1, seats=seat_four(UserId(90)))
    nobody = await forget(store, ANN)
    assert await lines(league, season) == [(rank, nobody if user == ANN else user, n) for rank, user, n in before]
    assert (await league.queries.get_result(HERE, ResultId(1))).stamp.by == nobody
    assert ANN not in (await league.access.get_league(HERE, made.id)).managers
    await league.rulings.restore(ADMIN, HERE, ResultId(1), "she was right")
    await wait_until_recomputed(league)
    assert (await league.ratings.find_profile(HERE, UserId(nobody), "standard")).record == WinRecord(1, 1)


@pytest.mark.long
async def test_paged_standings_list_everybody_once(store, league):
    """Together the pages list everybody exactly once, even if many people have the same rank."""
    made, season = await create_running_league(league)
    people = [UserId(1000 + n) for n in range(130)]
    for user in people:
        await league.admin.join(ADMIN, HERE, made.id, user=user)
    async with store.tables._connections.write() as connection:
        for n, entrant in enumerate(await rows_of_scores(store)):
            points, margin = (0 if n % 2 else n % 7), n % 5
            await connection.exec_driver_sql(
                f"UPDATE scores SET points = {points}, won = {points}, margin = {margin} WHERE entrant_id = {entrant}"
            )
        await connection.commit()
    whole = [line for n in (0, 100) for line in (await league.queries.get_standings(season.id, n, 100)).lines]
    for limit in (7, 20, 33):
        paged = [
            line
            for n in range(0, 130, limit)
            for line in (await league.queries.get_standings(season.id, n, limit)).lines
        ]
        assert [(p.rank, p.entrant.id) for p in paged] == [(w.rank, w.entrant.id) for w in whole]
    assert (await league.queries.get_standings(season.id, 129 + MAX_TIED_GROUP, 7)).lines == ()
    assert sorted(line.entrant.user for line in whole) == people
    assert [line.rank for line in whole] == sorted(line.rank for line in whole)
    keys = [(line.score.points, line.score.won, line.score.margin) for line in whole]
    assert [line.rank for line in whole] == [1 + sum(other > mine for other in keys) for mine in keys]
    for user in people[::17]:
        line = await league.queries.find_standing(season.id, user)
        assert line in whole


async def rows_of_scores(store):
    return [row["entrant_id"] for row in await load_rows(store, ScoreRow)]


async def test_deal_counts_for_the_users_it_is_booked_for(store, league):
    _, season = await create_running_league(league, LEAGUE_SETTINGS, ANN, BEN)
    table = await begin_match(store)
    swapped = (SEATS[2], *SEATS[1:2], seat_four(CAT)[1], SEATS[3])  # Ben sits on Ann's seat, a computer player on Ben's
    await end_deal(store, table, 1, declarers_win(), swapped)
    assert await lines(league, season) == [(1, BEN, 2), (2, ANN, 0)]
