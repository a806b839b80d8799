"""A deal changes the levels of both sides, and decides the next declarer (docs/rules.md, 8)."""

from dataclasses import replace

import pytest
from random_play import format_log
from small_deals import SMALL, after_declaring, after_tricks, run

from engine.deal.change_levels import LevelOutcome, change_levels, climb_between
from engine.deal.phases.states import Finished
from engine.deal.scoring import heavy_loss_points, is_heavy_loss
from engine.model.events import MatchWon
from engine.model.match import start_match
from engine.model.notation import parse_level
from engine.model.options import Hook, HookTo, Level
from engine.model.presets import PRESETS, with_options
from engine.model.seats import Seat

OPENING = ("D10 DA DQ DK", "SA DJ HJ SQ", "HK CA HA CQ")
HELD = (*OPENING, "S10 SK BJ CK", "HQ C10 SJ CJ")
"""The tricks of a deal. Seat 0 declares spades at level J and wins the last trick. The opponents get 20 points."""
LOST = (*OPENING, "SJ CJ BJ CK", "HQ C10 S10 SK")
"""The tricks of the same deal if an opponent, seat 1, wins the last trick. The opponents then get 70 points."""
FRIENDS = {"teams": "friends", "friends": "1", "next_declarer": "next_on_winning_side"}


def play_deal(tricks=HELD, **options):
    """Return (result, events) of the small deal under these options."""
    phase, _ = run(after_declaring(with_options(SMALL, **options)), "0 bury LJ H10")
    if options.get("teams") == "friends":
        phase, _ = run(phase, "0 call CA#1")  # seat 3 holds CA
    phase, events = after_tricks(phase, *tricks)
    assert isinstance(phase, Finished)
    return phase.result, events


def texts(levels):
    return " ".join(level.text for level in levels)


@pytest.mark.parametrize(
    ("tricks", "options", "captured", "levels"),
    [
        (LOST, {}, 0, "J Q J Q"),
        (LOST, {"capture_levels": "2"}, 2, "J A J A"),
        (LOST, {"capture_levels": "2", "max_opponent_levels": "2"}, 1, "J K J K"),
        (LOST, {"capture_levels": "2", "thresholds": "0:hold+1,80:turn+0"}, 0, "Q J Q J"),
        (LOST, {"capture_levels": "2", "kitty_multiplier": "none"}, 2, "J K J K"),
        (LOST, {"capture_levels": "2", "kitty_without_trump": "none"}, 2, "J A J A"),
        (HELD, {"capture_levels": "2"}, 0, "Q J Q J"),
        (HELD, {"capture_levels": "2", "thresholds": "0:hold+1,20:turn+0"}, 0, "J J J J"),
    ],
)
def test_captured_kitty_raises_opponents_who_win(tricks, options, captured, levels):
    result, _ = play_deal(tricks, **options)
    assert (result.captured_levels, texts(result.levels_after)) == (captured, levels)


@pytest.mark.parametrize(("table", "levels"), [("0:hold+1,80:turn+0", "K J J Q"), ("0:hold+0,80:turn+0", "J J J J")])
def test_declarer_rises_more_than_friends(table, levels):
    result, events = play_deal(**FRIENDS, declarer_bonus="1", thresholds=table)
    assert result.declarers == (0, 3)
    assert texts(result.levels_after) == levels
    assert (result.rise_of(Seat(0)) - result.rise_of(Seat(3))) == result.declarer_bonus == (levels[0] == "K")
    assert ("declarer +2" in format_log([events])) is (levels[0] == "K")


def test_losing_declarer_gets_no_bonus():
    result, _ = play_deal(**FRIENDS, declarer_bonus="1", thresholds="0:hold+1,5:turn+1")
    assert (result.declarer_bonus, texts(result.levels_after)) == (0, "J Q Q J")


@pytest.mark.parametrize("tricks", [HELD, LOST])
def test_option_next_seat_ignores_who_won(tricks):
    result, _ = play_deal(tricks, next_declarer="next_seat")
    assert result.next_declarer == 1


def play_hooked_deal(tricks=HELD, levels="J J J J", table="0:hold+1,40:turn+0", **hook):
    """Return the result of the small deal under rules with a hook.

    The hook is turned on after burying. A deal cannot start with it, because the small pack lacks levels to fall to.
    """
    rules = replace(with_options(SMALL, thresholds=table), hook=Hook.CAPTURE, **{"start_level": Level.TWO} | hook)
    phase, _ = run(after_declaring(with_options(SMALL, thresholds=table)), "0 bury LJ H10")
    match = replace(phase.dealt.match, rules=rules, levels=tuple(map(parse_level, levels.split())))
    return after_tricks(replace(phase, dealt=replace(phase.dealt, match=match)), *tricks)[0].result


