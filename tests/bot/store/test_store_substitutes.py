"""Whoever sits in for a member plays for the team's level: named substitutes, from the first deal or in the middle."""

from dataclasses import replace

import pytest
from league_samples import BOSS, DRAFT, HERE, SEATS, TEAMS, begin, end, held
from store_samples import ANN, BEN, CAT, DAN, RULES, four

from bot.league.ids import GuildId, UserId
from bot.league.ladder import LineUp, Squad, fielded
from bot.league.refusals import LeagueRefused, LeagueWhy
from bot.league.service import League
from bot.league.teams import SUBSTITUTES_EACH
from bot.play.occupants import Computer, Person
from engine.notation import rules_text
from engine.rules import Level, Rules

EVE = 10**18 + 15
IN_FOR_BEN = (Person(ANN), Person(CAT), Person(EVE), Person(DAN))


@pytest.fixture
def league(store):
    return League(store, now=lambda: 1_700_000_000.0)


async def with_eve(league):
    """Ann and Ben are a team, Eve is their substitute; it plays in a league of teams."""
    team = await league.create_team(HERE, "Pair", (UserId(ANN), UserId(BEN)))
    assert await league.add_substitute(team.id, UserId(EVE), UserId(ANN))
    made = await league.create_league(BOSS, HERE, TEAMS)
    await league.join(BOSS, HERE, made.id, team.id)
    season = await league.open_season(BOSS, HERE, made.id)
    return team, season


async def level(league, team):
    return [(one.level, one.deals) for one in await league.progress_of(team.id)]


async def test_a_substitute_plays_for_the_teams_level_and_its_league(store, league):
    team, season = await with_eve(league)
    await end(store, await begin(store), 1, held(rise=2))
    table = await begin(store, IN_FOR_BEN)
    assert (await store.load(table)).facts.levels == (Level.FOUR, Level.TWO, Level.FOUR, Level.TWO)
    await end(store, table, 1, held(rise=3, levels=(4, 2)), IN_FOR_BEN)
    assert await level(league, team) == [(Level.SEVEN, 2)]
    (line,) = (await league.table(season.id)).lines
    assert (line.entrant.team, line.score.deals) == (team.id, 2)
    await end(store, await begin(store, SEATS), 1, held(levels=(7, 2)))  # the members themselves go on from there
    assert await level(league, team) == [(Level.EIGHT, 3)]


async def test_who_is_no_substitute_plays_for_himself(store, league):
    team, _ = await with_eve(league)
    for seats in (
        (Person(ANN), Person(CAT), Person(DAN), Person(BEN)),  # not named
        four(EVE, CAT, 10**18 + 16, DAN),  # no member beside him
        (Person(EVE), Person(CAT), Computer("club", 1), Person(DAN)),
        (Person(ANN), Person(CAT), Computer("club", 1), Person(DAN)),  # nobody sits in for Ben
    ):
        await end(store, await begin(store, seats), 1, held(), seats)
    await league.remove_substitute(team.id, UserId(EVE), UserId(EVE))
    await end(store, await begin(store, IN_FOR_BEN), 1, held(), IN_FOR_BEN)
    assert await level(league, team) == []


async def test_in_the_middle_of_a_match_a_substitute_keeps_the_team_there(store, league):
    team, _ = await with_eve(league)
    table = await begin(store)
    await end(store, table, 1, held(rise=1))
    alone = (Computer("club", 1), Person(CAT), Person(EVE), Person(DAN))
    await end(store, table, 2, held(rise=1, levels=(3, 2)), alone)
    assert await level(league, team) == [(Level.FOUR, 2)]
    nobody = (Computer("club", 1), Person(CAT), Computer("club", 2), Person(DAN))
    await end(store, table, 3, held(rise=1, levels=(4, 2)), nobody)
    assert await level(league, team) == [(Level.FOUR, 2)]


async def test_a_team_does_not_play_itself(store, league):
    team, _ = await with_eve(league)
    await league.add_substitute(team.id, UserId(CAT))
    seats = (Person(ANN), Person(BEN), Person(EVE), Person(CAT))
    await end(store, await begin(store, seats), 1, held(), seats)
    assert await level(league, team) == []


