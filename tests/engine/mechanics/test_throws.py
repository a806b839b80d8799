"""A throw fails if another seat beats a part of it. The rules set the penalty and which plays beat a throw."""

import pytest

from engine.cards_in_play.follows import check_follow, legal_follows
from engine.cards_in_play.leads import read_lead
from engine.cards_in_play.throws import check_throw
from engine.cards_in_play.trick import beats, find_winner
from engine.model.cards import Rank, Suit, parse_cards
from engine.model.errors import IllegalAction, Reason
from engine.model.presets import preset, with_options
from engine.model.seats import Seat
from engine.model.trump import Trump

STANDARD = preset("standard")
HEARTS = Trump.of(STANDARD, Rank.TWO, Suit.HEARTS)
HANDS = ("S8 S8 SK", "SA S9 C4", "S3 S3 SQ SQ")


def cards(text):
    return parse_cards(text)


def throw(play, rules, *others, seat=0):
    hands = [cards(play), *map(cards, others)]
    hands = hands[-seat:] + hands[:-seat] if seat else hands
    return check_throw(read_lead(cards(play), HEARTS, rules), Seat(seat), hands, HEARTS, rules)


@pytest.mark.parametrize(
    ("failure", "played", "beater"),
    [("smallest_beaten", "S10", 1), ("smallest_unit", "S10", 1), ("first_able", "S10", 1)],
)
def test_failure_options_agree_if_first_beaten_unit_is_smallest(failure, played, beater):
    outcome = throw("S10 S7 S7", with_options(STANDARD, throw_failure=failure), *HANDS)
    assert (outcome.lead.cards, outcome.beater) == (cards(played), beater)
    assert outcome.returned == cards("S7 S7")


@pytest.mark.parametrize(
    ("failure", "played", "beater"),
    [("smallest_beaten", "SQ", 2), ("smallest_unit", "SJ", 3), ("first_able", "S7 S7", 1)],
)
def test_option_decides_which_unit_a_failed_throw_plays(failure, played, beater):
    rules = with_options(STANDARD, throw_failure=failure, throw_penalty="ten_per_card")
    # Seat 1 beats the pair and seat 2 beats the queen. For `smallest_unit`, only seat 3 beats the jack and the pair.
    first, second = ("S8 S8", "SK") if failure != "smallest_unit" else ("C8 C8", "D3")
    third = "C3" if failure != "smallest_unit" else "SQ SQ"
    outcome = throw("SQ SJ S7 S7" if failure == "smallest_unit" else "SQ SA S7 S7", rules, first, second, third)
    assert (outcome.lead.cards, outcome.beater) == (cards(played), beater)
    assert outcome.penalty == 10 * len(outcome.returned) == 10 * (4 - len(outcome.lead.cards))


@pytest.mark.parametrize(
    ("penalty", "points"),
    [("none", 0), ("five_per_card", 15), ("ten_per_card", 30), ("ten_per_attempt", 10), ("ten_per_unit", 20)],
)
def test_failed_throw_costs_what_the_option_says(penalty, points):
    rules = with_options(STANDARD, throw_penalty=penalty)
    outcome = throw("SQ SA S7 S7", rules, "S8 S8", "SK", "C3")
    assert (outcome.penalty, len(outcome.returned)) == (points, 3)


def test_smallest_beaten_unit_goes_by_size_then_strength():
    rules = with_options(STANDARD, throw_failure="smallest_beaten")
    outcome = throw("SJ SQ S7 S7 S4 S4", rules, "S8 S8 SK", "S6", "SA")
    assert outcome.lead.cards == cards("SJ")


def test_other_side_check_ignores_partners():
    rules = with_options(STANDARD, throw_check="other_side")
    assert throw("SA SQ SQ", rules, "S5", "SK SK", "S3").stands
    assert not throw("SA SQ SQ", rules, "S5", "S4", "SK SK").stands
    assert throw("SA SQ SQ", rules, "S5", "SK SK", "S3", seat=3).stands
    assert not throw("SA SQ SQ", STANDARD, "S5", "SK SK", "S3").stands


def test_option_lets_trumps_of_void_seat_stop_throws():
    rules = with_options(STANDARD, throw_void_trump_stops=True)
    assert not throw("SA SA SK", rules, "H3", "S5", "S6").stands
    assert throw("SA SA SK", rules, "H3 S5", "S5", "S6").stands
    assert throw("SA SA", rules, "H3 H4", "H5 H5", "S6").stands
    assert throw("SA SA SK SK", rules, "H3 H3", "S7", "S6").stands
    assert throw("HA H2 BJ BJ", rules, "S3", "S7", "S6").stands


def test_any_higher_run_beats_a_tractor():
    three = with_options(STANDARD, decks=3, kitty_size=6)
    assert not throw("SA S3 S3 S4 S4", three, "S7 S7 S7 S8 S8 S8", "C3", "C4").stands
    assert throw("SA S3 S3 S4 S4", three, "S7 S7 S9 S9", "C3", "C4").stands


