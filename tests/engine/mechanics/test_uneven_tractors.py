"""In an uneven tractor, neighbouring ranks have different numbers of equal cards, such as a triple and a pair."""

import pytest

from engine.cards_in_play.groupings import groupings
from engine.cards_in_play.leads import leadable_units, read_lead
from engine.model.cards import Rank, Suit, parse_cards
from engine.model.presets import preset, with_options
from engine.model.trump import Trump

RULES = with_options(preset("standard"), decks=3, kitty_size=6, uneven_tractors="yes")
HEARTS = Trump.of(RULES, Rank.TWO, Suit.HEARTS)


def list_widths(units):
    """Return the units as texts. A text has the number of cards of each rank from low to high, such as "3-2"."""
    return sorted("-".join(map(str, unit.widths or [unit.width] * unit.length)) for unit in units)


@pytest.mark.parametrize(
    ("text", "ways"),
    [
        ("S5 S5 S5 S6 S6", [["3-2"], ["1", "2-2"]]),
        ("S5 S5 S6 S6 S6", [["2-3"], ["1", "2-2"]]),
        ("S5 S5 S6 S6", [["2-2"]]),
        ("S5 S5 S5 S6 S6 S6", [["3-3"]]),
        ("S5 S5 S5 S7 S7", [["2", "3"]]),
        ("S5 S5 S5 S6", [["1", "3"]]),
        ("S5 S5 S5 S6 S6 S7 S7", [["3-2-2"]]),
    ],
)
def test_adjacent_tuples_form_one_unit(text, ways):
    found = [list_widths(way) for way in groupings(parse_cards(text), HEARTS, RULES, frozenset())]
    assert ways[0] in found
    assert list_widths(read_lead(parse_cards(text), HEARTS, RULES).units) == ways[0], "the largest units first"
    even = with_options(RULES, uneven_tractors="no")
    assert all(
        "-" not in one or len(set(one.split("-"))) == 1
        for way in groupings(parse_cards(text), HEARTS, even)
        for one in list_widths(way)
    )


def test_part_of_a_tuple_may_stay_behind():
    """The hand has three fives and three sixes. Tractors with two or three cards of each rank can be led."""
    units = list(leadable_units(parse_cards("S5 S5 S5 S6 S6 S6"), HEARTS, RULES))
    tractors = [one for one in list_widths(units) if "-" in one]
    assert sorted(set(tractors)) == ["2-2", "2-3", "3-2", "3-3"]
    whole = list_widths(leadable_units(parse_cards("S5 S5 S5 S6 S6 S6"), HEARTS, RULES, whole_uneven=True))
    assert {one for one in whole if "-" in one} == {"2-2", "3-3"}
