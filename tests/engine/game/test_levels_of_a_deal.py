"""Who rises how far after a deal, who falls back, and who declares next, in whole small deals (docs/rules.md, 8)."""

from dataclasses import replace

import pytest
from small_deals import SMALL, after_declaring, after_tricks, run

from engine.deal.phases.states import Finished
from engine.io.english_log import format_log
from engine.model.notation import parse_level
from engine.model.presets import with_options
from engine.model.rules import Hook, HookTo, Level
from engine.model.seats import Seat

OPENING = ("D10 DA DQ DK", "SA DJ HJ SQ", "HK CA HA CQ")
HELD = (*OPENING, "S10 SK BJ CK", "HQ C10 SJ CJ")
"""Seat 0 declares spades at level jack, buries LJ H10 and wins the last trick with a jack; the opponents have 20."""
LOST = (*OPENING, "SJ CJ BJ CK", "HQ C10 S10 SK")
"""The same deal, but seat 1, an opponent, wins the last trick with the king of spades; the opponents have 70."""
FRIENDS = {"teams": "friends", "friends": "1", "next_declarer": "next_on_winning_side"}


def play_deal(tricks=HELD, **options):
    """Return (result, events) of the small deal under these options."""
    phase, _ = run(after_declaring(with_options(SMALL, **options)), "0 bury LJ H10")
    if options.get("teams") == "friends":
        phase, _ = run(phase, "0 call CA#1")  # seat 3 plays it
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
def test_next_seat_declares_whatever_happened(tricks):
    result, _ = play_deal(tricks, next_declarer="next_seat")
    assert result.next_declarer == 1


def play_hooked_deal(tricks=HELD, levels="J J J J", table="0:hold+1,40:turn+0", **hook):
    """Return the result of the small deal with a hook; its pack lacks the levels that the hook sends back to."""
    rules = replace(with_options(SMALL, thresholds=table), hook=Hook.CAPTURE, **hook)
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
        ("J A J A", {"hook_ranks": frozenset({Level.TEN})}, (), "Q A Q A"),
    ],
)
def test_hook_sends_back_by_option(levels, hook, hooked, after):
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
def test_hook_that_needs_a_win(table, needs, after):
    assert texts(play_hooked_deal(table=table, hook_needs_win=needs).levels_after) == after
