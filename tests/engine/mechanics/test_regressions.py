"""Some engines for this game have had bugs. Each test is a position that reveals one of them."""

from itertools import permutations

import pytest

from engine.cards_in_play.follows import check_follow, is_legal, legal_follows
from engine.cards_in_play.groupings import groupings
from engine.cards_in_play.leads import read_lead
from engine.cards_in_play.throws import check_throw
from engine.cards_in_play.trick import find_winner
from engine.deal.bidding import check_declaration, legal_declarations
from engine.deal.change_levels import raise_level
from engine.deal.friends import check_calls, legal_calls
from engine.model.cards import Rank, Suit, parse_cards
from engine.model.errors import IllegalAction, Reason
from engine.model.events import Declaration
from engine.model.options import FriendCards, Level
from engine.model.presets import preset, with_options
from engine.model.seats import Seat
from engine.model.trump import Trump

STANDARD = preset("standard")
THREE = with_options(STANDARD, decks=3, kitty_size=6)
HEARTS = Trump.of(STANDARD, Rank.TWO, Suit.HEARTS)


def cards(text):
    return parse_cards(text)


def test_grouping_ignores_card_order():
    found = {
        frozenset(tuple(one.cards for one in way) for way in groupings(some, HEARTS, THREE))
        for some in permutations(cards("S3 S3 S4 S4 S4"))
    }
    assert found == {frozenset({(cards("S3 S3 S4 S4"), cards("S4")), (cards("S4 S4 S4"), cards("S3 S3"))})}


def test_two_hands_never_stop_a_throw_together():
    lead = read_lead(cards("SA SK SK"), HEARTS, STANDARD)
    hands = [lead.cards, cards("SA"), cards("H3"), cards("S3")]
    assert check_throw(lead, Seat(0), hands, HEARTS, STANDARD).stands
    # two other players each hold one card of a higher pair
    lead = read_lead(cards("SA SQ SQ"), HEARTS, STANDARD)
    assert check_throw(lead, Seat(0), [lead.cards, cards("SK"), cards("SK"), ()], HEARTS, STANDARD).stands
    assert not check_throw(lead, Seat(0), [lead.cards, cards("SK SK"), (), ()], HEARTS, STANDARD).stands


def test_ruff_is_compared_by_best_grouping():
    four = with_options(STANDARD, decks=4)
    trump = Trump.of(four, Rank.TWO, Suit.HEARTS)
    # A tractor and a pair were led. 44-66-77 is read as 66-77 with 44, so it beats 55-66 with 33.
    lead = read_lead(cards("SK SK SQ SQ S9 S9"), trump, four)
    assert lead.shape == ((2, 2), (2, 1))
    plays = [lead.cards, cards("H5 H5 H6 H6 H3 H3"), cards("H4 H4 H6 H6 H7 H7")]
    assert find_winner(lead, plays, trump, four) == 2
    # A pair and two singles were led. In 6-6-3-3 the sixes are the pair, in whatever order the cards are given.
    lead = read_lead(cards("SA SA SQ S9"), trump, four)
    for order in permutations(cards("H6 H6 H3 H3")):
        assert find_winner(lead, [lead.cards, cards("H4 H4 HK HA"), order], trump, four) == 2


def test_equal_level_cards_do_not_stop_a_throw():
    lead = read_lead(cards("BJ S2"), HEARTS, STANDARD)
    others = [cards("C2 D2"), cards("C2"), cards("S2")]
    assert check_throw(lead, Seat(0), [lead.cards, *others], HEARTS, STANDARD).stands
    assert not check_throw(lead, Seat(0), [lead.cards, cards("H2"), (), ()], HEARTS, STANDARD).stands