@pytest.mark.parametrize(
    ("levels", "hook", "hooked", "after"),
    [
        ("J A J A", {}, (1, 3), "Q 2 Q 2"),
        ("J A J A", {"hook_to": HookTo.THREE}, (1, 3), "Q 3 Q 3"),
        ("J A J A", {"hook_to": HookTo.SEVEN}, (1, 3), "Q 7 Q 7"),
        ("J A J A", {"hook_to": HookTo.HALF}, (1, 3), "Q 6 Q 6"),
        ("J 5 J 5", {"hook_to": HookTo.SEVEN}, (), "Q 5 Q 5"),
        ("J A J A", {"start_level": Level.FIVE}, (1, 3), "Q 5 Q 5"),
        ("J A J A", {"hook_ranks": frozenset({Level.TEN})}, (), "Q A Q A"),
    ],
)
def test_option_decides_to_which_level_the_hook_sends(levels, hook, hooked, after):
    result = play_hooked_deal(levels=levels, **hook)
    assert (result.hooked, texts(result.levels_after)) == (hooked, after)


@pytest.mark.parametrize(
    ("table", "needs", "after"),
    [
        ("0:hold+1,40:turn+0", True, "Q 2 Q 2"),
        ("0:hold+1,20:turn+1", True, "J Q J Q"),
        ("0:hold+1,20:turn+1", False, "J 3 J 3"),
    ],
)
def test_option_makes_hook_need_a_win(table, needs, after):
    assert texts(play_hooked_deal(table=table, hook_needs_win=needs).levels_after) == after


# --- falling back ----------------------------------------------------------------------------------------------------


def change(levels, *, hold, declarer=0, seat_laps=None, failures=None, rise=1, heavy=False, hooked=(), **options):
    """Return the changed levels of four players after a deal of seat `declarer` and its partner."""
    rules = with_options(PRESETS["standard"], **options)
    match = start_match(rules, tuple(map(parse_level, levels.split())), Seat(declarer))
    match = replace(match, laps=seat_laps or match.laps, ace_failures=failures or match.ace_failures)
    side = (Seat(declarer % 2), Seat(declarer % 2 + 2))
    level = match.levels[declarer]
    back = {Seat(seat): rules.hook_level(level) for seat in hooked}
    return change_levels(match, LevelOutcome(level, Seat(declarer), side, hold, rise, 0, back, heavy))


@pytest.mark.parametrize(("steps", "thrown"), [("5", (0, 2)), ("6", ())])
def test_heavy_loss_in_a_played_deal(steps, thrown):
    """The opponents need 20 points and get 70. The difference of 50 is five steps of ten points."""
    rules = with_options(SMALL, heavy_loss_levels="2", heavy_loss_steps=steps, thresholds="0:hold+1,20:turn+1")
    phase, _ = run(after_declaring(rules), "0 bury LJ H10")
    levels = tuple(map(parse_level, ["A", "J", "A", "J"]))
    phase = replace(phase, dealt=replace(phase.dealt, match=replace(phase.dealt.match, levels=levels)))
    result = after_tricks(phase, *LOST)[0].result
    assert result.thrown_back == thrown
    assert texts(result.levels_after) == ("Q Q Q Q" if thrown else "A Q A Q")


@pytest.mark.parametrize(
    ("levels", "by", "after", "thrown"),
    [
        ("9 5 9 5", 1, "8 6 8 6", (0, 2)),
        ("9 5 9 5", 13, "3 6 3 6", (0, 2)),
        ("4 5 4 5", 2, "3 6 3 6", (0, 2)),
        ("3 5 3 5", 2, "3 6 3 6", ()),
    ],
)
def test_heavy_loss_throws_declarers_back(levels, by, after, thrown):
    changed = change(levels, hold=False, heavy=True, heavy_loss_levels=by, start_level="3")
    assert (texts(changed.match.levels), changed.thrown_back) == (after, thrown)


@pytest.mark.parametrize(
    ("preset", "options", "points"),
    [
        ("standard", {}, None),
        ("standard", {"heavy_loss_levels": "1"}, 200),
        ("standard", {"heavy_loss_levels": "1", "heavy_loss_steps": "1"}, 120),
        ("standard", {"heavy_loss_levels": "1", "heavy_loss_steps": "0"}, 80),
        ("pagat-three-decks", {"heavy_loss_levels": "1"}, 300),
        ("standard", {"heavy_loss_levels": "1", "scoring": "half_step", "heavy_loss_steps": "2"}, 160),
        ("finding-friends", {"heavy_loss_levels": "2", "heavy_loss_steps": "1"}, 195),
        ("hidden-ten", {"heavy_loss_levels": "1"}, None),
    ],
)
def test_heavy_loss_needs_points_set_by_options(preset, options, points):
    rules = with_options(PRESETS[preset], **options)
    assert heavy_loss_points(rules) == points
    if points is not None:
        assert [is_heavy_loss(at, rules) for at in (points - 5, points)] == [False, True]


def test_side_falls_back_after_failing_often_enough():
    options = {"ace_failures": "3"}
    failures, levels = (0, 0, 0, 0), "A K A K"
    for expected in ((1, 0, 1, 0), (2, 0, 2, 0)):
        changed = change(levels, hold=False, rise=0, failures=failures, **options)
        failures = changed.match.ace_failures
        assert (failures, changed.failed_back, texts(changed.match.levels)) == (expected, (), levels)
    between = change(levels, hold=False, declarer=1, rise=0, failures=failures, **options).match
    assert (between.ace_failures, texts(between.levels)) == (failures, levels), "another deal does not count"
    last = change(levels, hold=False, rise=0, failures=failures, **options)
    assert (texts(last.match.levels), last.failed_back) == ("2 K 2 K", (0, 2))
    assert last.match.ace_failures == (0, 0, 0, 0)


