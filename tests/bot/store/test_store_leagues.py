"""Leagues in the database: who plays, what counts, who stands where."""

from dataclasses import replace

import pytest
from league_samples import BOSS, DRAFT, HERE, SEATS, TEAMS, begin, end, held, lost, opened, rows
from store_samples import ANN, BEN, CAT, DAN, RULES, four

from bot.league.callers import Caller, Deed
from bot.league.deals import Role
from bot.league.ids import GuildId, ResultId, SeasonId, TeamId, UserId
from bot.league.leagues import DAY, LEAGUES_EACH, Reset, Scheme
from bot.league.looks import Record
from bot.league.refusals import LeagueRefused, LeagueWhy
from bot.league.service import League
from bot.store.league_models import CountedRow, RatingChangeRow, ScoreRow
from engine.rules import Level, Rules

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
    return League(store, now=clock)


async def refused(doing):
    with pytest.raises(LeagueRefused) as raised:
        await doing
    return raised.value.why


async def lines(league, season):
    table = await league.table(season.id)
    assert table.total == len(table.lines)
    return [(line.rank, line.entrant.user, line.score.points) for line in table.lines]


async def test_a_season_counts_what_its_people_play(store, league):
    made, season = await opened(league, DRAFT, ANN, CAT, DAN)
    table = await begin(store)
    await end(store, table, 1, held(rise=2))
    await end(store, table, 2, lost(rise=1, levels=(4, 2)))
    await end(store, table, 3, lost(rise=0, levels=(4, 3), winners=(1, 3)))
    assert await lines(league, season) == [(1, DAN, 6), (1, CAT, 6), (3, ANN, 3)]  # 1+1, 1+0+3; 1+2; Ben has not joined
    line = await league.place_of(season.id, UserId(ANN))
    score = line.score
    assert (score.deals, score.won, score.margin, score.matches_won, score.streak, score.form) == (
        3,
        1,
        1,
        0,
        -2,
        "WLL",
    )
    assert await league.place_of(season.id, UserId(BEN)) is None
    assert {one.entrant.user for one in await league.champions(season.id)} == {CAT, DAN}
    results = await league.results(made.id)
    assert [one.deal.id for one in results.results] == [3, 2, 1]
    assert results.results[2].deal.seat_of(UserId(ANN)).role is Role.DECLARER
    assert results.results[2].deal.seat_of(UserId(BEN)).role is Role.PARTNER
    assert results.results[2].deal.seat_of(UserId(CAT)).role is Role.OPPONENT
    assert (await league.results(made.id, offset=2, limit=5)).results[0].deal.id == 1
    assert (await league.results_of(HERE, UserId(BEN))).total == 3
    assert (await league.results_of(GuildId(1), UserId(BEN))).total == 0


async def test_only_deals_by_exactly_its_rules_count(store, league):
    other = replace(RULES, start_level=Level.THREE)
    _, season = await opened(league, DRAFT, ANN)
    await end(store, await begin(store, rules=other), 1, held(levels=(3, 3)), rules=other)
    elsewhere = await begin(store, guild=5)
    await end(store, elsewhere, 1, guild=5)
    assert await lines(league, season) == [(1, ANN, 0)]
    assert len(await rows(store, CountedRow)) == 0
    assert len(await rows(store, RatingChangeRow)) == 8  # each is rated where it was played


async def test_several_leagues_count_the_same_deal(store, league):
    _, season = await opened(league, DRAFT, ANN)
    _, other = await opened(league, replace(DRAFT, name="Other", scheme=Scheme(10, 0, 0)), ANN, BEN)
    await end(store, await begin(store), 1, held(rise=3))
    assert await lines(league, season) == [(1, ANN, 4)]
    assert await lines(league, other) == [(1, BEN, 10), (1, ANN, 10)]


