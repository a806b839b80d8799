"""The rules decide which declaration overrules another. If nobody declares, the kitty may decide trumps."""

import random
from itertools import pairwise

import pytest

from engine.deal.bidding import (
    can_claim_redeal,
    check_claim,
    check_declaration,
    is_stronger,
    legal_declarations,
    resolve_no_declaration,
)
from engine.model.cards import BIG_JOKER, LITTLE_JOKER, SUITS, Rank, Suit, card_of, parse_cards
from engine.model.errors import IllegalAction, InvalidRules, Reason
from engine.model.events import Declaration, RedealReason
from engine.model.options import DeclareLadder, Hook, JokerDeclaration, OwnDeclaration
from engine.model.presets import PRESETS, preset, preset_with, with_options
from engine.model.seats import Seat
from engine.model.trump import Trump
from tests.everyday import spread

STANDARD = preset("standard")
THREE = with_options(STANDARD, decks=3, kitty_size=6)


def cards(text):
    return parse_cards(text)


def declare_all(rules, *shown, rank=Rank.TWO):
    """Make declarations in order. Each is a text with a seat and cards, such as "0 S2 S2"."""
    prior = []
    for text in shown:
        seat, _, rest = text.partition(" ")
        prior.append(check_declaration(prior, Seat(int(seat)), cards(rest), None, rank, rules))
    return prior


def refusal_of(rules, *shown, rank=Rank.TWO):
    declare_all(rules, *shown[:-1], rank=rank)
    with pytest.raises(IllegalAction) as found:
        declare_all(rules, *shown, rank=rank)
    return found.value.reason


@pytest.mark.parametrize(
    ("ladder", "rising"),
    [
        ("classic", ["S2", "H2 H2", "D2 D2 D2", "LJ LJ", "BJ BJ", "LJ LJ LJ", "BJ BJ BJ"]),
        ("six_step", ["S2", "H2 H2", "LJ", "BJ", "LJ LJ", "BJ BJ"]),
        ("count_then_joker", ["S2", "LJ", "BJ", "H2 H2", "LJ LJ", "BJ BJ", "D2 D2 D2", "LJ LJ LJ", "BJ BJ BJ"]),
        ("count_joker_suit", ["S2", "LJ", "BJ", "D2 D2", "C2 C2", "H2 H2", "S2 S2", "LJ LJ", "BJ BJ", "C2 C2 C2"]),
        ("greater_count", ["S2", "H2 H2", "LJ LJ LJ"]),
        ("joker_support", ["S2", "H2 H2", "D2 D2 LJ", "S2 S2 BJ", "C2 C2 LJ LJ", "LJ LJ", "BJ BJ", "LJ LJ LJ"]),
    ],
)
def test_declarations_rise_on_each_ladder(ladder, rising):
    rules = with_options(THREE, declare_ladder=ladder, joker_declaration="any", own_declaration="overturn")
    prior = declare_all(rules, *(f"{at % 4} {text}" for at, text in enumerate(rising)))
    for at, low in enumerate(prior):
        for high in prior[at + 1 :]:
            assert is_stronger(high.cards, low.cards, rules)
            assert not is_stronger(low.cards, high.cards, rules)
    assert [one.suit is None for one in prior] == [set(one.cards) <= {LITTLE_JOKER, BIG_JOKER} for one in prior]


@pytest.mark.parametrize(
    ("ladder", "one", "other"),
    [
        ("classic", "S2", "H2"),
        ("classic", "S2 S2", "H2 H2"),
        ("count_then_joker", "S2 S2", "H2 H2"),
        ("count_joker_suit", "S2", "H2"),
        ("greater_count", "S2 S2", "LJ LJ"),
        ("greater_count", "BJ BJ", "LJ LJ"),
        ("joker_support", "S2 S2 LJ", "H2 H2 LJ"),
    ],
)
def test_equal_declaration_never_overrules(ladder, one, other):
    rules = with_options(THREE, declare_ladder=ladder, joker_declaration="any")
    assert not is_stronger(cards(one), cards(other), rules)
    assert not is_stronger(cards(other), cards(one), rules)


