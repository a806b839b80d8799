"""The engine confirms an example of each claim of the guide and rejects a counter-example."""

import pytest
from test_guide import friends, guide, hidden, standard

from bot.text.describe.guide import PAGES
from engine.cards_in_play.follows import check_follow
from engine.cards_in_play.leads import read_lead
from engine.cards_in_play.throws import check_throw
from engine.cards_in_play.trick import beats
from engine.cards_in_play.units import find_unit
from engine.deal.bidding import (
    can_claim_redeal,
    check_declaration,
    is_stronger,
    read_declaration,
    resolve_no_declaration,
)
from engine.deal.change_levels import next_declarer, raise_level
from engine.deal.friends import find_joined, find_ten_holders
from engine.deal.kitty_multiplier import kitty_multiplier
from engine.deal.scoring import count_pickup_points, score_deal
from engine.model.actions import FriendCall
from engine.model.cards import Rank, Suit, parse_cards
from engine.model.errors import IllegalAction
from engine.model.events import Declaration
from engine.model.options import Level, Teams
from engine.model.presets import PRESETS, with_options
from engine.model.trump import Trump


def hearts(rules):
    return Trump.of(rules, None if rules.teams is Teams.HIDDEN_TEN else Rank.SEVEN, Suit.HEARTS)


def is_allowed(check, *arguments):
    try:
        check(*arguments)
    except IllegalAction:
        return False
    return True


def may_follow(led, hand, play):
    """Return a predicate of rules. It tests whether `play` is allowed from `hand` after the lead `led`."""

    def decide(rules):
        lead = read_lead(parse_cards(led), hearts(rules), rules)
        return is_allowed(check_follow, parse_cards(hand), lead, parse_cards(play), hearts(rules), rules)

    return decide


def wins(led, best, new):
    """Return a predicate of rules. It tests whether the play `new` beats `best`, the highest play so far."""

    def decide(rules):
        lead = read_lead(parse_cards(led), hearts(rules), rules)
        return beats(lead, parse_cards(best), parse_cards(new), hearts(rules), rules)

    return decide


def are_equal_without_trump_suit(*cards):
    def decide(rules):
        strength = Trump.of(rules, Rank.SEVEN, None).order.strength
        return len({strength[card] for card in parse_cards(" ".join(cards))}) == 1

    return decide


def is_unit(cards):
    return lambda rules: find_unit(parse_cards(cards), hearts(rules), rules) is not None


def may_lead(cards):
    return lambda rules: is_allowed(read_lead, parse_cards(cards), hearts(rules), rules)


def throw(cards, *others):
    """Return a function of rules. It returns the cards that remain of a throw when the next seats hold `others`."""

    def decide(rules):
        hands = [(), *map(parse_cards, others)]
        hands += [()] * (rules.players - len(hands))
        lead = read_lead(parse_cards(cards), hearts(rules), rules)
        return check_throw(lead, 0, hands, hearts(rules), rules).lead.cards

    return decide


def stands(cards, *others):
    return leaves(cards, cards, *others)


def leaves(left, cards, *others):
    return lambda rules: sorted(throw(cards, *others)(rules)) == sorted(parse_cards(left))


def is_trump(card, suit=Suit.HEARTS):
    def decide(rules):
        rank = None if rules.teams is Teams.HIDDEN_TEN else Rank.SEVEN
        return Trump.of(rules, rank, suit).is_trump(parse_cards(card)[0])

    return decide


def declares(cards):
    return lambda rules: is_allowed(read_declaration, parse_cards(cards), rank_of(rules), rules)


def rank_of(rules):
    return None if rules.teams is Teams.HIDDEN_TEN else Rank.SEVEN


def overrules(new, old):
    return lambda rules: is_stronger(parse_cards(new), parse_cards(old), rules)