async def test_a_league_of_teams(store, league):
    pair = await league.create_team(HERE, "Pair", (UserId(ANN), UserId(BEN)))
    other = await league.create_team(HERE, "Other", (UserId(CAT), UserId(DAN)))
    made = await league.create_league(BOSS, HERE, TEAMS)
    assert await refused(league.join(ANY, HERE, made.id)) is LeagueWhy.TEAMS_ONLY
    assert await refused(league.join(Caller(UserId(CAT)), HERE, made.id, pair.id)) is LeagueWhy.NOT_MEMBER
    assert await refused(league.join(ANY, HERE, made.id, TeamId(99))) is LeagueWhy.NO_TEAM
    await league.join(ANY, HERE, made.id, pair.id)
    await league.join(BOSS, HERE, made.id, other.id)
    season = await league.open_season(BOSS, HERE, made.id)
    await end(store, await begin(store), 1, held(rise=2))
    table = await league.table(season.id)
    assert [(line.rank, line.entrant.team, line.score.points) for line in table.lines] == [
        (1, pair.id, 3),
        (2, other.id, 0),
    ]
    assert await league.team_names([pair.id, other.id]) == {pair.id: "Pair", other.id: "Other"}
    assert (await league.place_of(season.id, team=other.id)).score.margin == -2


@pytest.mark.parametrize(("reset", "level"), [(Reset.KEEP, 10), (Reset.SOFT, 6), (Reset.FULL, 2)])
async def test_a_new_season_puts_teams_back(store, league, reset, level):
    pair = await league.create_team(HERE, "Pair", (UserId(ANN), UserId(BEN)))
    made = await league.create_league(BOSS, HERE, replace(TEAMS, reset=reset))
    await league.join(ANY, HERE, made.id, pair.id)
    await league.open_season(BOSS, HERE, made.id)
    table = await begin(store)
    await end(store, table, 1, held(rise=8))
    await league.close_season(BOSS, HERE, made.id)
    await league.open_season(BOSS, HERE, made.id)
    assert (await league.progress_of(pair.id))[0].level == level
    await end(store, table, 2, held(levels=(10, 2)))  # the match goes on: one level is one level
    assert (await league.progress_of(pair.id))[0].level == level + 1
    await league.void(BOSS, HERE, ResultId(1), "before the season")
    left = 3 if reset is Reset.KEEP else level + 1  # what a season took away is not taken twice
    assert (await league.progress_of(pair.id))[0].level == left
    assert (await league.progress_of(pair.id))[0].deals == 1
    await league.settled()


async def test_seasons_begin_at_nothing_and_end_at_their_time(store, league, clock):
    made, first = await opened(league, replace(DRAFT, days=7), ANN)
    assert first.closes_at == clock.at + 7 * DAY
    table = await begin(store)
    await end(store, table, 1, held(), at=clock.at + 1)
    await end(store, table, 2, held(), at=first.closes_at)  # too late, though nobody has closed it
    assert await lines(league, first) == [(1, ANN, 2)]
    assert await league.turn_seasons() == []
    clock.at = first.closes_at
    ((known, closed, second),) = await league.turn_seasons()
    assert (known.id, closed.closed_at, second.number) == (made.id, clock.at, 2)
    assert await league.turn_seasons() == []
    await end(store, table, 3, held(), at=clock.at + 5)
    assert await lines(league, second) == [(1, ANN, 2)]
    assert await lines(league, first) == [(1, ANN, 2)]
    assert [season.number for season in await league.seasons(made.id)] == [2, 1]
    assert (await league.season(made.id)).id == second.id
    assert (await league.season(made.id, 1)).id == first.id
    assert await league.season(made.id, 3) is None


async def test_points_of_a_running_season_stay(store, league):
    made, season = await opened(league, DRAFT, ANN)
    await league.edit_league(BOSS, HERE, made.id, replace(DRAFT, scheme=Scheme(50, 50, 50)))
    await end(store, await begin(store), 1, held())
    assert await lines(league, season) == [(1, ANN, 2)]
    await league.close_season(BOSS, HERE, made.id)
    assert (await league.open_season(BOSS, HERE, made.id)).scheme == Scheme(50, 50, 50)