SINGLES, PAIRS = ["D2", "C2", "H2", "S2"], ["D2 D2", "C2 C2", "H2 H2", "S2 S2"]


@pytest.mark.parametrize(
    ("ladder", "rising"),
    [
        ("classic", [*SINGLES, *PAIRS, "D2 D2 D2", "S2 S2 S2", "LJ LJ", "BJ BJ"]),
        ("six_step", [*SINGLES, *PAIRS, "LJ", "BJ", "LJ LJ", "BJ BJ"]),
        ("count_then_joker", [*SINGLES, "LJ", "BJ", *PAIRS, "LJ LJ", "BJ BJ", "D2 D2 D2", "H2 H2 H2"]),
        ("count_joker_suit", [*SINGLES, "LJ", "BJ", *PAIRS, "LJ LJ", "BJ BJ", "C2 C2 C2", "S2 S2 S2"]),
        ("joker_support", [*SINGLES, *PAIRS, "D2 D2 LJ", "S2 S2 LJ", "D2 D2 BJ", "H2 H2 BJ", "LJ LJ", "BJ BJ"]),
    ],
)
def test_higher_suit_overrules_same_number_of_level_cards(ladder, rising):
    rules = with_options(THREE, declare_ladder=ladder, joker_declaration="any", declare_suit_order="yes")
    for at, low in enumerate(rising):
        assert not is_stronger(cards(low), cards(low), rules)
        for high in rising[at + 1 :]:
            assert is_stronger(cards(high), cards(low), rules), (high, low)
            assert not is_stronger(cards(low), cards(high), rules), (high, low)


def test_higher_suit_takes_trumps_and_kitty():
    assert refusal_of(STANDARD, "0 D2", "1 S2") is Reason.NOT_STRONGER
    rules = with_options(STANDARD, declare_suit_order="yes", kitty_theft="yes")
    prior = declare_all(rules, "0 D2", "1 C2", "2 S2")
    assert prior[-1].suit is Suit.SPADES
    assert refusal_of(rules, "0 H2", "1 C2") is Reason.NOT_STRONGER
    assert legal_declarations(cards("D2 S2"), prior[:2], Seat(3), Rank.TWO, rules, steals=True) == (cards("S2"),)


def test_suit_is_declared_with_enough_level_cards():
    rules = with_options(THREE, declare_min_count=2, reinforce_equal="yes", joker_declaration="any")
    assert refusal_of(rules, "0 S2") is Reason.NOT_A_DECLARATION
    assert legal_declarations(cards("S2 H2 H2 H2 LJ"), [], Seat(0), Rank.TWO, rules) == (
        cards("H2 H2"),
        cards("H2 H2 H2"),
        cards("LJ"),
    )
    prior = declare_all(rules, "0 H2 H2", "0 H2 H2 H2")
    assert prior[-1].cards == cards("H2 H2 H2")
    assert legal_declarations(cards("S2"), [], Seat(1), Rank.TWO, rules, steals=True) == ()
    supported = with_options(rules, declare_ladder="joker_support")
    assert declare_all(supported, "0 H2 H2", "1 S2 S2 LJ")[-1].suit is Suit.SPADES


@pytest.mark.parametrize(
    ("kind", "allowed"),
    [("any", ["BJ", "BJ BJ"]), ("pair_up", ["BJ BJ", "BJ BJ BJ"]), ("all_decks", ["BJ BJ BJ"]), ("off", [])],
)
def test_only_big_jokers_declare_no_trump(kind, allowed):
    rules = with_options(THREE, joker_declaration=kind, little_jokers_declare="no")
    found = legal_declarations(cards("LJ LJ LJ BJ BJ BJ"), [], Seat(0), Rank.TWO, rules)
    assert set(found) >= {cards(one) for one in allowed}
    assert not any(LITTLE_JOKER in one for one in found)
    assert refusal_of(rules, "0 LJ LJ LJ") is Reason.NOT_A_DECLARATION