def may_declare(seat, cards, after):
    """Return a predicate of rules. It tests whether `seat` may declare `cards` when seat 0 has declared `after`."""

    def decide(rules):
        prior = (Declaration(0, parse_cards(after), Suit.SPADES),)
        return is_allowed(check_declaration, prior, seat, parse_cards(cards), None, rank_of(rules), rules)

    return decide


def kitty_decides(kitty, suit, *, first):
    return lambda rules: (
        resolve_no_declaration(parse_cards(kitty), rank_of(rules), rules, first_deal=first).suit is suit
    )


def deals_again(*, first):
    return lambda rules: (
        resolve_no_declaration(parse_cards("S7 HA"), rank_of(rules), rules, first_deal=first).redeal is not None
    )


def kitty_counts(led, winning, times):
    def decide(rules):
        lead = read_lead(parse_cards(led), hearts(rules), rules)
        return kitty_multiplier(lead, parse_cards(winning), hearts(rules), rules) == times

    return decide


def next_is(seat, *, hold, last=0, declarers=(0, 2)):
    return lambda rules: next_declarer(0, declarers, last, rules, hold=hold) == seat


def match_won(level, by, *, held):
    return lambda rules: raise_level(level, by, rules, held_on_it=held).won


def joins(seat, plays, copy=1):
    """Return a predicate of rules. It tests whether `seat` alone joins the declarer, who is seat 0.

    The seats in `plays` play the called ace in this order.
    """

    def decide(rules):
        (ace,) = parse_cards("SA")
        return find_joined([FriendCall(ace, copy)], [(one, (ace,)) for one in plays], 0, rules) == (seat,)

    return decide


def has_penalty(cards, points, *others):
    def decide(rules):
        hands = [(), *map(parse_cards, others), (), ()]
        return (
            check_throw(read_lead(parse_cards(cards), hearts(rules), rules), 0, hands, hearts(rules), rules).penalty
            == points
        )

    return decide


def must_beat(cards, *others):
    def decide(rules):
        hands = [(), *map(parse_cards, others), (), ()]
        return (
            check_throw(read_lead(parse_cards(cards), hearts(rules), rules), 0, hands, hearts(rules), rules).must_beat
            == 1
        )

    return decide