async def test_joining_leaving_and_coming_back(store, league):
    made, season = await opened(league, DRAFT, ANN, BEN)
    assert await refused(league.join(ANY, HERE, made.id)) is LeagueWhy.ALREADY_IN
    await league.leave(Caller(UserId(BEN)), HERE, made.id)
    assert await lines(league, season) == [(1, ANN, 0)]  # he had not played
    assert await refused(league.leave(Caller(UserId(BEN)), HERE, made.id)) is LeagueWhy.NOT_IN
    assert await refused(league.leave(Caller(UserId(CAT)), HERE, made.id)) is LeagueWhy.NOT_IN
    table = await begin(store)
    await end(store, table, 1, held())
    await league.leave(ANY, HERE, made.id)
    await end(store, table, 2, held(levels=(3, 2)))
    assert await lines(league, season) == [(1, ANN, 2)]  # what was played stays
    assert (await league.table(season.id)).lines[0].entrant.left
    assert await league.leagues_of(HERE, UserId(ANN)) == []
    back = await league.join(ANY, HERE, made.id)
    await end(store, table, 3, held(levels=(4, 2)))
    assert await lines(league, season) == [(1, ANN, 4)]
    assert [one.id for one in await league.entrants(made.id)] == [back.id]
    assert [one.id for one in await league.leagues_of(HERE, UserId(ANN))] == [made.id]
    assert await refused(league.join(ANY, HERE, made.id, user=UserId(CAT))) is LeagueWhy.NOT_MANAGER
    await league.join(BOSS, HERE, made.id, user=UserId(CAT))
    assert await refused(league.join(ANY, HERE, made.id, team=TeamId(1))) is LeagueWhy.PERSONS_ONLY


async def test_who_may_manage(store, league):
    assert await refused(league.create_league(ANY, HERE, DRAFT)) is LeagueWhy.NOT_ADMIN
    made = await league.create_league(BOSS, HERE, DRAFT)
    asks = (
        lambda who: league.edit_league(who, HERE, made.id, DRAFT),
        lambda who: league.open_season(who, HERE, made.id),
        lambda who: league.close_season(who, HERE, made.id),
        lambda who: league.add_manager(who, HERE, made.id, UserId(BEN)),
        lambda who: league.remove_manager(who, HERE, made.id, UserId(BEN)),
        lambda who: league.archive_league(who, HERE, made.id),
    )
    for ask in asks:
        assert await refused(ask(ANY)) is LeagueWhy.NOT_MANAGER
    assert await league.add_manager(BOSS, HERE, made.id, UserId(ANN))
    assert not await league.add_manager(BOSS, HERE, made.id, UserId(ANN))
    assert await league.managers(made.id) == [77, ANN]
    for ask in asks:
        await ask(ANY)
    trail, total = await league.trail(made.id)
    assert total == 8
    assert [line.deed for line in reversed(trail)] == [
        Deed.CREATED, Deed.MANAGER_ADDED, Deed.EDITED, Deed.SEASON_OPENED, Deed.SEASON_CLOSED, Deed.MANAGER_ADDED,
        Deed.MANAGER_REMOVED, Deed.ARCHIVED,
    ]  # fmt: skip
    assert trail[0].act.by == ANN
    assert [line.deed for line in (await league.trail(made.id, 2, 1))[0]] == [Deed.MANAGER_ADDED]
    assert (await league.trail_of_server(BOSS, HERE))[1] == 8
    assert await refused(league.trail_of_server(ANY, HERE)) is LeagueWhy.NOT_ADMIN


async def test_an_archived_league_is_only_looked_at(store, league):
    made, season = await opened(league, DRAFT, ANN)
    await league.archive_league(BOSS, HERE, made.id)
    await end(store, await begin(store), 1, held())
    assert await lines(league, season) == [(1, ANN, 0)]
    assert (await league.season(made.id)).closed_at
    for doing in (
        league.join(Caller(UserId(CAT)), HERE, made.id),
        league.open_season(BOSS, HERE, made.id),
        league.edit_league(BOSS, HERE, made.id, DRAFT),
        league.archive_league(BOSS, HERE, made.id),
    ):
        assert await refused(doing) is LeagueWhy.LEAGUE_ARCHIVED
    assert await league.leagues(HERE) == []
    assert [one.id for one in await league.leagues(HERE, archived=True)] == [made.id]
    assert (await league.league_named(HERE, "monday")).id == made.id
    again = await league.create_league(BOSS, HERE, DRAFT)
    assert (await league.league_named(HERE, " MONDAY ")).id == again.id