def test_player_reinforces_only_with_cards_like_those_shown():
    rules = with_options(STANDARD, declare_ladder="joker_support")
    assert refusal_of(rules, "0 H2 H2", "0 H2 H2 LJ") is Reason.OWN_DECLARATION
    assert refusal_of(rules, "0 H2 H2 LJ", "0 H2 H2 LJ BJ") is not None
    assert declare_all(rules, "0 H2 H2 LJ", "0 H2 H2 LJ LJ")[-1].cards == cards("H2 H2 LJ LJ")


def test_little_jokers_that_cannot_declare_still_support_a_pair():
    rules = with_options(STANDARD, declare_ladder="joker_support", little_jokers_declare="no")
    assert declare_all(rules, "0 H2 H2", "1 S2 S2 LJ LJ")[-1].suit is Suit.SPADES
    assert refusal_of(rules, "0 H2 H2", "1 LJ LJ") is Reason.NOT_A_DECLARATION


@pytest.mark.parametrize("ladder", [one for one in DeclareLadder if one is not DeclareLadder.JOKER_TEN])
@pytest.mark.parametrize("flag", [True, False])
def test_option_lets_big_jokers_overrule_little_ones(ladder, flag):
    rules = with_options(STANDARD, declare_ladder=ladder, joker_pair_beats_joker_pair=flag)
    expected = flag and ladder is not DeclareLadder.GREATER_COUNT
    assert is_stronger(cards("BJ BJ"), cards("LJ LJ"), rules) is expected
    assert not is_stronger(cards("LJ LJ"), cards("BJ BJ"), rules)


@pytest.mark.parametrize(
    ("kind", "allowed", "not_allowed"),
    [
        ("any", ["LJ", "BJ BJ", "LJ LJ LJ"], []),
        ("pair_up", ["LJ LJ", "BJ BJ BJ"], ["LJ", "BJ"]),
        ("all_decks", ["LJ LJ LJ", "BJ BJ BJ"], ["LJ LJ", "BJ BJ", "BJ"]),
        ("lj_all_bj_less_one", ["LJ LJ LJ", "BJ BJ", "BJ BJ BJ"], ["LJ LJ", "BJ"]),
        ("off", [], ["LJ", "BJ BJ", "BJ BJ BJ"]),
    ],
)
def test_option_decides_how_many_jokers_declare(kind, allowed, not_allowed):
    rules = with_options(THREE, joker_declaration=kind)
    assert len(JokerDeclaration) == 5
    for text in allowed:
        assert declare_all(rules, f"0 {text}")[0].suit is None
    for text in not_allowed:
        assert refusal_of(rules, f"0 {text}") is Reason.NOT_A_DECLARATION


@pytest.mark.parametrize("text", ["", "S3", "S2 H2", "S2 LJ", "LJ BJ", "S2 S2 LJ", "S2 S3", "S2 S2 LJ BJ"])
def test_other_combinations_are_no_declaration(text):
    assert refusal_of(STANDARD, f"0 {text}") is Reason.NOT_A_DECLARATION


@pytest.mark.parametrize("text", ["S2 S2 LJ BJ", "S2 LJ", "S2 S2 LJ LJ LJ", "S2 S2 S2", "LJ"])
def test_invalid_joker_support_declarations_are_refused(text):
    assert refusal_of(with_options(THREE, declare_ladder="joker_support"), f"0 {text}") is Reason.NOT_A_DECLARATION


@pytest.mark.parametrize(
    ("kind", "allowed", "not_allowed"),
    [
        ("any", ["S2 BJ", "S2 LJ", "H2 H2 LJ", "LJ LJ"], ["S2", "S2 S2", "S2 LJ LJ", "S2 LJ BJ", "S2 H2 LJ", "S3 LJ"]),
        ("by_colour", ["H2 BJ", "D2 D2 BJ", "S2 LJ", "C2 C2 LJ"], ["H2 LJ", "S2 BJ", "C2", "D2 D2", "H2 BJ BJ"]),
    ],
)
def test_option_decides_which_joker_declares_a_suit(kind, allowed, not_allowed):
    rules = with_options(STANDARD, suit_joker=kind)
    for text in allowed:
        assert declare_all(rules, f"0 {text}")
    for text in not_allowed:
        assert refusal_of(rules, f"0 {text}") is Reason.NOT_A_DECLARATION