def test_penalty_per_attempt_ignores_number_of_cards():
    outcome = throw("SQ SJ S7", with_options(STANDARD, throw_penalty="ten_per_attempt"), "SA", "", "")
    assert (outcome.penalty, len(outcome.returned)) == (10, 2)


def test_penalty_per_unit_counts_units_taken_back():
    outcome = throw("SQ SJ SJ S7 S7 S8 S8", with_options(STANDARD, throw_penalty="ten_per_unit"), "SA", "", "")
    assert (outcome.lead.cards, outcome.penalty, len(outcome.returned)) == (cards("SQ"), 20, 6)


PAGAT = preset("pagat")


def test_first_able_seat_must_beat_the_throw():
    outcome = throw("SA SQ SQ", PAGAT, "S5 S6", "SK SK S3 S3", "SJ")
    assert (outcome.lead.cards, outcome.must_beat, outcome.penalty) == (cards("SQ SQ"), 2, 10)
    hand = cards("SK SK S3 S3")
    with pytest.raises(IllegalAction) as refused:
        check_follow(hand, outcome.lead, cards("S3 S3"), HEARTS, PAGAT, must_beat=True)
    assert refused.value.reason is Reason.MUST_BEAT
    check_follow(hand, outcome.lead, cards("S3 S3"), HEARTS, PAGAT)
    check_follow(hand, outcome.lead, cards("SK SK"), HEARTS, PAGAT, must_beat=True)
    assert list(legal_follows(hand, outcome.lead, HEARTS, PAGAT, must_beat=True)) == [cards("SK SK")]


def test_must_beat_needs_a_legal_follow():
    rules = with_options(PAGAT, decks=3, kitty_size=6, protect_longer=True)
    # Seat 1 stops the throw with three kings. But this seat must follow with the pair of threes, which beats nothing.
    outcome = throw("SA SQ SQ", rules, "SK SK SK S3 S3", "S5", "S6")
    assert (outcome.stands, outcome.beater, outcome.must_beat) == (False, 1, None)


def test_lead_of_one_unit_always_stands():
    assert throw("S3 S3 S4 S4", STANDARD, "SA SA SK SK", "", "").stands


@pytest.mark.parametrize(
    ("compare", "expected"),
    [("longest_unit", 2), ("all_units", 1), ("highest_card", 1)],
)
def test_option_decides_which_ruff_of_a_throw_wins(compare, expected):
    rules = with_options(STANDARD, throw_compare=compare)
    lead = read_lead(cards("SA SK SK"), HEARTS, rules)
    plays = [lead.cards, cards("HA H5 H5"), cards("H4 H6 H6"), cards("S3 S4 S5")]
    assert find_winner(lead, plays, HEARTS, rules) == expected


@pytest.mark.parametrize(
    ("led", "best", "new", "wins"),
    [
        ("SA SK SK", "H3 H6 H6", "HA H5 H5", False),
        ("SA SK SK", "H3 D2 D2", "HA C2 C2", True),  # the pairs of level cards are equally strong, so the ace decides
        ("SA SK SK", "HA D2 D2", "H3 C2 C2", False),
        ("SA SK SK", "HA D2 D2", "HA C2 C2", False),  # both plays are equally strong, so the first wins
        ("SA SQ", "D2 H3", "C2 H4", True),
    ],
)
def test_smaller_unit_decides_if_larger_are_equal(led, best, new, wins):
    rules = with_options(STANDARD, throw_compare="units_in_order")
    lead = read_lead(cards(led), HEARTS, rules)
    assert beats(lead, cards(best), cards(new), HEARTS, rules) is wins
    assert not beats(lead, cards(best), cards(new), HEARTS, STANDARD), "by the longest unit alone they are equal"


def test_comparing_all_units_needs_every_unit_higher():
    rules = with_options(STANDARD, throw_compare="all_units")
    lead = read_lead(cards("SA SK SK"), HEARTS, rules)
    assert beats(lead, cards("H3 H5 H5"), cards("H4 H6 H6"), HEARTS, rules)
    assert not beats(lead, cards("H9 H5 H5"), cards("H4 H6 H6"), HEARTS, rules)


def test_ruff_needs_only_trumps_and_shape():
    lead = read_lead(cards("SA SK SK"), HEARTS, STANDARD)
    assert beats(lead, lead.cards, cards("H3 H4 H4"), HEARTS, STANDARD)
    assert not beats(lead, lead.cards, cards("H3 H4 H5"), HEARTS, STANDARD)
    assert not beats(lead, lead.cards, cards("C3 H4 H4"), HEARTS, STANDARD)
    assert not beats(lead, lead.cards, cards("CA CA CA"), HEARTS, STANDARD)