async def test_leagues_of_another_server_are_not_there(store, league):
    made, _ = await opened(league, DRAFT, ANN)
    elsewhere = GuildId(5)
    for doing in (
        league.league(elsewhere, made.id),
        league.join(ANY, elsewhere, made.id),
        league.edit_league(BOSS, elsewhere, made.id, DRAFT),
        league.close_season(BOSS, elsewhere, made.id),
        league.league_named(elsewhere, "Monday"),
        league.table(SeasonId(99)),
    ):
        assert await refused(doing) is LeagueWhy.NO_LEAGUE
    await end(store, await begin(store), 1)
    assert await refused(league.void(BOSS, elsewhere, ResultId(1), "why")) is LeagueWhy.NO_RESULT
    assert await refused(league.result(elsewhere, ResultId(1))) is LeagueWhy.NO_RESULT
    assert (await league.result(HERE, ResultId(1))).deal.table == 1
    assert await league.leagues(elsewhere) == []


async def test_what_a_league_cannot_be(store, league):
    for draft, why in (
        (replace(DRAFT, name=""), LeagueWhy.LEAGUE_NAME_LENGTH),
        (replace(DRAFT, name="a\u202eb"), LeagueWhy.NAME_CHARACTERS),
        (replace(DRAFT, days=0), LeagueWhy.BAD_DRAFT),
        (replace(DRAFT, days=1000), LeagueWhy.BAD_DRAFT),
        (replace(DRAFT, scheme=Scheme(match=-1)), LeagueWhy.BAD_DRAFT),
        (replace(DRAFT, decay=7.0), LeagueWhy.BAD_DRAFT),
        (replace(DRAFT, rules="decks=99"), LeagueWhy.BAD_RULES),
        (replace(DRAFT, rules="players=1 nonsense"), LeagueWhy.BAD_RULES),
        (replace(TEAMS, rules="players=5 teams=friends"), LeagueWhy.BAD_RULES),
    ):
        assert await refused(league.create_league(BOSS, HERE, draft)) is why
    made, _ = await opened(league)
    assert await refused(league.create_league(BOSS, HERE, replace(DRAFT, name="MONDAY"))) is LeagueWhy.LEAGUE_TAKEN
    other = replace(DRAFT, rules="start_level=3")
    assert await refused(league.edit_league(BOSS, HERE, made.id, other)) is LeagueWhy.SEASON_RUNS
    assert await refused(league.open_season(BOSS, HERE, made.id)) is LeagueWhy.SEASON_RUNS
    await league.close_season(BOSS, HERE, made.id)
    assert await refused(league.close_season(BOSS, HERE, made.id)) is LeagueWhy.NO_SEASON
    assert Rules(start_level=Level.THREE) != RULES
    assert "start_level=3" in (await league.edit_league(BOSS, HERE, made.id, other)).draft.rules
    for n in range(1, LEAGUES_EACH):
        await league.create_league(BOSS, HERE, replace(DRAFT, name=f"League {n}"))
    assert await refused(league.create_league(BOSS, HERE, replace(DRAFT, name="More"))) is LeagueWhy.TOO_MANY_LEAGUES