def test_number_of_level_cards_ranks_declarations_with_a_joker():
    rules = with_options(STANDARD, suit_joker="any")
    assert len(declare_all(rules, "0 S2 LJ", "1 H2 H2 BJ", "2 LJ LJ", "3 BJ BJ")) == 4
    assert refusal_of(rules, "0 S2 LJ", "1 H2 BJ") is Reason.NOT_STRONGER
    assert len(declare_all(rules, "0 S2 LJ", "0 S2 S2 LJ")) == 2
    assert refusal_of(rules, "0 S2 LJ", "0 S2 S2 BJ") is Reason.OWN_DECLARATION
    pairs = with_options(STANDARD, suit_joker="any", declare_min_count=2)
    assert refusal_of(pairs, "0 S2 LJ") is Reason.NOT_A_DECLARATION
    again = with_options(STANDARD, suit_joker="any", reinforce_equal="yes")
    assert len(declare_all(again, "0 S2 LJ", "1 H2 H2 BJ", "0 S2 S2 LJ")) == 3


@pytest.mark.parametrize("kind", ["any", "by_colour"])
def test_offered_declarations_with_a_joker_are_the_legal_ones(kind):
    rules, hand = with_options(THREE, suit_joker=kind), cards("S2 S2 S2 H2 LJ LJ BJ CA")
    offered = legal_declarations(hand, (), Seat(0), Rank.TWO, rules)
    combined = {one for one in offered if not all(card.is_joker for card in one)}
    jokers = ("LJ", "BJ") if kind == "any" else ("LJ",)
    spades = {cards(" ".join(["S2"] * n) + f" {joker}") for n in (1, 2, 3) for joker in jokers}
    hearts = {cards("H2 BJ")} | ({cards("H2 LJ")} if kind == "any" else set())
    assert combined == spades | hearts


@pytest.mark.parametrize(
    ("options", "conflict"),
    [
        ({"suit_joker": "any", "jokers": "0+0"}, "suit_jokers"),
        ({"suit_joker": "by_colour", "jokers": "0+2"}, "suit_jokers"),
        ({"suit_joker": "any", "declare_ladder": "joker_support"}, "suit_joker_ladder"),
        ({"hook": "capture", "hook_pair": "three"}, "hook_cards"),
        ({"hook": "single_jack", "hook_declarer": "two"}, "hook_declarer"),
        ({"hook": "single_jack", "hook_off_suit": "seven", "hook_ranks": "5,10"}, "hook_back"),
    ],
)
def test_conflicting_house_rules_are_refused(options, conflict):
    with pytest.raises(InvalidRules) as no:
        preset_with("standard", **options)
    assert no.value.conflict.value == conflict


def test_unset_options_are_fitted_to_the_set_ones():
    assert preset_with("standard", hook_pair="three").hook is Hook.SINGLE_JACK
    seven = preset_with("looking-for-friends", players="7", suit_joker="by_colour")
    assert all(seven.joker_counts)


def test_option_limits_changes_of_own_declaration():
    assert len(OwnDeclaration) == 3
    same, none, turn = (with_options(STANDARD, own_declaration=one) for one in ("reinforce_same", "none", "overturn"))
    declare_all(same, "0 S2", "0 S2 S2")
    assert refusal_of(same, "0 S2", "0 H2 H2") is Reason.OWN_DECLARATION
    assert refusal_of(same, "0 S2", "0 LJ LJ") is Reason.OWN_DECLARATION
    assert refusal_of(none, "0 S2", "0 S2 S2") is Reason.OWN_DECLARATION
    declare_all(turn, "0 S2", "0 H2 H2", "0 LJ LJ")
    for rules in (same, none, turn):
        declare_all(rules, "0 S2", "1 H2 H2", "0 LJ LJ")


def test_partner_overrules_only_where_allowed():
    assert refusal_of(with_options(STANDARD, partner_override=False), "0 S2", "2 H2 H2") is Reason.PARTNER_DECLARED
    declare_all(with_options(STANDARD, partner_override=False), "0 S2", "1 H2 H2")
    declare_all(STANDARD, "0 S2", "2 H2 H2")


