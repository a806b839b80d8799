"""Deals count for a team even if its named substitutes play, from the start or the middle of a match."""

from dataclasses import replace

import pytest
from league_factories import (
    ADMIN,
    HERE,
    LEAGUE_SETTINGS,
    SEATS,
    TEAM_LEAGUE_SETTINGS,
    add_substitute,
    begin_match,
    create_team,
    declarers_win,
    end_deal,
    list_progress,
)
from store_factories import ANN, BEN, CAT, DAN, RULES, seat_four

from bot.ids import GuildId, UserId
from bot.league.leagues.access import Caller
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.service import LeagueService
from bot.league.teams.ladder import LineUp, TeamSquad, find_fielded_team
from bot.play.values.table_info import Computer, Person
from engine.model.notation import format_rules
from engine.model.options import Level
from engine.model.rules import Rules

EVE = 10**18 + 15
IN_FOR_BEN = (Person(ANN), Person(CAT), Person(EVE), Person(DAN))


@pytest.fixture
def league(store):
    return LeagueService(store.league, now=lambda: 1_700_000_000.0)


async def with_eve(league):
    """Create a team of Ann and Ben, with Eve as substitute, in a league of teams. Return the team and the season."""
    team = await create_team(league, HERE, "Pair", (UserId(ANN), UserId(BEN)))
    assert await add_substitute(league, team.id, EVE, Caller(UserId(ANN)))
    made = await league.admin.create_league(ADMIN, HERE, TEAM_LEAGUE_SETTINGS)
    await league.admin.join(ADMIN, HERE, made.id, team.id)
    season = await league.admin.open_season(ADMIN, HERE, made.id)
    return team, season


async def level(league, team):
    return [(one.level, one.deals) for one in await list_progress(league, team.id)]


async def test_substitute_plays_for_team_level_and_league(store, league):
    team, season = await with_eve(league)
    await end_deal(store, await begin_match(store), 1, declarers_win(rise=2))
    table = await begin_match(store, IN_FOR_BEN)
    assert (await store.tables.load(table)).facts.start_levels == (Level.FOUR, Level.TWO, Level.FOUR, Level.TWO)
    await end_deal(store, table, 1, declarers_win(rise=3, levels=(4, 2)), IN_FOR_BEN)
    assert await level(league, team) == [(Level.SEVEN, 2)]
    (line,) = (await league.queries.get_standings(season.id)).lines
    assert (line.entrant.team, line.score.deals) == (team.id, 2)
    await end_deal(
        store, await begin_match(store, SEATS), 1, declarers_win(levels=(7, 2))
    )  # the members continue from that level
    assert await level(league, team) == [(Level.EIGHT, 3)]


@pytest.mark.long
async def test_only_members_with_named_substitutes_play_for_team(store, league):
    team, _ = await with_eve(league)
    for seats in (
        (Person(ANN), Person(CAT), Person(DAN), Person(BEN)),  # Dan is no substitute of the team
        seat_four(EVE, CAT, 10**18 + 16, DAN),  # only substitutes and no member of the team sit on this side
        (Person(EVE), Person(CAT), Computer("expert", 1), Person(DAN)),
        (Person(ANN), Person(CAT), Computer("expert", 1), Person(DAN)),  # a computer player is no substitute for Ben
    ):
        await end_deal(store, await begin_match(store, seats), 1, declarers_win(), seats)
    await league.teams.leave_team(Caller(UserId(EVE)), HERE, team.id)
    await end_deal(store, await begin_match(store, IN_FOR_BEN), 1, declarers_win(), IN_FOR_BEN)
    assert await level(league, team) == []


async def test_substitute_keeps_the_team_in_its_match(store, league):
    team, _ = await with_eve(league)
    table = await begin_match(store, league=None)
    await end_deal(store, table, 1, declarers_win(rise=1))
    alone = (Computer("expert", 1), Person(CAT), Person(EVE), Person(DAN))
    await end_deal(store, table, 2, declarers_win(rise=1, levels=(3, 2)), alone)
    assert await level(league, team) == [(Level.FOUR, 2)]
    nobody = (Computer("expert", 1), Person(CAT), Computer("expert", 2), Person(DAN))
    await end_deal(store, table, 3, declarers_win(rise=1, levels=(4, 2)), nobody)
    assert await level(league, team) == [(Level.FOUR, 2)]