async def test_those_still_tied_are_told_apart_by_their_meetings(store, league):
    """Ann and Cat have the same points and deals won; against each other Cat won more, for fewer levels."""
    _, season = await opened(league, replace(DRAFT, scheme=Scheme(1, 0, 0)), ANN, CAT)
    table = await begin(store)
    for revision, how in enumerate((lost(), lost(), held(rise=9)), 1):
        await end(store, table, revision, how)
    alone = await begin(store, four(ANN))
    await end(store, alone, 1, held(rise=9), four(ANN))
    assert await lines(league, season) == [(1, CAT, 2), (2, ANN, 2)]
    for n, user in enumerate((CAT, ANN)):  # also where a page parts them
        (line,) = (await league.table(season.id, n, 1)).lines
        assert (line.rank, line.entrant.user) == (n + 1, user)
        assert await league.place_of(season.id, UserId(user)) == line


async def test_a_profile(store, league):
    table = await begin(store)
    await end(store, table, 1, held(rise=2, points=40))
    await end(store, table, 2, lost(rise=1, points=95, declarer=2, levels=(4, 2)))
    await end(store, table, 3, lost(rise=3, points=160, declarer=1, levels=(4, 3), winners=(0, 2)))
    await end(store, await begin(store, four(ANN, CAT, DAN)), 1, held(rise=1), four(ANN, CAT, DAN))
    profile = await league.profile(HERE, UserId(ANN), "club")
    assert (profile.record, profile.matches_won, profile.levels) == (Record(4, 3), 1, 6)
    assert profile.by_role == {
        Role.DECLARER: Record(2, 2), Role.PARTNER: Record(1, 0), Role.FRIEND: Record(), Role.OPPONENT: Record(1, 1),
    }  # fmt: skip
    assert (profile.points_taken, profile.points_given) == (160, (40 + 95 + 35) / 3)
    assert (profile.streak, profile.form) == (2, (True, False, True, True))
    assert profile.partner == (BEN, Record(3, 2))
    assert (profile.best.result, profile.best.rise, profile.best.role) == (3, 3, Role.OPPONENT)
    assert [moment.result for moment in profile.history] == [1, 2, 3, 4]
    assert profile.history[-1].rating == profile.rating
    assert (profile.rank, profile.ranked, profile.rating.provisional) == (None, 0, True)
    assert (await league.profile(HERE, UserId(1), "club")).record == Record()
    assert await league.profile(HERE, UserId(ANN), "pagat") is None
    assert await league.profile(GuildId(5), UserId(ANN), "club") is None


async def test_climbs_are_those_of_teams(store, league):
    await league.create_team(HERE, "Pair", (UserId(ANN), UserId(BEN)))
    table = await begin(store)
    await end(store, table, 1, held(winners=(0, 2), levels=(14, 2), rise=0))
    assert (await league.profile(HERE, UserId(BEN), "club")).climbs == 1
    assert (await league.profile(HERE, UserId(CAT), "club")).climbs == 0


async def test_a_leaderboard(store, league):
    table = await begin(store)
    for revision in range(1, 26):
        await end(store, table, revision, held() if revision % 3 else lost())
    strangers = await begin(store, four(UserId(90)))
    await end(store, strangers, 1, held(), four(UserId(90)))
    for user, name in ((ANN, "Ann"), (BEN, "Benno"), (CAT, "50%_Cat"), (90, "anna")):
        await store.save_name(user, name)
    board = await league.leaderboard(HERE, "club")
    assert [(line.rank, line.user) for line in board.lines] == [(1, BEN), (1, ANN), (3, DAN), (3, CAT), (None, 90)]
    assert board.lines[0].rating.shown > board.lines[2].rating.shown
    assert [line.user for line in (await league.leaderboard(HERE, "club", 2, 2)).lines] == [DAN, CAT]
    for search, users in (("ann", [ANN, 90]), ("BENN", [BEN]), ("%", [CAT]), ("_", [CAT]), ("x", [])):
        found = await league.leaderboard(HERE, "club", search=search)
        assert [line.user for line in found.lines] == users, search
        assert found.total == len(users)
    assert (await league.leaderboard(HERE, "club", search="50%")).lines[0].rank == 3
    assert await league.leaderboard(GuildId(5), "club") is None
    assert [pool.preset for pool in await league.pools(HERE)] == ["club"]
    nobody = await forget(store, BEN)
    board = await league.leaderboard(HERE, "club")
    assert nobody not in {line.user for line in board.lines}
    assert [line.rank for line in board.lines] == [1, 2, 2, None]


