"""A match starts with the teams of its players, at their levels. These tests need no database."""

from dataclasses import replace

import pytest

from bot.ids import EntrantId, GuildId, LeagueId, TableId, TeamId, UserId
from bot.league.booking.start_match import find_starting_teams, start_match
from bot.league.leagues.league_settings import LeagueSettings, RankedBy
from bot.league.leagues.leagues import Entrant, LeagueInfo
from bot.league.teams.ladder import FULL_LADDER, Progress, TableSide, TeamSquad
from engine.model.notation import format_rules
from engine.model.options import Level, Teams
from engine.model.rules import Rules

HERE, TABLE = GuildId(1), TableId(5)
ANN, BEN, CAT, DAN, EVE = (UserId(n) for n in range(11, 16))
PAIR, RIVALS, CLUB = TeamId(21), TeamId(22), TeamId(23)
RULES = Rules()
SETTINGS = LeagueSettings("Monday", "standard", format_rules(RULES))
PERSONS = LeagueInfo(LeagueId(1), HERE, SETTINGS, 0.0)
TEAMS = replace(PERSONS, id=LeagueId(3), settings=replace(SETTINGS, ranked_by=RankedBy.TEAMS))


class TeamsInMemory:
    """A store of teams in memory, which finds teams by their exact members or with substitutes."""

    def __init__(self, exact=(), squads=(), progress=(), leagues=(), joined=()):
        self.exact, self.squads, self.leagues, self.joined = dict(exact), squads, leagues, joined
        self.progress = {(one.team, one.ladder): one for one in progress}

    async def find_league(self, league):
        return next((one for one in self.leagues if one.id == league), None)

    async def list_active_entrants(self, league, users, teams):
        return [Entrant(EntrantId(n), team=team) for n, team in enumerate(self.joined) if team in teams]

    async def find_team_of(self, guild, line_up):
        return self.exact.get(line_up.members)

    async def list_squads(self, guild, line_up):
        return self.squads

    async def find_progress(self, team, ladder):
        return self.progress.get((team, ladder))

    async def save_progress(self, progress):
        self.progress[progress.team, progress.ladder] = progress


def squad(team, members, substitutes):
    return TeamSquad(team, frozenset(members), frozenset(substitutes))


@pytest.mark.parametrize(
    ("exact", "squads", "expected"),
    [
        ({}, (), {}),
        ({(ANN, BEN): PAIR}, (), {0: PAIR}),
        ({(ANN, BEN): PAIR, (CAT, DAN): RIVALS}, (), {0: PAIR, 1: RIVALS}),
        ({(ANN, BEN): PAIR}, (squad(CLUB, (ANN, EVE), (BEN,)),), {0: PAIR}),  # exact members come first
        ({}, (squad(CLUB, (ANN, EVE), (BEN,)),), {0: CLUB}),
        ({}, (squad(CLUB, (ANN, CAT), (BEN, DAN)),), {}),  # a team does not play itself
    ],
)
async def test_teams_are_found_by_members_then_substitutes(exact, squads, expected):
    teams, levels = await find_starting_teams(TeamsInMemory(exact, squads), HERE, RULES, (ANN, CAT, BEN, DAN))
    assert {team.side: team.progress.team for team in teams} == expected
    assert levels == ((Level.TWO,) * 4 if expected else None)


async def test_match_starts_at_team_level():
    store = TeamsInMemory({(ANN, BEN): PAIR}, (), [Progress(PAIR, FULL_LADDER, Level.SIX, 1, 9, 5)])
    teams, levels = await find_starting_teams(store, HERE, RULES, (ANN, CAT, BEN, DAN))
    assert levels == (Level.SIX, Level.TWO) * 2
    assert store.progress[PAIR, FULL_LADDER].table_side is None  # finding the teams has started no match
    await start_match(store, TABLE, teams)
    assert store.progress[PAIR, FULL_LADDER] == Progress(PAIR, FULL_LADDER, Level.SIX, 1, 9, 5, TableSide(TABLE, 0))


@pytest.mark.parametrize(
    ("league", "joined", "expected"),
    [
        (None, (), (Level.SIX, Level.TWO)),
        (TEAMS, (PAIR,), (Level.NINE, Level.TWO)),
        (TEAMS, (RIVALS,), (Level.TWO, Level.TWO)),  # the pair is at the table, but not in this league
        (TEAMS, (), None),
        (PERSONS, (PAIR,), None),
        (replace(TEAMS, archived_at=9.0), (PAIR,), None),
    ],
)
async def test_levels_of_a_league_stay_in_it(league, joined, expected):
    """A table outside a league does not start at a level won in the league, and vice versa."""
    in_league = replace(FULL_LADDER, league=TEAMS.id)
    progress = [Progress(PAIR, FULL_LADDER, Level.SIX), Progress(PAIR, in_league, Level.NINE)]
    exact = {(ANN, BEN): PAIR, (CAT, DAN): RIVALS}
    store = TeamsInMemory(exact, (), progress, [one for one in (league,) if one], joined)
    _, levels = await find_starting_teams(store, HERE, RULES, (ANN, CAT, BEN, DAN), league and league.id)
    assert levels == (expected and expected * 2)


async def test_team_in_the_league_precedes_a_team_outside_it():
    store = TeamsInMemory({(ANN, BEN): PAIR}, (squad(CLUB, (ANN, EVE), (BEN,)),), (), [TEAMS], (CLUB,))
    teams, _ = await find_starting_teams(store, HERE, RULES, (ANN, CAT, BEN, DAN), TEAMS.id)
    assert [(one.side, one.progress.team) for one in teams] == [(0, CLUB)]


async def test_without_fixed_teams_no_team_starts_at_its_level():
    store = TeamsInMemory({(ANN, BEN): PAIR})
    rules = replace(RULES, teams=Teams.FRIENDS)
    assert await find_starting_teams(store, HERE, rules, (ANN, CAT, BEN, DAN)) == ((), None)