ONE, PAGAT, ONLINE = PRESETS["forty-points"], PRESETS["pagat"], PRESETS["online"]
EIGHTY, FRIEND, THREE = PRESETS["bashifen"], PRESETS["finding-friends"], PRESETS["pagat-three-decks"]
CLAIMS = [
    # rules, sentence, an example that fits it, a counter-example
    (
        standard(),
        "goal",
        lambda r: not score_deal(80, r).declarers_hold,
        lambda r: not score_deal(75, r).declarers_hold,
    ),
    (standard(), "trumps", is_trump("S7"), is_trump("S8")),
    (hidden(), "trumps", is_trump("LJ"), is_trump("S7")),
    (hidden(), "permanent_trumps", is_trump("S2"), is_trump("S3")),
    (standard(), "order", wins("H7", "H7", "LJ"), wins("H7", "H7", "S7")),
    (standard(), "no_trump_levels", is_trump("S7", None), is_trump("SA", None)),
    (
        standard(),
        "no_trump_levels",
        are_equal_without_trump_suit("S7", "H7"),
        are_equal_without_trump_suit("LJ", "S7"),
    ),
    (PAGAT, "no_trump_levels", is_trump("LJ", None), is_trump("S7", None)),
    (standard(), "side", wins("SK", "SK", "SA"), wins("SK", "SK", "SQ")),
    (standard(), "declare", declares("S7"), declares("S8")),
    (standard(declare_min_count=2), "declare", declares("S7 S7"), declares("S7")),
    (hidden(), "declare", declares("LJ S10"), declares("S10")),
    (standard(), "ladder", overrules("S7 S7", "H7"), overrules("H7", "S7")),
    (standard(), "ladder", overrules("LJ LJ", "H7 H7"), declares("LJ")),
    (ONLINE, "ladder", overrules("LJ", "S7 S7"), overrules("LJ", "BJ")),
    (EIGHTY, "ladder", overrules("LJ", "S7"), overrules("LJ", "S7 S7")),
    (hidden(), "ladder", overrules("BJ S10", "LJ H10"), overrules("LJ S10", "BJ H10")),
    (ONE, "ladder", declares("S7"), overrules("H7", "S7")),
    (THREE, "ladder", overrules("S7 S7", "H7"), declares("LJ LJ")),
    (standard(), "joker_pair_beats_joker_pair", overrules("BJ BJ", "LJ LJ"), overrules("LJ LJ", "BJ BJ")),
    (standard(), "may", may_declare(0, "S7 S7", "S7"), may_declare(0, "H7 H7", "S7")),
    (standard(), "may", may_declare(2, "H7 H7", "S7"), may_declare(2, "H7", "S7")),
    (ONLINE, "may", may_declare(1, "H7 H7", "S7"), may_declare(2, "H7 H7", "S7")),
    (PAGAT, "may", may_declare(2, "H7 H7", "S7"), may_declare(0, "S7 S7", "S7")),
    (standard(own_declaration="overturn"), "may", may_declare(0, "H7 H7", "S7"), may_declare(0, "H7", "S7")),
    (standard(), "no_declaration_first", deals_again(first=True), deals_again(first=False)),
    (
        standard(),
        "no_declaration",
        kitty_decides("CA S7 HK", Suit.SPADES, first=False),
        kitty_decides("CA S7 HK", Suit.CLUBS, first=False),
    ),
    (
        ONLINE,
        "no_declaration",
        kitty_decides("LJ C3 S7", Suit.CLUBS, first=True),
        kitty_decides("LJ C3 S7", Suit.SPADES, first=True),
    ),
    (EIGHTY, "no_declaration", deals_again(first=False), kitty_decides("S7", Suit.SPADES, first=False)),
    (standard(), "lead", may_lead("SK SK"), may_lead("SK CK")),
    (standard(), "tractor", is_unit("S5 S5 S6 S6"), is_unit("S5 S5 S9 S9")),
    (hidden(), "tractor", is_unit("S5 S5 S6 S6"), is_unit("S4 S4 S5 S5 S6 S6")),
    (THREE, "tractor", is_unit("S5 S5 S5 S6 S6 S6"), is_unit("S5 S5 S5 S6 S6")),
    (standard(), "bridge_level_gap", is_unit("S6 S6 S8 S8"), is_unit("S6 S6 S9 S9")),
    (hidden(), "bridge_level_gap", is_unit("S9 S9 SJ SJ"), is_unit("S8 S8 SJ SJ")),
    (standard(bridge_level_gap=False), "bridge_level_gap", is_unit("S5 S5 S6 S6"), is_unit("S6 S6 S8 S8")),
    (standard(), "chain", is_unit("HA HA S7 S7"), is_unit("S7 S7 C7 C7")),
    (standard(), "chain", is_unit("LJ LJ BJ BJ"), is_unit("HA HA H7 H7")),
    (standard(joker_tractors=False), "joker_tractors", is_unit("S5 S5 S6 S6"), is_unit("LJ LJ BJ BJ")),
    (ONLINE, "trump_level_touches_ace", is_unit("HA HA H7 H7"), is_unit("HK HK H7 H7")),
    (standard(), "throw", stands("SA SQ SQ", "SK", "SK"), stands("SA SQ SQ", "", "SK SK")),
    (ONLINE, "throw", stands("SA SQ SQ", "", "SK SK"), stands("SA SQ SQ", "SK SK")),
    (standard(throws="side_suits"), "throws", may_lead("SA SQ"), may_lead("HA HQ")),
    (standard(), "throw_failure", leaves("SQ SQ", "SA SQ SQ", "SK SK"), leaves("SA", "SA SQ SQ", "SK SK")),
    (standard(), "throw_failure", leaves("SQ", "SK SQ SJ SJ", "SA SA"), leaves("SJ SJ", "SK SQ SJ SJ", "SA SA")),
    (ONLINE, "throw_failure", leaves("SA", "SA SQ SQ", "SK SK"), leaves("SQ SQ", "SA SQ SQ", "SK SK")),
    (ONLINE, "throw_void_trump_stops", stands("SA SK", "S3 H3"), stands("SA SK", "H3")),
    (PAGAT, "throw_units", stands("SA SQ SQ SJ SJ", "SK"), stands("SA SQ SQ SJ SJ", "SK SK")),
    (PAGAT, "throw_penalty", has_penalty("SA SQ SQ", 10, "SK SK"), has_penalty("SA SQ SQ", 20, "SK SK")),
    (standard(), "suit", may_follow("SQ", "S3 H4", "S3"), may_follow("SQ", "S3 H4", "H4")),
    (standard(), "short", may_follow("SQ SQ", "S3 H4 D5", "S3 D5"), may_follow("SQ SQ", "S3 H4 D5", "H4 D5")),
    (standard(), "void", may_follow("SQ", "H4 D5", "D5"), may_follow("SQ", "H4 S5", "H4")),
    (standard(), "pair", may_follow("SQ SQ", "S9 S9 SA S4", "S9 S9"), may_follow("SQ SQ", "S9 S9 SA S4", "SA S4")),
    (THREE, "pair", may_follow("SQ SQ", "S9 S9 S9 S4", "S9 S9"), may_follow("SQ SQ", "S9 S9 S9 S4", "S9 S4")),
    (
        THREE,
        "triple",
        may_follow("SQ SQ SQ", "S9 S9 SA S4 S3", "S9 S9 S3"),
        may_follow("SQ SQ SQ", "S9 S9 SA S4 S3", "SA S4 S3"),
    ),
    (
        standard(decks=4, follow="shapes"),
        "quadruple",
        may_follow("SK SK SK SK", "S3 S3 S4 S4 SJ SJ", "S3 S3 S4 S4"),
        may_follow("SK SK SK SK", "S3 S3 S4 S4 SJ SJ", "S3 S3 SJ SJ"),
    ),
    (
        standard(),
        "follow",
        may_follow("S8 S8 S9 S9", "S3 S3 S4 S4 SJ SJ", "S3 S3 S4 S4"),
        may_follow("S8 S8 S9 S9", "S3 S3 S4 S4 SJ SJ", "S3 S3 SJ SJ"),
    ),
    (
        standard(),
        "follow",
        may_follow("S8 S8 S9 S9", "S3 S3 SJ SJ SK SA", "S3 S3 SJ SJ"),
        may_follow("S8 S8 S9 S9", "S3 S3 SJ SJ SK SA", "S3 S3 SK SA"),
    ),
    (
        PAGAT,
        "follow",
        may_follow("S8 S8 S9 S9", "S3 S3 S4 S4 SJ SJ", "S3 S3 SJ SJ"),
        may_follow("S8 S8 S9 S9", "S3 S3 S4 S4 SJ SJ", "S3 S3 S4 SJ"),
    ),
    (
        ONLINE,
        "follow",
        may_follow("S8 S8 S9 S9", "S3 S3 SJ S4 S5 SA", "S3 S3 S4 S5"),
        may_follow("S8 S8 S9 S9", "S3 S3 SJ S4 S5 SA", "S3 S3 S4 SA"),
    ),
    (
        EIGHTY,
        "follow",
        may_follow("S8 S8 S9 S9", "S3 S3 S4 S4 S5 S5 SJ SJ", "S3 S3 SJ SJ"),
        may_follow("S8 S8 S9 S9", "S3 S3 S4 S4 S5 S5 SJ SK", "S3 S3 SJ SK"),
    ),
    (
        EIGHTY,
        "follow",
        may_follow("S8 S8 S9 S9", "S3 S3 S4 S4 SJ SJ", "S3 S3 S4 S4"),
        may_follow("S8 S8 S9 S9", "S3 S3 S4 S4 SJ SJ", "S3 S3 SJ SJ"),
    ),
    (
        FRIEND,
        "follow",
        may_follow("SQ SQ", "S9 S9 S9 SA S4", "SA S4"),
        may_follow("SQ SQ", "S9 S9 SA S4", "SA S4"),
    ),
    (
        standard(follow="longest_tractor"),
        "follow",
        may_follow("S8 S8 S9 S9 S10 S10", "S3 S3 S4 S4 SJ SJ SK", "S3 S3 S4 S4 SJ SJ"),
        may_follow("S8 S8 S9 S9 S10 S10", "S3 S3 S4 S4 SJ SK SA", "S3 S3 S4 SJ SK SA"),
    ),
    (
        standard(follow="suit_only"),
        "follow",
        may_follow("SQ SQ", "S9 S9 SA S4", "SA S4"),
        may_follow("SQ", "S9 HA", "HA"),
    ),
    (
        standard(),
        "throw_follow",
        may_follow("SA SK SK", "S9 S9 SJ S4", "S9 S9 S4"),
        may_follow("SA SK SK", "S9 S9 SJ S4", "S9 SJ S4"),
    ),
    (PAGAT, "must_beat_failed_throw", must_beat("SA SQ SQ", "SK SK"), must_beat("SA SQ SQ", "SK")),
    (standard(), "low_cards", may_follow("SQ", "SA S3", "S3"), may_follow("SQ", "SA S3", "")),
    (standard(), "highest", wins("SQ SQ", "SQ SQ", "SA SA"), wins("SQ SQ", "SQ SQ", "SA SK")),
    (ONE, "highest", wins("SQ", "SQ", "SK"), wins("SQ", "SQ", "CK")),
    (standard(), "ruff", wins("SA SA", "SA SA", "H3 H3"), wins("SA SA", "SA SA", "H3 H4")),
    (standard(), "ruff", wins("SA", "H3", "H4"), wins("SA", "H4", "H3")),
    (standard(), "split", wins("SA SK", "SA SK", "H3 H3"), wins("SA SA", "SA SA", "H3 H4")),
    (standard(), "throw_compare", wins("SA SK SK", "H5 H9 H9", "H3 H10 H10"), wins("SA SK SK", "H5 H9 H9", "HA H4 H4")),
    (EIGHTY, "throw_compare", wins("SA SK SK", "H5 H9 H9", "H6 H10 H10"), wins("SA SK SK", "H5 H9 H9", "H3 H10 H10")),
    (ONE, "throw_compare", wins("SA SK", "H5 H9", "H3 H10"), wins("SA SK", "H5 H9", "H6 H8")),
    (standard(), "lose", wins("SQ", "SQ", "SK"), wins("SQ", "SQ", "SQ")),
    (
        hidden(),
        "pickup",
        lambda r: count_pickup_points(20, r, taken=True, opponent=True) == 20,
        lambda r: count_pickup_points(20, r, taken=False, opponent=True) == 20,
    ),
    (
        hidden(),
        "pickup_counts",
        lambda r: count_pickup_points(20, r, taken=True, opponent=False) == 20,
        lambda r: count_pickup_points(20, r, taken=False, opponent=False) == 20,
    ),
    (standard(), "kitty", kitty_counts("SK SK", "HA HA", 4), kitty_counts("SK", "HA", 4)),
    (standard(), "kitty", kitty_counts("SA SK SK", "H3 H4 H4", 4), kitty_counts("SA SK SK", "H3 H4 H4", 6)),
    (PAGAT, "kitty", kitty_counts("SA SK SK", "H3 H4 H4", 6), kitty_counts("SA SK SK", "H3 H4 H4", 4)),
    (ONLINE, "kitty", kitty_counts("SK SK", "HA HA", 4), kitty_counts("SA SK", "H3 H4", 4)),
    (EIGHTY, "kitty", kitty_counts("SK SK", "HA HA", 2), kitty_counts("SK SK", "HA HA", 4)),
    (hidden(), "kitty", kitty_counts("SK SK", "HA HA", 1), kitty_counts("SK SK", "HA HA", 2)),
    (standard(), "win", match_won(Level.ACE, 1, held=True), match_won(Level.KING, 3, held=True)),
    (standard(), "win", match_won(Level.ACE, 1, held=True), match_won(Level.ACE, 1, held=False)),
    (PAGAT, "win", match_won(Level.ACE, 1, held=False), match_won(Level.KING, 1, held=False)),
    (ONLINE, "win", match_won(Level.KING, 1, held=False), match_won(Level.QUEEN, 1, held=False)),
    (standard(), "next_declarer", next_is(2, hold=True), next_is(3, hold=False)),
    (standard(), "next_declarer", next_is(1, hold=False, last=3), next_is(0, hold=True)),
    (ONLINE, "next_declarer", next_is(3, hold=False, last=3), next_is(2, hold=True)),
    (ONLINE, "next_declarer", next_is(1, hold=False, last=2), next_is(2, hold=False, last=2)),
    (EIGHTY, "next_declarer", next_is(0, hold=True), next_is(2, hold=True)),
    (friends(), "next_declarer", next_is(3, hold=True, declarers=(0, 3)), next_is(1, hold=True, declarers=(0, 3))),
    (friends(), "next_declarer", next_is(1, hold=False, declarers=(0, 3)), next_is(3, hold=False, declarers=(0, 3))),
    (friends(), "friend_call", joins(2, [0, 2], copy=2), joins(2, [2, 0], copy=2)),
    (FRIEND, "friend_call", joins(2, [0, 2]), joins(0, [0, 2])),
    (friends(), "next_copy", joins(2, [0, 2]), joins(0, [0, 2])),
    (
        hidden(),
        "called_ten",
        lambda _: 1 in find_ten_holders([(), parse_cards("S10")], 0, Suit.SPADES),
        lambda _: 1 in find_ten_holders([(), parse_cards("H10")], 0, Suit.SPADES),
    ),
    (
        ONLINE,
        "redeal_claim",
        lambda r: can_claim_redeal(parse_cards("H3 S4"), hearts(r), r),
        lambda r: can_claim_redeal(parse_cards("H3 S5"), hearts(r), r),
    ),
]
FACTS = {
    "teams",
    "sides",
    "tricks",
    "worth",
    "climb",
    "once",
    "pack",
    "low",
    "cuts",
    "left_out",
    "first",
    "undeclared",
} | {
    *(
        "bury",
        "next",
        "trick",
        "collect",
        "results",
        "whose",
        "secret",
        "friends",
        "join",
        "friends_alone",
        "ten_alone",
    ),
    *("kitty_of_jokers", "declare_window", "tractor_max_length"),
}
"""Sentences that need no example, because they say what happens and not what a player may do."""


@pytest.mark.parametrize(("rules", "name", "example", "counter"), CLAIMS)
def test_engine_agrees_with_the_sentence(rules, name, example, counter):
    assert name in {one.name for one in guide(rules)}
    assert example(rules)
    assert not counter(rules)


def test_every_claim_in_guides_of_presets_has_an_example():
    decided = {name for _, name, _, _ in CLAIMS}
    for rules in PRESETS.values():
        assert {one.name for one in guide(rules) if one.page in PAGES} <= decided | FACTS


def test_guide_mentions_next_copy_of_called_card_only_if_needed():
    two = with_options(FRIEND, friends=2)
    both = with_options(two, double_join=True)
    told = [any(one.name == "next_copy" for one in guide(rules)) for rules in (friends(), two, FRIEND, both)]
    assert told == [True, True, False, False]


def test_next_declarer_is_partner_or_next_partner():
    said = {one.name: one.text for one in guide(standard())}
    assert said["next_declarer"].startswith("If the declarers win, the declarer's partner is the next declarer")
    assert "next partner" in {one.name: one.text for one in guide(PRESETS["pagat-six"])}["next_declarer"]
