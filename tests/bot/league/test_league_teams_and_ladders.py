"""Teams are found by the users at a table, and start at the level that their earlier deals have won."""

from dataclasses import replace

import pytest

from bot.ids import GuildId, LeagueId, TableId, TeamId, UserId
from bot.league.refusals import LeagueRefusal, LeagueRefused
from bot.league.teams.ladder import (
    FULL_LADDER,
    Ladder,
    LadderStep,
    LineUp,
    Progress,
    TableSide,
    apply_deal,
    find_ladder,
    find_open_ladder,
    get_starting_levels,
    initial_progress,
    list_line_ups,
    plays_as_team,
    rank_teams,
    replay_steps,
)
from bot.league.teams.team_checks import normalize_name, validate_members
from bot.league.teams.teams import MAX_NAME_LENGTH, Team
from bot.names import name_key
from engine.model.events import DealResult
from engine.model.options import Level, Teams
from engine.model.rules import Rules
from engine.model.seats import Seat

ANN, BEN, CAT, DAN, EVE = map(UserId, (11, 12, 13, 14, 15))
TEAM, TABLE, GUILD = TeamId(1), TableId(5), GuildId(7)
EVENS, ODDS = TableSide(TABLE, 0), TableSide(TABLE, 1)


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
def test_line_ups_are_found_by_side(why, rules, people, expected):
    assert list_line_ups(rules, people) == tuple(LineUp(*line) for line in expected)


def test_ladders_need_fixed_teams():
    assert find_ladder(Rules()) == FULL_LADDER
    assert find_ladder(Rules(start_level=Level.TEN, final_level=Level.NT)) == Ladder(Level.TEN, Level.NT)
    assert find_ladder(Rules(teams=Teams.FRIENDS)) is None


def test_a_match_starts_at_the_teams_levels():
    rules = Rules(start_level=Level.THREE)
    assert get_starting_levels(rules, {}) is None
    climbing = replace(initial_progress(TEAM, FULL_LADDER), level=Level.JACK)
    assert get_starting_levels(rules, {1: climbing}) == (Level.THREE, Level.JACK) * 2
    six = get_starting_levels(Rules(players=6), {0: climbing, 1: replace(climbing, level=Level.ACE)})
    assert six == (Level.JACK, Level.ACE) * 3


def test_deal_counts_for_teams_of_both_sides():
    start = replace(initial_progress(TEAM, FULL_LADDER), table_side=EVENS)
    won = apply_deal(start, (ANN, BEN), (ANN, CAT, BEN, DAN), result())
    assert won.progress == Progress(TEAM, FULL_LADDER, Level.FOUR, deals=1, deals_won=1, table_side=EVENS)
    assert (won.level_before, won.level_after, won.won, won.climbed) == (Level.TWO, Level.FOUR, True, False)
    lost = apply_deal(replace(start, table_side=ODDS), (CAT, DAN), (ANN, CAT, BEN, DAN), result())
    assert lost.progress == Progress(TEAM, FULL_LADDER, Level.TWO, deals=1, deals_won=0, table_side=ODDS)


def test_opponents_who_take_the_deal_win_it_without_a_level():
    start = replace(initial_progress(TEAM, FULL_LADDER), table_side=ODDS)
    took = apply_deal(start, (CAT,), (ANN, CAT, None, None), result(hold=False, after=(2, 2, 2, 2)))
    assert took.won
    assert took.level_after is Level.TWO


def test_start_of_the_next_lap_is_a_climb():
    near = replace(initial_progress(TEAM, FULL_LADDER), table_side=EVENS, level=Level.KING, climbs=1)
    over = replace(result(before=(13, 9, 13, 9), after=(2, 9, 2, 9)), laps_before=(1,) * 4, laps_after=(2, 1, 2, 1))
    climbed = apply_deal(near, (ANN,), (ANN, CAT, None, DAN), over)
    assert (climbed.climbed, climbed.level_after) == (True, Level.TWO)
    assert climbed.progress == replace(near, level=Level.TWO, climbs=2, deals=1, deals_won=1)
    later = replace(
        over, levels_before=over.levels_after, levels_after=(Level.FOUR, Level.NINE) * 2, laps_before=(2, 1, 2, 1)
    )
    assert apply_deal(climbed.progress, (ANN,), (ANN, CAT, None, DAN), later).progress.level is Level.FOUR


def test_winning_the_match_is_a_climb():
    near = replace(
        initial_progress(TEAM, FULL_LADDER), table_side=EVENS, level=Level.ACE, climbs=2, deals=30, deals_won=20
    )
    over = result(before=(14, 9, 14, 9), after=(14, 9, 14, 9), winners=(0, 2))
    climbed = apply_deal(near, (ANN,), (ANN, CAT, None, DAN), over)
    assert climbed.climbed
    assert climbed.progress == replace(near, level=Level.TWO, climbs=3, deals=31, deals_won=21)
    other = apply_deal(replace(near, level=Level.NINE, table_side=ODDS), (CAT, DAN), (ANN, CAT, None, DAN), over)
    assert (other.progress.level, other.progress.climbs) == (Level.NINE, 2)


def test_team_away_from_its_side_keeps_its_level():
    start = replace(initial_progress(TEAM, FULL_LADDER), table_side=EVENS)
    assert apply_deal(start, (ANN, BEN), (None, ANN, EVE, BEN), result()) is None
    assert apply_deal(initial_progress(TEAM, FULL_LADDER), (ANN,), (ANN, None, None, None), result()) is None
    assert apply_deal(start, (ANN, BEN), (None, None, BEN, None), result()) is not None