def test_failures_are_forgotten_below_the_final_level():
    hooked = change(
        "A K A K", hold=False, failures=(2, 0, 2, 0), hooked=(0, 2), hook="capture", hook_ranks="A", ace_failures=4
    )
    assert (texts(hooked.match.levels), hooked.match.ace_failures) == ("2 A 2 A", (0, 0, 0, 0))


def test_only_the_declarer_falls_back_in_games_with_friends():
    rules = with_options(PRESETS["finding-friends"], ace_failures="1", win="pass_ace")
    match = start_match(rules, (Level.ACE,) * 5, Seat(1))
    outcome = LevelOutcome(Level.ACE, Seat(1), (Seat(1), Seat(3)), False, 0, 0, {}, False)
    assert texts(change_levels(match, outcome).match.levels) == "A 2 A A A"


# --- laps ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("win", "levels", "rise", "hold", "after", "laps", "won"),
    [
        ("hold_ace_as_declarers", "A 5 A 5", 1, True, "3 5 3 5", (2, 1, 2, 1), ()),
        ("hold_ace_as_declarers", "K 5 K 5", 3, True, "A 5 A 5", (1, 1, 1, 1), ()),
        ("pass_ace", "K 5 K 5", 3, True, "3 5 3 5", (2, 1, 2, 1), ()),
        ("pass_ace", "3 A 3 A", 2, False, "3 3 3 3", (1, 2, 1, 2), ()),
        ("reach_ace", "K 5 K 5", 1, True, "3 5 3 5", (2, 1, 2, 1), ()),
    ],
)
def test_next_lap_begins_at_the_start_level(win, levels, rise, hold, after, laps, won):
    changed = change(levels, hold=hold, rise=rise, win=win, start_level="3", laps=2)
    assert (texts(changed.match.levels), changed.match.laps, changed.match.winners) == (after, laps, won)


def test_match_is_won_after_the_last_lap():
    changed = change("A A A A", hold=True, laps=2, seat_laps=(2, 1, 2, 1))
    assert (changed.match.winners, changed.match.laps) == ((0, 2), (2, 1, 2, 1))
    assert not change("A A A A", hold=True, declarer=1, laps=2, seat_laps=(2, 1, 2, 1)).match.winners


def test_falling_back_keeps_the_lap():
    changed = change(
        "A A A A", hold=False, rise=0, laps=3, seat_laps=(2, 1, 2, 1), ace_failures=2, failures=(1, 1, 1, 1)
    )
    assert (texts(changed.match.levels), changed.match.laps) == ("2 A 2 A", (2, 1, 2, 1))
    assert changed.match.ace_failures == (0, 1, 0, 1)


def test_played_deal_leads_into_the_next_lap():
    result, events = play_deal(final_level="J", laps="2")
    assert (result.winners, result.laps_before, result.laps_after) == ((), (1, 1, 1, 1), (2, 1, 2, 1))
    assert (result.lap_winners, result.next_declarer, texts(result.levels_after)) == ((0, 2), 2, "J J J J")
    assert not any(isinstance(event, MatchWon) for event in events)
    assert "J(lap 2) J J(lap 2) J" in format_log([events])


@pytest.mark.parametrize(
    ("options", "before", "after", "gained"),
    [
        ({}, ("K", 1), ("A", 1), 1),
        ({"laps": "2"}, ("A", 1), ("2", 2), 1),
        ({"laps": "2"}, ("2", 1), ("2", 2), 13),
        ({"laps": "2", "win": "reach_ace"}, ("K", 1), ("2", 2), 1),
        ({"laps": "2", "start_level": "5"}, ("A", 1), ("5", 2), 1),
        ({"laps": "2", "start_level": "5", "hook": "capture"}, ("A", 1), ("5", 2), 1),
        ({"laps": "3"}, ("5", 3), ("2", 3), -3),
    ],
)
def test_climb_is_counted_across_laps(options, before, after, gained):
    ends = [(parse_level(level), lap) for level, lap in (before, after)]
    assert climb_between(*ends, with_options(PRESETS["standard"], **options)) == gained


@pytest.mark.parametrize(
    ("levels", "rules"),
    [("A 2 A 2", {}), ("A 2 A 2", {"laps": 2, "ace_failures": 3}), ("K A K A", {"heavy_loss_levels": 2, "laps": 3})],
)
def test_match_starts_in_first_lap_without_failures(levels, rules):
    match = start_match(with_options(PRESETS["standard"], **rules), tuple(map(parse_level, levels.split())), None)
    assert match.laps == ((1,) * 4 if "laps" in rules else ())
    assert match.ace_failures == ((0,) * 4 if "ace_failures" in rules else ())