def test_triple_does_not_serve_as_required_pair():
    protected = with_options(THREE, protect_longer=True)
    lead = read_lead(cards("S9 S9"), HEARTS, protected)
    hand = cards("S4 S4 S4 S6 S6 S8")
    with pytest.raises(IllegalAction) as refused:
        check_follow(hand, lead, cards("S4 S4"), HEARTS, protected)
    assert refused.value.reason is Reason.MUST_FOLLOW_SHAPE
    assert refused.value.facts["required"] == (cards("S6 S6"),)
    assert is_legal(hand, lead, cards("S6 S6"), HEARTS, protected)
    assert is_legal(hand, lead, cards("S4 S4"), HEARTS, THREE)
    assert is_legal(cards("S4 S4 S4 S8"), lead, cards("S4 S8"), HEARTS, protected)


def test_partly_matched_tractor_still_draws_pairs():
    lead = read_lead(cards("S9 S9 S10 S10 SJ SJ"), HEARTS, STANDARD)
    hand = cards("S3 S3 S4 S4 S6 S6 S8 SK")
    assert not is_legal(hand, lead, cards("S3 S3 S4 S4 S8 SK"), HEARTS, STANDARD)
    assert list(legal_follows(hand, lead, HEARTS, STANDARD)) == [cards("S3 S3 S4 S4 S6 S6")]


def test_joker_pairs_do_not_overrule_forever():
    for flag in (True, False):
        rules = with_options(STANDARD, joker_pair_beats_joker_pair=flag)
        prior = [Declaration(Seat(0), cards("LJ LJ"), None)]
        can = legal_declarations(cards("BJ BJ"), prior, Seat(1), Rank.TWO, rules)
        assert can == ((cards("BJ BJ"),) if flag else ())
        prior = [Declaration(Seat(1), cards("BJ BJ"), None)]
        assert legal_declarations(cards("LJ LJ H2 H2"), prior, Seat(0), Rank.TWO, rules) == ()
        with pytest.raises(IllegalAction) as refused:
            check_declaration(prior, Seat(0), cards("LJ LJ"), None, Rank.TWO, rules)
        assert refused.value.reason is Reason.NOT_STRONGER


def test_friends_can_be_called_at_ace_level():
    for kind in (None, *FriendCards):
        rules = with_options(preset("looking-for-friends"), friend_cards=str(kind or "any"))
        for suit in (Suit.SPADES, None):
            trump = Trump.of(rules, Rank.ACE, suit)
            calls = legal_calls(trump, rules)
            assert len(calls) >= 40
            check_calls(calls[: rules.friend_count], trump, rules)
        aces = [
            call for call in legal_calls(Trump.of(rules, Rank.ACE, Suit.SPADES), rules) if call.card.rank is Rank.ACE
        ]
        assert bool(aces) is (kind is not FriendCards.NO_TRUMPS)
    kings = with_options(preset("looking-for-friends"), friend_cards="no_highest")
    called = {call.card for call in legal_calls(Trump.of(kings, Rank.ACE, Suit.SPADES), kings)}
    assert not called & set(cards("HK CK DK BJ"))
    assert set(cards("HQ SK LJ")) < called


def test_compulsory_level_cannot_be_skipped():
    rules = with_options(STANDARD, compulsory_levels="5,10,K,A")
    assert raise_level(Level.NINE, 3, rules, held_on_it=True).level is Level.TEN
    assert raise_level(Level.TEN, 3, rules, held_on_it=True).level is Level.KING
    assert raise_level(Level.TWO, 9, rules, held_on_it=False).level is Level.FIVE
    assert raise_level(Level.SIX, 3, rules, held_on_it=False).level is Level.NINE


def test_cards_of_equal_strength_are_not_identical():
    with pytest.raises(IllegalAction) as refused:
        read_lead(cards("S2 C2"), HEARTS, with_options(STANDARD, throws="off"))
    assert refused.value.reason is Reason.THROWS_OFF
    assert read_lead(cards("S2 C2"), HEARTS, STANDARD).shape == ((1, 1), (1, 1))
    lead = read_lead(cards("H5 H5"), HEARTS, STANDARD)
    plays = [lead.cards, cards("S2 C2"), cards("S2 D2"), cards("HA HK")]
    assert find_winner(lead, plays, HEARTS, STANDARD) == 0
    assert not is_legal(cards("S2 C2 H7 H7"), lead, cards("S2 C2"), HEARTS, STANDARD)
