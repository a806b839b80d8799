"""The engine agrees with the worked examples and tables of docs/rules.md."""

import re
from pathlib import Path

import pytest

from engine.cards_in_play.follows import find_required_cards, is_legal
from engine.cards_in_play.leads import read_lead
from engine.cards_in_play.throws import check_throw
from engine.cards_in_play.trick import beats
from engine.cards_in_play.units import find_unit
from engine.deal.bidding import is_stronger
from engine.deal.change_levels import next_declarer
from engine.deal.scoring import score_deal
from engine.model.cards import Rank, Suit, parse_cards
from engine.model.presets import PRESETS, with_options
from engine.model.seats import Seat
from engine.model.trump import Trump

PAGE = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
STANDARD = PRESETS["standard"]


def trump_of(rules=STANDARD):
    return Trump.of(rules, Rank.SEVEN, Suit.HEARTS)


def is_tractor(text, **options):
    rules = with_options(STANDARD, **options)
    return find_unit(parse_cards(text), trump_of(rules), rules) is not None


def list_rows(first):
    """Return the cells of each row of the table whose first column has the heading `first`."""
    table = PAGE[PAGE.index(f"| {first} |") :].split("\n\n")[0]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]


def test_examples_of_tractors_are_right():
    for cards, words in list_rows("cards"):
        for text in re.findall("`((?:[SHCD][2-9JQKA]+ ?|LJ ?|BJ ?)+)`", cards):
            assert is_tractor(text) == (words.startswith(("a tractor", "tractors"))), text
    assert not is_tractor("S6 S6 S8 S8", bridge_level_gap=False)
    assert is_tractor("HA HA H7 H7", trump_level_touches_ace=True)


@pytest.mark.parametrize(
    ("failure", "left", "fine"),
    [("smallest_beaten", "SQ SQ", 10), ("first_able", "SQ SQ", 10), ("smallest_unit", "SA", 20)],
)
def test_example_of_a_throw_is_right(failure, left, fine):
    rules = with_options(STANDARD, throw_failure=failure, throw_penalty="ten_per_card")
    lead = read_lead(parse_cards("SA SQ SQ"), trump_of(), rules)
    outcome = check_throw(lead, Seat(0), [(), parse_cards("SK SK"), (), ()], trump_of(), rules)
    assert (outcome.lead.cards, outcome.penalty) == (parse_cards(left), fine)
    apart = check_throw(lead, Seat(0), [(), parse_cards("SK"), parse_cards("SK"), ()], trump_of(), rules)
    assert apart.stands


def test_examples_of_following_are_right():
    lead = read_lead(parse_cards("S8 S8 S9 S9"), trump_of(), STANDARD)
    for hand, required, _ in list_rows("hand in spades"):
        held, wanted = parse_cards(hand.strip("`")), parse_cards(re.search("`(.*?)`", required)[1])
        units = find_required_cards(held, lead, trump_of(), STANDARD).units
        assert sorted(card for unit in units for card in unit) == sorted(wanted)
    tuples = with_options(STANDARD, follow="tuples")
    assert is_legal(parse_cards("S3 S3 S4 S4 SJ SJ"), lead, parse_cards("S4 S4 SJ SJ"), trump_of(), tuples)


@pytest.mark.parametrize(("compare", "wins"), [("longest_unit", False), ("all_units", False), ("highest_card", True)])
def test_example_of_two_ruffs_is_right(compare, wins):
    rules = with_options(STANDARD, throw_compare=compare)
    lead = read_lead(parse_cards("SA SK SK"), trump_of(), rules)
    first, second = parse_cards("H5 H9 H9"), parse_cards("HA H4 H4")
    assert beats(lead, lead.cards, first, trump_of(), rules)
    assert beats(lead, first, second, trump_of(), rules) == wins


STEPS = {"0": 0, "from 5": 5, "from ½ S": 20, "from S": 40, "from 1½ S": 60, "from 2 S": 80, "from 2½ S": 100}
STEPS |= {"from 3 S": 120}


def test_table_of_steps_is_right():
    rows = {row[0]: row[1:] for row in list_rows("opponents' points")}
    assert set(rows) == {*STEPS, "each step more"}
    for column, scoring in enumerate(("step", "half_step", "basic")):
        said = ""
        for name, points in STEPS.items():
            said = rows[name][column] or said
            outcome = score_deal(points, with_options(STANDARD, scoring=scoring))
            side = "declarers" if outcome.declarers_hold else "opponents"
            assert said == (f"{side} +{outcome.levels}" if outcome.levels else "opponents declare"), (scoring, name)
    assert score_deal(160, with_options(STANDARD, scoring="half_step")).levels == 4


def test_table_of_points_by_decks_is_right():
    for decks, step, *starts in list_rows("decks | S"):
        rules = with_options(STANDARD, decks=decks, kitty_size={1: 6, 2: 8, 3: 6, 4: 8}[int(decks)])
        assert int(step) == rules.points_step
        results = [(True, 3), (True, 2), (True, 1), (False, 0), (False, 1), (False, 2)]
        for points, result in zip(map(int, starts), results, strict=True):
            outcome = score_deal(points, rules)
            assert (outcome.declarers_hold, outcome.levels) == result
            before = score_deal(points - 5, rules) if points else None
            assert before != outcome


def test_triples_of_a_higher_suit_overrule():
    rules = with_options(STANDARD, decks=3, kitty_size=6, declare_ladder="count_joker_suit")
    assert is_stronger(parse_cards("S7 S7 S7"), parse_cards("H7 H7 H7"), rules)
    assert not is_stronger(parse_cards("S7"), parse_cards("H7"), rules)


def test_first_opponent_declares_next_if_declarers_win_last_trick():
    rules = with_options(STANDARD, next_declarer="same_or_last_trick")
    assert next_declarer(Seat(0), {0, 2}, Seat(3), rules, hold=False) == 3
    assert next_declarer(Seat(0), {0, 2}, Seat(2), rules, hold=False) == 1
