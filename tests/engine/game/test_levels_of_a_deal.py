"""Who rises how far after a deal, who falls back, and who declares next, in whole small deals (docs/rules.md, 8)."""

import pytest
from small_deals import SMALL, after_declaring, after_tricks, run

from engine.deal.phases.states import Finished
from engine.io.english_log import format_log
from engine.model.presets import with_options
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