@pytest.mark.parametrize(
    ("why", "table_side", "people", "plays"),
    [
        ("both are there", EVENS, (ANN, CAT, BEN, DAN), True),
        ("a computer helps", EVENS, (None, CAT, BEN, DAN), True),
        ("a stranger sits with them", EVENS, (ANN, CAT, EVE, DAN), False),
        ("computers alone are no team", EVENS, (None, CAT, None, DAN), False),
        ("they sit on the other side", ODDS, (ANN, CAT, BEN, DAN), False),
        ("they have begun no match", None, (ANN, CAT, BEN, DAN), False),
    ],
)
def test_team_plays_on_its_side_without_strangers(why, table_side, people, plays):
    progress = replace(initial_progress(TEAM, FULL_LADDER), table_side=table_side)
    assert plays_as_team(progress, (ANN, BEN), people) is plays


WON, LOST, CLIMBED = LadderStep(3, True, False), LadderStep(0, False, False), LadderStep(1, True, True)
EARLIER = replace(WON, after_reset=False)


@pytest.mark.parametrize(
    ("base", "steps", "level", "climbs", "won"),
    [
        (None, (), 2, 0, 0),
        (None, (WON, LOST, WON), 8, 0, 2),
        (None, (WON, CLIMBED, WON), 5, 1, 3),
        (Level.TEN, (EARLIER, EARLIER, WON), 13, 0, 3),
        (Level.TEN, (replace(CLIMBED, after_reset=False),), 10, 1, 1),
    ],
)
def test_level_follows_from_deals_since_last_reset(base, steps, level, climbs, won):
    """Climbs, deals and wins count from the first deal on. Only the level starts over when a season resets it."""
    expected = Progress(TEAM, FULL_LADDER, Level(level), climbs, len(steps), won)
    assert replay_steps(initial_progress(TEAM, FULL_LADDER), base, steps) == expected


def test_team_standings_are_in_order():
    def team(id_, name):
        return Team(TeamId(id_), GUILD, name, (UserId(id_),), 2)

    def at(id_, level, climbs=0, deals=10, won=5):
        return Progress(TeamId(id_), FULL_LADDER, Level(level), climbs, deals, won)

    teams = [team(n, name) for n, name in enumerate(["new", "Zoe", "ace", "twice", "many", "few", "bob", "lost"], 1)]
    known = [at(2, 7), at(3, 14), at(4, 2, climbs=2), at(5, 9, won=8, deals=20), at(6, 9, won=8, deals=12), at(7, 7)]
    known.append(at(8, 2, deals=3, won=0))
    lines = rank_teams(teams, FULL_LADDER, known)
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
    assert lines[-1].progress == initial_progress(TeamId(1), FULL_LADDER)
    assert rank_teams(reversed(teams), FULL_LADDER, reversed(known)) == lines
    assert rank_teams([], FULL_LADDER, []) == ()


def test_open_ladder_with_most_deals_is_shown():
    def played(start, final, deals, league=None):
        return Progress(TEAM, Ladder(Level(start), Level(final), league), Level(start), deals=deals)

    short, long, high = played(2, 3, 4), played(2, 14, 2), played(5, 14, 4)
    assert find_open_ladder([]) == FULL_LADDER
    assert find_open_ladder([played(2, 3, 90, LeagueId(1))]) == FULL_LADDER
    assert find_open_ladder([long, high]) == high.ladder
    assert find_open_ladder([long, high, long, short]) == FULL_LADDER, "as many deals, but longer and not higher"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("  The   Two\tof us ", "The Two of us"),
        ("拖拉机", "拖拉机"),
        ("👩\u200d🚀 & 🃏", "👩\u200d🚀 & 🃏"),
        ("E\u0301clair", "Éclair"),
        ("7", "7"),
        ("x" * MAX_NAME_LENGTH, "x" * MAX_NAME_LENGTH),
    ],
)
def test_valid_names_are_normalized(text, name):
    assert normalize_name(text) == name


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", LeagueRefusal.NAME_LENGTH),
        (" \n\t ", LeagueRefusal.NAME_LENGTH),
        ("x" * (MAX_NAME_LENGTH + 1), LeagueRefusal.NAME_LENGTH),
        ("a\u202eb", LeagueRefusal.NAME_CHARACTERS),
        ("\u200b", LeagueRefusal.NAME_CHARACTERS),
        ("a\x00b", LeagueRefusal.NAME_CHARACTERS),
        ("\ud800", LeagueRefusal.NAME_CHARACTERS),
        ("\u200d", LeagueRefusal.NAME_CHARACTERS),
        ("\u0301", LeagueRefusal.NAME_CHARACTERS),
        ("**loud**", LeagueRefusal.NAME_MARKUP),
    ],
)
def test_invalid_names_are_refused(text, why):
    with pytest.raises(LeagueRefused) as refused:
        normalize_name(text)
    assert refused.value.reason is why
    if why is LeagueRefusal.NAME_LENGTH:
        assert refused.value.facts["longest"] == MAX_NAME_LENGTH


@pytest.mark.parametrize(("one", "other"), [("Ann", "aNN"), ("Ａｎｎ", "ann"), ("straße", "STRASSE"), ("①", "1")])
def test_similar_names_have_one_key(one, other):
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    ("members", "size", "why"),
    [
        ((ANN, BEN, CAT), 2, LeagueRefusal.TOO_MANY_MEMBERS),
        ((ANN,), 1, LeagueRefusal.BAD_SIZE),
        ((ANN,), 7, LeagueRefusal.BAD_SIZE),
    ],
)
def test_invalid_members_are_refused(members, size, why):
    with pytest.raises(LeagueRefused) as refused:
        validate_members(members, size)
    assert refused.value.reason is why


def test_members_are_unique_and_sorted():
    assert validate_members((BEN, ANN, BEN), 2) == (ANN, BEN)
    assert validate_members((CAT, ANN, BEN), 3) == (ANN, BEN, CAT)
