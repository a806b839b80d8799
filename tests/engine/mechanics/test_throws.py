"""What becomes of throws, and who wins over them."""

import pytest

from engine.cards import Rank, Suit, parse_cards
from engine.errors import IllegalAction, Reason
from engine.follows import check_follow, legal_follows
from engine.leads import read_lead
from engine.presets import preset, with_options
from engine.seats import Seat
from engine.throws import check_throw
from engine.trick import beats, winner
from engine.trump import Trump

CLUB = preset("club")
HEARTS = Trump.of(CLUB, Rank.TWO, Suit.HEARTS)
HANDS = ("S8 S8 SK", "SA S9 C4", "S3 S3 SQ SQ")


def cards(text):
    return parse_cards(text)


def thrown(play, rules, *others, seat=0):
    hands = [cards(play), *map(cards, others)]
    hands = hands[-seat:] + hands[:-seat] if seat else hands
    return check_throw(read_lead(cards(play), HEARTS, rules), Seat(seat), hands, HEARTS, rules)


@pytest.mark.parametrize(
    ("failure", "played", "beater"),
    [("smallest_beaten", "S10", 1), ("smallest_unit", "S10", 1), ("first_able", "S10", 1)],
)
def test_all_agree_where_the_first_can_beat_the_smallest(failure, played, beater):
    outcome = thrown("S10 S7 S7", with_options(CLUB, throw_failure=failure), *HANDS)
    assert (outcome.lead.cards, outcome.beater) == (cards(played), beater)
    assert outcome.returned == cards("S7 S7")


@pytest.mark.parametrize(
    ("failure", "played", "beater"),
    [("smallest_beaten", "SQ", 2), ("smallest_unit", "SJ", 3), ("first_able", "S7 S7", 1)],
)
def test_which_unit_is_played(failure, played, beater):
    rules = with_options(CLUB, throw_failure=failure, throw_penalty="ten_per_card")
    # seat 1 beats the pair only; seat 2 beats the queen; seat 3 beats the jack with a queen of its own
    first, second = ("S8 S8", "SK") if failure != "smallest_unit" else ("C8 C8", "D3")
    third = "C3" if failure != "smallest_unit" else "SQ SQ"
    outcome = thrown("SQ SJ S7 S7" if failure == "smallest_unit" else "SQ SA S7 S7", rules, first, second, third)
    assert (outcome.lead.cards, outcome.beater) == (cards(played), beater)
    assert outcome.penalty == 10 * len(outcome.returned) == 10 * (4 - len(outcome.lead.cards))


def test_smallest_beaten_is_by_size_then_strength():
    rules = with_options(CLUB, throw_failure="smallest_beaten")
    outcome = thrown("SJ SQ S7 S7 S4 S4", rules, "S8 S8 SK", "S6", "SA")
    assert outcome.lead.cards == cards("SJ")


def test_only_the_other_side_stops_it_where_so_played():
    rules = with_options(CLUB, throw_check="other_side")
    assert thrown("SA SQ SQ", rules, "S5", "SK SK", "S3").stands
    assert not thrown("SA SQ SQ", rules, "S5", "S4", "SK SK").stands
    assert thrown("SA SQ SQ", rules, "S5", "SK SK", "S3", seat=3).stands
    assert not thrown("SA SQ SQ", CLUB, "S5", "SK SK", "S3").stands


def test_a_void_hand_with_trumps_stops_it_where_so_played():
    rules = with_options(CLUB, throw_void_trump_stops=True)
    assert not thrown("SA SA SK", rules, "H3", "S5", "S6").stands
    assert thrown("SA SA SK", rules, "H3 S5", "S5", "S6").stands
    assert thrown("SA SA", rules, "H3 H4", "H5 H5", "S6").stands
    assert thrown("SA SA SK SK", rules, "H3 H3", "S7", "S6").stands
    assert thrown("HA H2 BJ BJ", rules, "S3", "S7", "S6").stands


def test_a_tractor_is_beaten_by_any_run_contained_in_a_hand():
    three = with_options(CLUB, decks=3, kitty_size=6)
    assert not thrown("SA S3 S3 S4 S4", three, "S7 S7 S7 S8 S8 S8", "C3", "C4").stands
    assert thrown("SA S3 S3 S4 S4", three, "S7 S7 S9 S9", "C3", "C4").stands


def test_penalty_per_attempt():
    outcome = thrown("SQ SJ S7", with_options(CLUB, throw_penalty="ten_per_attempt"), "SA", "", "")
    assert (outcome.penalty, len(outcome.returned)) == (10, 2)


PAGAT = preset("pagat")


def test_the_first_able_seat_must_beat():
    outcome = thrown("SA SQ SQ", PAGAT, "S5 S6", "SK SK S3 S3", "SJ")
    assert (outcome.lead.cards, outcome.must_beat, outcome.penalty) == (cards("SQ SQ"), 2, 10)
    hand = cards("SK SK S3 S3")
    with pytest.raises(IllegalAction) as refused:
        check_follow(hand, outcome.lead, cards("S3 S3"), HEARTS, PAGAT, must_beat=True)
    assert refused.value.reason is Reason.MUST_BEAT
    check_follow(hand, outcome.lead, cards("S3 S3"), HEARTS, PAGAT)
    check_follow(hand, outcome.lead, cards("SK SK"), HEARTS, PAGAT, must_beat=True)
    assert list(legal_follows(hand, outcome.lead, HEARTS, PAGAT, must_beat=True)) == [cards("SK SK")]


def test_no_seat_must_beat_with_a_play_that_may_not_follow():
    rules = with_options(PAGAT, decks=3, kitty_size=6, protect_longer=True)
    # the kings are a triple, and a genuine pair is owed: the seat can stop the throw, but not beat it
    outcome = thrown("SA SQ SQ", rules, "SK SK SK S3 S3", "S5", "S6")
    assert (outcome.stands, outcome.beater, outcome.must_beat) == (False, 1, None)


def test_one_unit_always_stands():
    assert thrown("S3 S3 S4 S4", CLUB, "SA SA SK SK", "", "").stands


@pytest.mark.parametrize(
    ("compare", "expected"),
    [("longest_unit", 2), ("all_units", 1), ("highest_card", 1)],
)
def test_how_ruffs_of_a_throw_are_compared(compare, expected):
    rules = with_options(CLUB, throw_compare=compare)
    lead = read_lead(cards("SA SK SK"), HEARTS, rules)
    plays = [lead.cards, cards("HA H5 H5"), cards("H4 H6 H6"), cards("S3 S4 S5")]
    assert winner(lead, plays, HEARTS, rules) == expected


def test_all_units_must_be_higher():
    rules = with_options(CLUB, throw_compare="all_units")
    lead = read_lead(cards("SA SK SK"), HEARTS, rules)
    assert beats(lead, cards("H3 H5 H5"), cards("H4 H6 H6"), HEARTS, rules)
    assert not beats(lead, cards("H9 H5 H5"), cards("H4 H6 H6"), HEARTS, rules)


def test_a_ruff_needs_only_trumps_and_the_shape():
    lead = read_lead(cards("SA SK SK"), HEARTS, CLUB)
    assert beats(lead, lead.cards, cards("H3 H4 H4"), HEARTS, CLUB)
    assert not beats(lead, lead.cards, cards("H3 H4 H5"), HEARTS, CLUB)
    assert not beats(lead, lead.cards, cards("C3 H4 H4"), HEARTS, CLUB)
    assert not beats(lead, lead.cards, cards("CA CA CA"), HEARTS, CLUB)
