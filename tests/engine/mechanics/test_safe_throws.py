"""Under some rules, players may only throw what surely nobody can beat. The engine refuses other throws."""

import random
from collections import Counter
from itertools import combinations

import pytest

from engine.cards_in_play.leads import read_lead
from engine.cards_in_play.safe_throws import SeenCards, check_safe_throw
from engine.cards_in_play.throws import check_throw
from engine.deal.fair_shuffle import full_pack
from engine.model.cards import Rank, Suit, parse_cards
from engine.model.errors import IllegalAction, Reason
from engine.model.events import Declaration
from engine.model.presets import preset, with_options
from engine.model.seats import Seat
from engine.model.trump import Trump
from engine.model.view import PlayView, TrickView

SAFE = with_options(preset("standard"), throws_safe_only="yes")
HEARTS = Trump.of(SAFE, Rank.TWO, Suit.HEARTS)


def trick(*plays):
    return TrickView(tuple(PlayView(Seat(at), parse_cards(text)) for at, text in enumerate(plays)), Seat(0), 0)


def unsafe_units(cards, hand, rules=SAFE, tricks=(), declared=(), kitty="", shown="", declarer=None):
    """Return the parts of a throw by seat 0 that somebody may be able to beat."""
    declarations = tuple(Declaration(Seat(seat), parse_cards(text), None) for seat, text in declared)
    seen = SeenCards(parse_cards(hand), parse_cards(kitty), tricks, declarations, parse_cards(shown), declarer)
    try:
        check_safe_throw(read_lead(parse_cards(cards), HEARTS, rules), Seat(0), seen, HEARTS, rules)
    except IllegalAction as refused:
        return refused.facts["units"] if refused.reason is Reason.UNSAFE_THROW else refused
    return ()


def test_unseen_cards_make_a_throw_unsafe():
    assert unsafe_units("SA SK", "SA SK S3") == (parse_cards("SK"),)
    assert unsafe_units("SA SK", "SA SK SA S3") == ()
    assert unsafe_units("SA SK SK", "SA SK SK") == ()  # one unseen ace beats no pair
    assert unsafe_units("SA SQ SQ", "SA SQ SQ") == (parse_cards("SQ SQ"),)


def test_played_and_buried_cards_cannot_beat_a_throw():
    assert unsafe_units("SA SK", "SA SK", tricks=(trick("SA", "S3", "S4", "S5"),)) == ()
    assert unsafe_units("SA SK", "SA SK", kitty="SA") == ()


def test_single_unit_or_throw_under_other_rules_is_never_unsafe():
    assert unsafe_units("S3", "S3") == ()
    assert unsafe_units("S4 S3", "S4 S3", preset("standard")) == ()


def test_seats_known_to_be_void_cannot_beat_a_throw():
    void = trick("S9", "C3", "C4", "D3")
    assert unsafe_units("SA SK", "SA SK", tricks=(void,)) == ()
    assert unsafe_units("SA SK", "SA SK", tricks=(trick("S9", "S3", "C4", "D3"),)) == (parse_cards("SK"),)
    ruffed = with_options(SAFE, throw_void_trump_stops="yes")
    assert len(unsafe_units("SA SK", "SA SK", ruffed, tricks=(void,))) == 2


def test_partners_do_not_count_if_only_opponents_stop_throws():
    rules = with_options(SAFE, throw_check="other_side")
    assert unsafe_units("SA SK", "SA SK", rules, tricks=(trick("S9", "C3", "S4", "D3"),)) == ()


def test_declared_cards_stay_with_their_seat():
    """Two seats that have each shown one little joker cannot have the pair of little jokers.

    A seat that has shown both little jokers has the pair, which beats H2 H2.
    """
    throw, hand = "BJ H2 H2", "BJ BJ H2 H2"
    assert unsafe_units(throw, hand) == (parse_cards("H2 H2"),)
    assert unsafe_units(throw, hand, declared=[(1, "LJ"), (2, "LJ")]) == ()
    assert unsafe_units(throw, hand, declared=[(1, "LJ LJ")]) == (parse_cards("H2 H2"),)
    partner = with_options(SAFE, throw_check="other_side")
    assert unsafe_units(throw, hand, partner, declared=[(2, "LJ")]) == ()
    stolen = with_options(partner, kitty_theft="yes")
    assert unsafe_units(throw, hand, stolen, declared=[(2, "LJ")]) == (parse_cards("H2 H2"),)


def test_shown_kitty_counts_as_held_by_the_declarer():
    rules = with_options(SAFE, show_kitty="yes", throw_check="other_side")
    shown = {"shown": "SA S3", "declarer": Seat(2)}
    assert unsafe_units("SA SK", "SA SK", rules) == (parse_cards("SK"),)
    assert unsafe_units("SA SK", "SA SK", rules, **shown) == ()
    assert unsafe_units("SA SK", "SA SK", rules, **(shown | {"declarer": Seat(1)})) == (parse_cards("SK"),)


@pytest.mark.parametrize("stops", ["no", "yes"])
def test_throw_is_safe_exactly_if_no_possible_hand_stops_it(stops):
    """The packs are small enough to try every hand that another seat can have."""
    rules = with_options(
        SAFE, low_cut="Q", start_level="Q", kitty_size=4, throw_void_trump_stops=stops, throw_failure="smallest_unit"
    )
    trump, pack = Trump.of(rules, Rank.QUEEN, Suit.HEARTS), full_pack(rules)
    found = Counter()
    for seed in range(150):
        rng = random.Random(seed)
        deck = rng.sample(pack, len(pack))
        gone = rng.choice([8, 12, 16])
        size = (len(pack) - 4 - gone) // 4
        hand, played, kitty, out = deck[:size], deck[size : size + gone], deck[-4:], deck[size + gone : -4]
        suits = [[card for card in hand if trump.order.suit_of[card] == suit] for suit in range(5)]
        cards = max(suits, key=len)
        lead = read_lead(cards, trump, rules)
        if not lead.is_throw:
            continue
        thrown = TrickView((PlayView(Seat(0), tuple(played)),), Seat(0), 0)
        seen = SeenCards(tuple(hand), tuple(kitty), (thrown,))
        stands = all(
            check_throw(lead, Seat(0), [(), some, (), ()], trump, rules).stands for some in combinations(out, size)
        )
        try:
            check_safe_throw(lead, Seat(0), seen, trump, rules)
            safe = True
        except IllegalAction:
            safe = False
        assert safe == stands, (seed, cards, out)
        found[safe] += 1
    assert found[True] > 3
    assert found[False] > 3