def test_overruled_player_may_reinforce_to_equal_strength():
    rules = with_options(STANDARD, reinforce_equal=True)
    declare_all(rules, "0 S2", "1 H2 H2", "0 S2 S2", "1 LJ LJ")
    assert refusal_of(STANDARD, "0 S2", "1 H2 H2", "0 S2 S2") is Reason.NOT_STRONGER
    assert refusal_of(rules, "0 S2", "1 H2 H2", "0 C2 C2") is Reason.NOT_STRONGER
    assert refusal_of(rules, "0 S2", "1 H2 H2", "2 S2 S2") is Reason.NOT_STRONGER
    assert refusal_of(rules, "0 S2", "1 H2 H2", "0 S2 S2", "1 H2 H2") is Reason.NOT_STRONGER
    three = with_options(THREE, reinforce_equal=True, joker_pair_beats_joker_pair=False)
    assert refusal_of(three, "0 LJ LJ", "1 BJ BJ BJ", "0 LJ LJ LJ") is Reason.NOT_STRONGER


def test_joker_ten_ladder_takes_one_joker_and_a_ten():
    rules = preset("hidden-ten")
    first, second = declare_all(rules, "0 LJ H10", "1 BJ S10", rank=None)
    assert (first.suit, second.suit) == (Suit.HEARTS, Suit.SPADES)
    assert refusal_of(rules, "0 LJ H10", "0 BJ S10", rank=None) is Reason.OWN_DECLARATION
    assert refusal_of(rules, "0 LJ H10", "1 LJ S10", rank=None) is Reason.NOT_STRONGER
    assert refusal_of(rules, "0 LJ LJ H10", rank=None) is Reason.NOT_A_DECLARATION
    assert refusal_of(rules, "0 LJ H2", rank=None) is Reason.NOT_A_DECLARATION
    hand = cards("H10 H10 S10 LJ BJ S5")
    assert set(legal_declarations(hand, (), Seat(2), None, rules)) == {
        *map(cards, ("H10 LJ", "S10 LJ", "H10 BJ", "S10 BJ")),
    }


def test_nothing_is_declared_at_level_nt():
    assert legal_declarations(cards("S2 S2 LJ LJ BJ BJ"), (), Seat(0), None, STANDARD) == ()


def test_cards_must_be_held():
    with pytest.raises(IllegalAction) as found:
        check_declaration((), Seat(0), cards("S2 S2"), cards("S2 H2"), Rank.TWO, STANDARD)
    assert found.value.reason is Reason.NOT_HELD


def test_theft_needs_only_a_stronger_declaration():
    rules = with_options(STANDARD, kitty_theft=True, partner_override=False, own_declaration="none")
    prior = [Declaration(Seat(0), cards("S2"), Suit.SPADES)]
    for seat in range(4):
        stolen = check_declaration(prior, Seat(seat), cards("H2 H2"), None, Rank.TWO, rules, steals=True)
        assert stolen.suit is Suit.HEARTS
    with pytest.raises(IllegalAction):
        check_declaration(prior, Seat(1), cards("H2"), None, Rank.TWO, rules, steals=True)
    found = legal_declarations(cards("S2 H2 H2 LJ LJ"), prior, Seat(0), Rank.TWO, rules, steals=True)
    assert found == (cards("H2 H2"), cards("LJ LJ"))


# --- properties ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(60))
def test_declaring_comes_to_an_end(seed):
    rng = random.Random(seed)
    rules = with_options(
        rng.choice([STANDARD, THREE, with_options(STANDARD, decks=4)]),
        declare_ladder=rng.choice([one for one in DeclareLadder if one is not DeclareLadder.JOKER_TEN]),
        joker_declaration=rng.choice(list(JokerDeclaration)),
        own_declaration=rng.choice(list(OwnDeclaration)),
        joker_pair_beats_joker_pair=rng.random() < 0.5,
        reinforce_equal=rng.random() < 0.7,
        little_jokers_declare=rng.random() < 0.7,
        declare_min_count=rng.choice([1, 1, 2]),
    )
    if rules.declare_ladder is not DeclareLadder.GREATER_COUNT:
        rules = with_options(rules, declare_suit_order=rng.random() < 0.5)
    pack = [*(card_of(suit, Rank.TWO) for suit in SUITS), LITTLE_JOKER, BIG_JOKER] * rules.decks
    rng.shuffle(pack)
    hands = [pack[at::4] for at in range(4)]
    prior = []
    for _ in range(100):
        options = [
            (seat, shown)
            for seat in range(4)
            for shown in legal_declarations(hands[seat], prior, Seat(seat), Rank.TWO, rules)
        ]
        if not options:
            break
        seat, shown = rng.choice(options)
        prior.append(check_declaration(prior, Seat(seat), shown, hands[seat], Rank.TWO, rules))
        assert all(
            is_stronger(high.cards, low.cards, rules)
            or (rules.reinforce_equal and not is_stronger(low.cards, high.cards, rules))
            for low, high in pairwise(prior)
        )
    else:
        pytest.fail(f"still declaring: {prior}")


