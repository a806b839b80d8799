"""Who plays as a team, at what level it begins, what a deal changes, and the order of the standings."""

from dataclasses import replace

import pytest

from bot.league.ids import GuildId, TableId, TeamId, UserId
from bot.league.ladder import (
    FULL,
    Ladder,
    LineUp,
    Place,
    Progress,
    beginning,
    entered,
    ladder_of,
    line_ups,
    outcome,
    starting_levels,
)
from bot.league.refusals import LeagueRefused, LeagueWhy
from bot.league.standings import standings
from bot.league.teams import LONGEST_NAME, Team, clean_name, line_up, name_key
from engine.events import DealResult
from engine.rules import Level, Rules, Teams
from engine.seats import Seat

ANN, BEN, CAT, DAN, EVE = map(UserId, (11, 12, 13, 14, 15))
TEAM, TABLE, GUILD = TeamId(1), TableId(5), GuildId(7)
EVENS, ODDS = Place(TABLE, 0), Place(TABLE, 1)


def result(hold=True, declarers=(0, 2), before=(2, 2, 2, 2), after=(4, 2, 4, 2), winners=()):
    return DealResult(
        declarer=Seat(declarers[0]),
        declarers=tuple(map(Seat, declarers)),
        opponents_points=0,
        trick_points=0,
        kitty=(),
        kitty_points=0,
        multiplier=2,
        penalty_points=0,
        last_trick=Seat(0),
        declarers_hold=hold,
        rise=2,
        levels_before=tuple(map(Level, before)),
        levels_after=tuple(map(Level, after)),
        hooked=(),
        next_declarer=Seat(0),
        winners=tuple(map(Seat, winners)),
    )


@pytest.mark.parametrize(
    ("why", "rules", "people", "expected"),
    [
        ("two pairs", Rules(), (ANN, CAT, BEN, DAN), [(0, (ANN, BEN), 2), (1, (CAT, DAN), 2)]),
        ("a computer fills up", Rules(), (BEN, None, None, None), [(0, (BEN,), 2)]),
        ("computers alone are no team", Rules(), (None, BEN, None, ANN), [(1, (ANN, BEN), 2)]),
        ("three a side", Rules(players=6), (ANN, None, BEN, EVE, CAT, None), [(0, (ANN, BEN, CAT), 3), (1, (EVE,), 3)]),
        ("friends change sides", Rules(teams=Teams.FRIENDS), (ANN, CAT, BEN, DAN), []),
        ("nor do hidden tens", Rules(teams=Teams.HIDDEN_TEN), (ANN, CAT, BEN, DAN), []),
    ],
)
def test_line_ups(why, rules, people, expected):
    assert line_ups(rules, people) == tuple(LineUp(*line) for line in expected)


def test_ladders():
    assert ladder_of(Rules()) == FULL
    assert ladder_of(Rules(start_level=Level.TEN, final_level=Level.NT)) == Ladder(Level.TEN, Level.NT)
    assert ladder_of(Rules(teams=Teams.FRIENDS)) is None


def test_a_match_starts_at_the_teams_levels():
    rules = Rules(start_level=Level.THREE)
    assert starting_levels(rules, {}) is None
    climbing = replace(beginning(TEAM, FULL), level=Level.JACK)
    assert starting_levels(rules, {1: climbing}) == (Level.THREE, Level.JACK) * 2
    six = starting_levels(Rules(players=6), {0: climbing, 1: replace(climbing, level=Level.ACE)})
    assert six == (Level.JACK, Level.ACE) * 3


def test_a_deal_moves_both_sides():
    start = entered(beginning(TEAM, FULL), EVENS)
    won = outcome(start, (ANN, BEN), (ANN, CAT, BEN, DAN), result())
    assert won.progress == Progress(TEAM, FULL, Level.FOUR, deals=1, deals_won=1, place=EVENS)
    assert (won.level_before, won.level_after, won.won, won.climbed) == (Level.TWO, Level.FOUR, True, False)
    lost = outcome(entered(start, ODDS), (CAT, DAN), (ANN, CAT, BEN, DAN), result())
    assert lost.progress == Progress(TEAM, FULL, Level.TWO, deals=1, deals_won=0, place=ODDS)


def test_opponents_who_take_the_deal_have_won_it():
    start = entered(beginning(TEAM, FULL), ODDS)
    took = outcome(start, (CAT,), (ANN, CAT, None, None), result(hold=False, after=(2, 2, 2, 2)))
    assert took.won
    assert took.level_after is Level.TWO