def test_which_team_it_is():
    ann, ben, cat, eve = map(UserId, (1, 2, 3, 4))
    pair = Squad(1, frozenset({ann, ben}), frozenset({eve}))
    other = Squad(2, frozenset({ann, cat}), frozenset({eve, ben}))
    sitting = lambda *people: LineUp(0, tuple(sorted(people)), 2)  # noqa: E731
    assert fielded(sitting(ann, eve), [other, pair]) == 1  # equal: the older one
    assert fielded(sitting(ben, eve), [other, pair]) == 1
    assert fielded(sitting(cat, eve), [other, pair]) == 2
    assert fielded(sitting(eve), [other, pair]) is None
    assert fielded(sitting(ann, UserId(5)), [other, pair]) is None
    three = Squad(3, frozenset({ann, ben, cat}), frozenset({eve, UserId(6)}))
    assert fielded(LineUp(0, (ann, ben, eve), 3), [three]) == 3
    assert fielded(LineUp(0, (ann, eve, UserId(6)), 3), [three]) == 3


async def test_who_may_name_whom(store, league):
    team, _ = await with_eve(league)
    cases = (
        (league.add_substitute(team.id, UserId(CAT), UserId(DAN)), LeagueWhy.NOT_MEMBER),
        (league.add_substitute(team.id, UserId(BEN), UserId(ANN)), LeagueWhy.IS_MEMBER),
        (league.remove_substitute(team.id, UserId(CAT), UserId(ANN)), LeagueWhy.NOT_SUBSTITUTE),
        (league.remove_substitute(team.id, UserId(EVE), UserId(DAN)), LeagueWhy.NOT_MEMBER),
    )
    for doing, why in cases:
        with pytest.raises(LeagueRefused) as refused:
            await doing
        assert refused.value.why is why
    assert not await league.add_substitute(team.id, UserId(EVE), UserId(BEN))
    for n in range(1, SUBSTITUTES_EACH):
        assert await league.add_substitute(team.id, UserId(n))
    with pytest.raises(LeagueRefused, match="too_many_substitutes"):
        await league.add_substitute(team.id, UserId(99))
    assert len((await league.substitutes([team.id]))[team.id]) == SUBSTITUTES_EACH
    await league.disband(team.id)
    with pytest.raises(LeagueRefused, match="no_team"):
        await league.add_substitute(team.id, UserId(CAT))


async def test_three_play_six_handed(store, league):
    six = replace(Rules(), players=6, kitty_size=6)
    seats = tuple(Person(n) for n in range(1, 7))
    three = await league.create_team(HERE, "Three", (UserId(1), UserId(3), UserId(5)), 3)
    made = await league.create_league(BOSS, HERE, replace(TEAMS, preset="pagat-six", rules=rules_text(six)))
    pair = await league.create_team(HERE, "Pair", (UserId(1), UserId(3)))
    with pytest.raises(LeagueRefused) as refused:
        await league.join(BOSS, HERE, made.id, pair.id)
    assert (refused.value.why, refused.value.facts) == (LeagueWhy.TEAM_SIZE, {"name": "Pair", "size": 3})
    await league.join(BOSS, HERE, made.id, three.id)
    await league.open_season(BOSS, HERE, made.id)
    table = await begin(store, seats, six)
    assert (await store.load(table)).facts.levels == (Level.TWO,) * 6
    with pytest.raises(LeagueRefused, match="persons_only"):
        await league.join(BOSS, HERE, (await league.create_league(BOSS, HERE, DRAFT)).id, three.id)


async def test_another_servers_team_has_no_say(store, league):
    team = await league.create_team(GuildId(5), "Away", (UserId(ANN), UserId(BEN)))
    await league.add_substitute(team.id, UserId(EVE))
    table = await begin(store, IN_FOR_BEN, RULES)
    await end(store, table, 1, held(), IN_FOR_BEN)
    assert await level(league, team) == []