@pytest.mark.parametrize("name", spread(5, PRESETS))
def test_offered_declarations_are_exactly_the_legal_ones(name):
    rules = preset(name)
    rng = random.Random(name)
    rank = None if rules.declare_ladder is DeclareLadder.JOKER_TEN else Rank.TWO
    faces = [card_of(suit, r) for suit in SUITS for r in (Rank.TWO, Rank.TEN)] + [LITTLE_JOKER, BIG_JOKER]
    for _ in range(30):
        hand = rng.sample(faces * rules.decks, 7)
        prior = []
        for seat in (0, 1):
            offered = legal_declarations(hand, prior, Seat(seat), rank, rules)
            for number in range(1, 5):
                for _ in range(30):
                    shown = tuple(rng.sample(hand, number))
                    try:
                        check_declaration(prior, Seat(seat), shown, hand, rank, rules)
                        allowed = True
                    except IllegalAction:
                        allowed = False
                    assert allowed == (sorted(shown) in [sorted(one) for one in offered])
            if offered:
                prior.append(check_declaration(prior, Seat(seat), offered[0], hand, rank, rules))


# --- nobody declared, claims -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "kitty", "suit", "turned", "redeal"),
    [
        ("kitty_level_else_highest", "S3 LJ H7 DA C7", Suit.HEARTS, 3, None),
        ("kitty_level_else_highest", "S3 LJ HQ DQ C4", Suit.HEARTS, 5, None),
        ("kitty_level_else_highest", "LJ BJ", None, 2, RedealReason.KITTY_OF_JOKERS),
        ("kitty_first", "LJ BJ S3 H7", Suit.SPADES, 3, None),
        ("kitty_first", "LJ BJ", None, 2, RedealReason.KITTY_OF_JOKERS),
        ("redeal", "S3 H7", None, 0, RedealReason.NOBODY_DECLARED),
        ("no_trump", "S3 H7", None, 0, None),
        ("no_trump", "", None, 0, None),
    ],
)
def test_option_decides_what_follows_without_declaration(kind, kitty, suit, turned, redeal):
    for first in (True, False):
        rules = with_options(STANDARD, **{"no_declaration_first" if first else "no_declaration": kind})
        turn = resolve_no_declaration(cards(kitty), Rank.SEVEN, rules, first_deal=first)
        assert (turn.suit, len(turn.turned), turn.redeal) == (suit, turned, redeal)
        assert turn.turned == cards(kitty)[:turned]


def test_redeal_may_be_claimed_without_trumps_or_points():
    rules = preset("online")
    trump = Trump.of(rules, Rank.SEVEN, Suit.HEARTS)
    assert can_claim_redeal(cards("S3 S4 H9 D8 CA"), trump, rules)
    assert can_claim_redeal(cards("S5 S4 D9"), trump, rules)
    assert not can_claim_redeal(cards("S5 LJ"), trump, rules)
    with pytest.raises(IllegalAction) as found:
        check_claim(cards("S5 SK LJ D7"), trump, rules)
    assert (found.value.reason, found.value.facts) == (Reason.NO_CLAIM, {"points": 15, "trumps": 2})
    with pytest.raises(IllegalAction) as found:
        check_claim(cards("S3"), trump, STANDARD)
    assert found.value.reason is Reason.NOT_ALLOWED