def test_winning_the_match_is_a_climb_and_a_new_beginning():
    near = replace(entered(beginning(TEAM, FULL), EVENS), level=Level.ACE, climbs=2, deals=30, deals_won=20)
    over = result(before=(14, 9, 14, 9), after=(14, 9, 14, 9), winners=(0, 2))
    climbed = outcome(near, (ANN,), (ANN, CAT, None, DAN), over)
    assert climbed.climbed
    assert climbed.progress == replace(near, level=Level.TWO, climbs=3, deals=31, deals_won=21)
    other = outcome(replace(near, level=Level.NINE, place=ODDS), (CAT, DAN), (ANN, CAT, None, DAN), over)
    assert (other.progress.level, other.progress.climbs) == (Level.NINE, 2)


def test_a_team_that_has_left_the_table_is_not_moved():
    start = entered(beginning(TEAM, FULL), EVENS)
    assert outcome(start, (ANN, BEN), (None, ANN, EVE, BEN), result()) is None
    assert outcome(beginning(TEAM, FULL), (ANN,), (ANN, None, None, None), result()) is None
    assert outcome(start, (ANN, BEN), (None, None, BEN, None), result()) is not None


def test_standings_in_order():
    def team(id_, name):
        return Team(TeamId(id_), GUILD, name, (UserId(id_),), 2)

    def at(id_, level, climbs=0, deals=10, won=5):
        return Progress(TeamId(id_), FULL, Level(level), climbs, deals, won)

    teams = [team(n, name) for n, name in enumerate(["new", "Zoe", "ace", "twice", "many", "few", "bob", "lost"], 1)]
    known = [at(2, 7), at(3, 14), at(4, 2, climbs=2), at(5, 9, won=8, deals=20), at(6, 9, won=8, deals=12), at(7, 7)]
    known.append(at(8, 2, deals=3, won=0))
    lines = standings(teams, FULL, {p.team: p for p in known})
    assert [(line.rank, line.team.name) for line in lines] == [
        (1, "twice"),
        (2, "ace"),
        (3, "few"),
        (4, "many"),
        (5, "bob"),
        (5, "Zoe"),
        (7, "lost"),
        (8, "new"),
    ]
    assert lines[-1].progress == beginning(TeamId(1), FULL)
    assert standings(reversed(teams), FULL, {p.team: p for p in reversed(known)}) == lines
    assert standings([], FULL, {}) == ()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("  The   Two\tof us ", "The Two of us"),
        ("拖拉机", "拖拉机"),
        ("👩\u200d🚀 & 🃏", "👩\u200d🚀 & 🃏"),
        ("E\u0301clair", "Éclair"),
        ("7", "7"),
        ("x" * LONGEST_NAME, "x" * LONGEST_NAME),
    ],
)
def test_names_that_do(text, name):
    assert clean_name(text) == name


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", LeagueWhy.NAME_LENGTH),
        (" \n\t ", LeagueWhy.NAME_LENGTH),
        ("x" * (LONGEST_NAME + 1), LeagueWhy.NAME_LENGTH),
        ("a\u202eb", LeagueWhy.NAME_CHARACTERS),
        ("\u200b", LeagueWhy.NAME_CHARACTERS),
        ("a\x00b", LeagueWhy.NAME_CHARACTERS),
        ("\ud800", LeagueWhy.NAME_CHARACTERS),
        ("\u200d", LeagueWhy.NAME_CHARACTERS),
        ("\u0301", LeagueWhy.NAME_CHARACTERS),
    ],
)
def test_names_that_do_not(text, why):
    with pytest.raises(LeagueRefused) as refused:
        clean_name(text)
    assert refused.value.why is why
    if why is LeagueWhy.NAME_LENGTH:
        assert refused.value.facts["longest"] == LONGEST_NAME


@pytest.mark.parametrize(("one", "other"), [("Ann", "aNN"), ("Ａｎｎ", "ann"), ("straße", "STRASSE"), ("①", "1")])
def test_names_that_are_one(one, other):
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    ("members", "size", "why"),
    [
        ((), 2, LeagueWhy.NO_MEMBERS),
        ((ANN, BEN, CAT), 2, LeagueWhy.TOO_MANY_MEMBERS),
        ((ANN,), 1, LeagueWhy.BAD_SIZE),
        ((ANN,), 7, LeagueWhy.BAD_SIZE),
    ],
)
def test_people_who_are_no_team(members, size, why):
    with pytest.raises(LeagueRefused) as refused:
        line_up(members, size)
    assert refused.value.why is why


def test_people_stand_once_and_in_order():
    assert line_up((BEN, ANN, BEN), 2) == (ANN, BEN)
    assert line_up((CAT, ANN, BEN), 3) == (ANN, BEN, CAT)