async def test_team_does_not_play_against_itself(store, league):
    team, _ = await with_eve(league)
    await add_substitute(league, team.id, CAT)
    seats = (Person(ANN), Person(BEN), Person(EVE), Person(CAT))
    await end_deal(store, await begin_match(store, seats), 1, declarers_win(), seats)
    assert await level(league, team) == []


def test_line_up_plays_for_the_team_to_which_most_of_it_belong():
    ann, ben, cat, eve = map(UserId, (1, 2, 3, 4))
    pair = TeamSquad(1, frozenset({ann, ben}), frozenset({eve}))
    other = TeamSquad(2, frozenset({ann, cat}), frozenset({eve, ben}))

    def sitting(*people):
        return LineUp(0, tuple(sorted(people)), 2)

    # Both teams have one member here, so the older team plays.
    assert find_fielded_team(sitting(ann, eve), [other, pair]) == 1
    assert find_fielded_team(sitting(ben, eve), [other, pair]) == 1
    assert find_fielded_team(sitting(cat, eve), [other, pair]) == 2
    assert find_fielded_team(sitting(eve), [other, pair]) is None
    assert find_fielded_team(sitting(ann, UserId(5)), [other, pair]) is None
    three = TeamSquad(3, frozenset({ann, ben, cat}), frozenset({eve, UserId(6)}))
    assert find_fielded_team(LineUp(0, (ann, ben, eve), 3), [three]) == 3
    assert find_fielded_team(LineUp(0, (ann, eve, UserId(6)), 3), [three]) == 3


async def test_only_members_name_substitutes(store, league):
    team, _ = await with_eve(league)
    cases = (
        (add_substitute(league, team.id, CAT, Caller(UserId(DAN))), LeagueRefusal.NOT_MEMBER),
        (add_substitute(league, team.id, BEN, Caller(UserId(ANN))), LeagueRefusal.IS_MEMBER),
        (add_substitute(league, team.id, EVE, Caller(UserId(ANN))), LeagueRefusal.IS_SUBSTITUTE),
        (league.teams.remove_from_team(Caller(UserId(ANN)), HERE, team.id, UserId(CAT)), LeagueRefusal.NOT_IN_TEAM),
        (league.teams.remove_from_team(Caller(UserId(DAN)), HERE, team.id, UserId(EVE)), LeagueRefusal.NOT_MEMBER),
    )
    for doing, why in cases:
        with pytest.raises(LeagueRefused) as refused:
            await doing
        assert refused.value.reason is why
    await league.teams.disband_team(ADMIN, HERE, team.id)
    with pytest.raises(LeagueRefused, match="no_team"):
        await add_substitute(league, team.id, CAT)


async def test_league_takes_teams_of_its_size_only(store, league):
    six = replace(Rules(), players=6, kitty_size=6)
    seats = tuple(Person(n) for n in range(1, 7))
    three = await create_team(league, HERE, "Three", (UserId(1), UserId(3), UserId(5)), 3)
    made = await league.admin.create_league(
        ADMIN, HERE, replace(TEAM_LEAGUE_SETTINGS, preset="pagat-six", rules=format_rules(six))
    )
    pair = await create_team(league, HERE, "Pair", (UserId(1), UserId(3)))
    with pytest.raises(LeagueRefused) as refused:
        await league.admin.join(ADMIN, HERE, made.id, pair.id)
    assert (refused.value.reason, refused.value.facts) == (LeagueRefusal.TEAM_SIZE, {"name": "Pair", "size": 3})
    await league.admin.join(ADMIN, HERE, made.id, three.id)
    await league.admin.open_season(ADMIN, HERE, made.id)
    table = await begin_match(store, seats, six)
    assert (await store.tables.load(table)).facts.start_levels == (Level.TWO,) * 6
    with pytest.raises(LeagueRefused, match="persons_only"):
        await league.admin.join(
            ADMIN, HERE, (await league.admin.create_league(ADMIN, HERE, LEAGUE_SETTINGS)).id, three.id
        )


async def test_teams_of_other_servers_are_ignored(store, league):
    team = await create_team(league, GuildId(5), "Away", (UserId(ANN), UserId(BEN)))
    await add_substitute(league, team.id, EVE, guild=GuildId(5))
    table = await begin_match(store, IN_FOR_BEN, RULES)
    await end_deal(store, table, 1, declarers_win(), IN_FOR_BEN)
    assert await level(league, team) == []
