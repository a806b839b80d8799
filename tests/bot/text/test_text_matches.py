"""Texts say how long a match lasts, and who wins a match that ends before the last level."""

from dataclasses import replace

import pytest
from test_text_events import RESULT

from engine.model.options import Level
from engine.model.presets import preset, with_options
from engine.model.seats import Seat

NAMES = ("Ann", "Bob", "Cat", "Dan")
STANDARD, TEN = preset("standard"), preset("hidden-ten")


def result(points, *, after=(2, 2, 2, 2), declarers=(0, 2)):
    return replace(
        RESULT,
        opponents_points=points,
        declarers=tuple(map(Seat, declarers)),
        declarers_hold=points < 80,
        levels_before=(Level.TWO,) * 4,
        levels_after=tuple(map(Level, after)),
        hooked=(),
        winners=(),
    )


@pytest.mark.parametrize(
    ("rules", "length", "words"),
    [
        (STANDARD, (None, None), "to level A"),
        (preset("hidden-ten"), (None, None), "as many deals as you like"),
        (STANDARD, (1, None), "1 deal"),
        (STANDARD, (None, 90), "90 minutes"),
        (TEN, (4, 60), "4 deals or 60 minutes, whichever comes first"),
    ],
)
def test_match_length_is_described(english, rules, length, words):
    assert english.format_match_length(rules, *length) == words


def test_laps_are_named(english):
    rules = with_options(STANDARD, laps="2")
    assert english.format_match_length(rules, None, None) == "to level A, 2 laps"
    ended = replace(result(0, after=(3, 2, 3, 2)), levels_before=(Level.ACE, Level.TWO) * 2)
    ended = replace(ended, laps_before=(1,) * 4, laps_after=(2, 1) * 2)
    assert "Ann and Cat (blue): level 3 (lap 2) (+2) · +80 points" in english.format_match_end(rules, (ended,), NAMES)


def test_sides_are_named_with_their_colours(english):
    results = (result(0, after=(5, 2, 5, 2)), result(130, after=(2, 4, 2, 4)))
    assert english.format_match_end(STANDARD, (results[0],), NAMES).splitlines() == [
        "**The match is over after 1 deal. Won by Ann and Cat (blue).**",
        "Ann and Cat (blue): level 5 (+3) · +80 points",
        "Bob and Dan (orange): level 2 (±0) · −80 points",
    ]
    told = english.format_match_end(STANDARD, results, NAMES).splitlines()
    assert told[0] == "**The match is over after 2 deals. Won by Bob and Dan (orange).**"


def test_points_decide_if_levels_are_equal(english):
    told = english.format_match_end(STANDARD, (result(120),), NAMES)
    assert "Levels are equal, so points decide: won by Bob and Dan (orange)." in told
    drawn = english.format_match_end(STANDARD, (result(100), result(100, declarers=(1, 3))), NAMES)
    assert "It is a draw: everything is equal." in drawn
    assert "so deals won decide: won by Bob and Dan (orange)" in english.format_match_end(
        STANDARD, (result(80),), NAMES
    )


def test_outcome_is_one_line(english):
    won = replace(result(0), winners=(Seat(0), Seat(2)))
    told = english.format_match_outcome(STANDARD, (result(90), won), NAMES)
    assert told == "The match is over after 2 deals. Won by Ann and Cat (blue)."
    told = english.format_match_outcome(STANDARD, (result(20, after=(3, 2, 3, 2)),), NAMES)
    assert told == "The match is over after 1 deal. Won by Ann and Cat (blue)."
    assert english.format_match_outcome(STANDARD, (), NAMES) == ""


def test_hidden_ten_result_counts_won_deals(english):
    results = result(20), result(90), result(30, declarers=(0, 1))
    assert english.format_tally(TEN, results, NAMES) == "Deals won so far: Ann 2 · Bob 2 · Cat 1 · Dan 1"
    told = english.format_match_end(TEN, results, NAMES).splitlines()
    assert told[1] == "Ann: won 2 of 3 deals · +100 points"
    assert "points decide" in told[0]


def test_first_place_is_shared(english):
    results = (result(20),)
    assert "First place is shared by Ann and Cat." in english.format_match_end(TEN, results, NAMES)


def test_no_tally_without_results_or_with_levels(texts):
    assert texts.format_match_end(STANDARD, (), NAMES) == ""
    assert texts.format_tally(TEN, (), NAMES) == ""
    assert texts.format_tally(STANDARD, (result(20),), NAMES) == ""