async def forget(store, user):
    """Let everybody get up, and forget one of them."""
    async with store._connections.write() as connection:
        await connection.exec_driver_sql("UPDATE tables SET status = 'over', host_id = 90")
        await connection.commit()
    return await store.forget(user)


async def test_two_against_each_other(store, league):
    table = await begin(store)
    for revision, how in enumerate((held(), lost(), lost(declarer=1)), 1):
        await end(store, table, revision, how)
    found = await league.head_to_head(HERE, UserId(ANN), UserId(CAT), "club")
    assert (found.against, found.together, found.form) == (Record(3, 2), Record(), (True, False, True))
    found = await league.head_to_head(HERE, UserId(BEN), UserId(ANN), "club")
    assert (found.against, found.together) == (Record(), Record(3, 2))
    assert await league.head_to_head(HERE, UserId(ANN), UserId(CAT), "pagat") is None


async def test_whoever_is_forgotten_stays_as_nobody(store, league):
    made, season = await opened(league, DRAFT, ANN, BEN)
    await league.add_manager(BOSS, HERE, made.id, UserId(ANN))
    await end(store, await begin(store), 1, held())
    await league.void(Caller(UserId(ANN)), HERE, ResultId(1), "wrong cards")
    await league.settled()
    before = await lines(league, season)
    await end(store, await begin(store, four(UserId(90))), 1, seats=four(UserId(90)))
    nobody = await forget(store, ANN)
    assert await lines(league, season) == [(rank, nobody if user == ANN else user, n) for rank, user, n in before]
    assert (await league.result(HERE, ResultId(1))).ruled.by == nobody
    assert ANN not in await league.managers(made.id)
    await league.restore(BOSS, HERE, ResultId(1), "she was right")
    await league.settled()
    assert (await league.profile(HERE, UserId(nobody), "club")).record == Record(1, 1)


async def test_a_table_in_pages_has_everybody_once(store, league):
    """Also where hundreds share a place: nobody is missing between two pages, nobody twice."""
    made, season = await opened(league)
    people = [UserId(1000 + n) for n in range(130)]
    for user in people:
        await league.join(BOSS, HERE, made.id, user=user)
    async with store._connections.write() as connection:
        for n, entrant in enumerate(await rows_of_scores(store)):
            points, margin = (0 if n % 2 else n % 7), n % 5
            await connection.exec_driver_sql(
                f"UPDATE scores SET points = {points}, won = {points}, margin = {margin} WHERE entrant_id = {entrant}"
            )
        await connection.commit()
    whole = [line for n in (0, 100) for line in (await league.table(season.id, n, 100)).lines]
    for limit in (7, 20, 33):
        paged = [line for n in range(0, 130, limit) for line in (await league.table(season.id, n, limit)).lines]
        assert [(p.rank, p.entrant.id) for p in paged] == [(w.rank, w.entrant.id) for w in whole]
    assert sorted(line.entrant.user for line in whole) == people
    assert [line.rank for line in whole] == sorted(line.rank for line in whole)
    keys = [(line.score.points, line.score.won, line.score.margin) for line in whole]
    assert [line.rank for line in whole] == [1 + sum(other > mine for other in keys) for mine in keys]
    for user in people[::17]:
        line = await league.place_of(season.id, user)
        assert line in whole


async def rows_of_scores(store):
    return [row["entrant_id"] for row in await rows(store, ScoreRow)]


async def test_a_seat_that_changed_hands_counts_for_whoever_ends_the_deal(store, league):
    _, season = await opened(league, DRAFT, ANN, BEN)
    table = await begin(store)
    swapped = (SEATS[2], *SEATS[1:2], four(CAT)[1], SEATS[3])  # Ben took Ann's seat, a computer his
    await end(store, table, 1, held(), swapped)
    assert await lines(league, season) == [(1, BEN, 2), (2, ANN, 0)]
