"""Cards are split into shapes. The shape of the lead decides how others may follow and must follow."""

import pytest

from engine.cards_in_play.follows import check_follow, find_required_cards, forced_follow, is_legal, legal_follows
from engine.cards_in_play.leads import check_lead, leadable_units, read_lead
from engine.cards_in_play.shapes import TractorLimits, alternatives, expansions, unit_alternatives, unit_splits
from engine.model.cards import Rank, Suit, parse_cards
from engine.model.errors import IllegalAction, Reason
from engine.model.options import Follow
from engine.model.presets import preset, with_options
from engine.model.trump import Trump

STANDARD = preset("standard")
FOUR = with_options(STANDARD, decks=4)
HEARTS = Trump.of(STANDARD, Rank.TWO, Suit.HEARTS)
LIMITS = TractorLimits.of(STANDARD)


def cards(text):
    return parse_cards(text)


def shape_text(shape):
    """Return a shape as text. 2-2+1 is a tractor of two pairs, and a single card."""
    return "+".join("-".join([str(width)] * length) for width, length in shape)


def test_splits_of_four_and_six_cards_are_listed_in_order():
    assert list(map(shape_text, unit_splits(4, 4, LIMITS))) == ["4", "3+1", "2-2", "2+2", "2+1+1", "1+1+1+1"]
    assert list(map(shape_text, unit_splits(6, 6, LIMITS))) == [
        *("6", "5+1", "4+2", "4+1+1", "3-3", "3+3", "3+2+1", "3+1+1+1"),
        *("2-2-2", "2-2+2", "2+2+2", "2-2+1+1", "2+2+1+1", "2+1+1+1+1", "1+1+1+1+1+1"),
    ]


@pytest.mark.parametrize(
    ("kind", "follow", "expected"),
    [
        ((2, 2), Follow.SHAPES, "2-2 2+2 2+1+1 1+1+1+1"),
        ((4, 1), Follow.SHAPES, "4 3+1 2-2 2+2 2+1+1 1+1+1+1"),
        ((4, 1), Follow.SHAPES_NO_NEW_TRACTORS, "4 3+1 2+2 2+1+1 1+1+1+1"),
        ((2, 2), Follow.SHAPES_NO_NEW_TRACTORS, "2-2 2+2 2+1+1 1+1+1+1"),
        ((2, 2), Follow.TUPLES, "2+2 2+1+1 1+1+1+1"),
        ((2, 3), Follow.LONGEST_TRACTOR, "2-2-2 2-2+2 2-2+1+1 2+2+2 2+2+1+1 2+1+1+1+1 1+1+1+1+1+1"),
        ((2, 2), Follow.SUIT_ONLY, "1+1+1+1"),
    ],
)
def test_option_decides_which_shapes_may_answer_a_unit(kind, follow, expected):
    assert " ".join(map(shape_text, unit_alternatives(kind, follow, LIMITS))) == expected


def test_unit_with_most_alternatives_left_gives_way_first():
    # The led shape is 2-2+2. The unit with more alternatives left is replaced first, or the larger one if they have
    # equally many. 2-2 has four alternatives and 2 has two, so 2-2 is replaced three times, then 2.
    found = alternatives(((2, 2), (2, 1)), Follow.SHAPES, LIMITS)
    assert list(map(shape_text, found)) == ["2-2+2", "2+2+2", "2+2", "2", ""]


def test_units_expand_into_smaller_ones():
    assert list(map(shape_text, expansions((2, 2)))) == ["2+2"]
    assert list(map(shape_text, expansions((4, 1)))) == ["3+1", "2+2", "2+1+1", "1+1+1+1"]
    assert expansions((1, 1)) == ()


def rules_for(follow, **more):
    return with_options(FOUR, follow=follow, **more)


@pytest.mark.parametrize(
    ("follow", "led", "hand", "play", "expected"),
    [
        # after a tractor, nobody has to play a triple
        ("shapes", "S9 S9 S10 S10", "S3 S3 S3 S5 S7 SJ", "S5 S7 S3 S3", True),
        ("shapes", "S9 S9 S10 S10", "S3 S3 S3 S5 S7 SJ", "S5 S7 SJ S3", False),
        # four of a kind demands a tractor only under `shapes`
        ("shapes", "S9 S9 S9 S9", "S3 S3 S4 S4 S7 S7", "S3 S3 S7 S7", False),
        ("shapes_no_new_tractors", "S9 S9 S9 S9", "S3 S3 S4 S4 S7 S7", "S3 S3 S7 S7", True),
        ("shapes_no_new_tractors", "S9 S9 S9 S9", "S3 S3 S4 S4 S7 S8", "S3 S3 S7 S8", False),
        # after a tractor of triples, a tractor of pairs must be played, even under `shapes_no_new_tractors`
        ("shapes_no_new_tractors", "S9 S9 S9 S10 S10 S10", "S3 S3 S4 S4 S5 S5 S7 S7 SQ", "S3 S3 S4 S4 S7 S7", False),
        ("shapes_no_new_tractors", "S9 S9 S9 S10 S10 S10", "S3 S3 S4 S4 S5 S5 S7 S7 SQ", "S3 S3 S4 S4 S5 S5", True),
        ("tuples", "S9 S9 S10 S10", "S3 S3 S4 S4 S7 S7", "S3 S3 S7 S7", True),
        ("shapes", "S9 S9 S10 S10", "S3 S3 S4 S4 S7 S7", "S3 S3 S7 S7", False),
        ("suit_only", "S9 S9 S10 S10", "S3 S3 S4 S4 S7 S8", "S3 S4 S7 S8", True),
        # under `minimal`, a longer tractor need not be broken, but other pairs must be played
        ("minimal", "S9 S9 S10 S10", "S3 S3 S4 S4 S5 S5 S7 S7", "S3 S3 S7 S7", True),
        ("minimal", "S9 S9 S10 S10", "S3 S3 S4 S4 S5 S5 S7 S8", "S3 S3 S7 S8", False),
        ("minimal", "S9 S9 S10 S10", "S3 S3 S4 S4 S7 S7", "S3 S3 S7 S7", False),
        ("minimal", "S9 S9 S9 S9", "S3 S3 S4 S4 S7 S8", "S3 S3 S7 S8", True),
        ("minimal", "S9 S9 S9 S9", "S3 S3 S3 S4 S4 S7", "S3 S3 S4 S4", False),
        # only under `minimal`, a triple need not be broken to follow a pair
        ("minimal", "S9 S9", "S3 S3 S3 S4 S5", "S4 S5", True),
        ("minimal", "S9 S9", "S3 S3 S3 S4 S4 S5", "S4 S5", False),
        ("shapes", "S9 S9", "S3 S3 S3 S4 S5", "S4 S5", False),
        ("tuples", "S9 S9", "S3 S3 S3 S4 S5", "S4 S3", False),
    ],
)
def test_option_decides_legal_follows(follow, led, hand, play, expected):
    rules = rules_for(follow)
    lead = read_lead(cards(led), HEARTS, rules)
    assert is_legal(cards(hand), lead, cards(play), HEARTS, rules) is expected


def test_template_fixes_all_but_equally_strong_cards():
    rules = preset("online")
    trump = Trump.of(rules, Rank.TWO, Suit.HEARTS)
    lead = read_lead(cards("H3 H3 H4 H4 H5 H5"), trump, rules)
    hand = cards("H7 H7 H8 H8 S2 C2 D2 HK")
    plays = {tuple(sorted(map(str, play))) for play in legal_follows(hand, lead, trump, rules)}
    fixed = ("H7", "H7", "H8", "H8", "HK")
    assert plays == {tuple(sorted([*fixed, level])) for level in ("S2", "C2", "D2")}
    with pytest.raises(IllegalAction) as refused:
        check_follow(hand, lead, cards("H7 H7 H8 H8 S2 C2"), trump, rules)
    assert refused.value.reason is Reason.MUST_PLAY_EXACTLY
    assert set(refused.value.facts["cards"]) >= set(cards("H7 H8 HK"))


@pytest.mark.parametrize(
    ("hand", "play"), [("S9 S9 S9 SJ SJ S3 S4", "S9 S9 SJ SJ"), ("S9 S9 S9 S10 S3 S4 S6", "S9 S9 S3 S4")]
)
def test_template_splits_longer_tuples(hand, play):
    rules = with_options(STANDARD, decks=3, kitty_size=6, follow="template")
    lead = read_lead(cards("S5 S5 S6 S6"), HEARTS, rules)
    assert [sorted(follow) for follow in legal_follows(cards(hand), lead, HEARTS, rules)] == [sorted(cards(play))]


def test_template_leaves_a_choice_between_full_matches():
    rules = preset("online")
    trump = Trump.of(rules, Rank.TWO, Suit.HEARTS)
    lead = read_lead(cards("S3 S3 S4 S4"), trump, rules)
    hand = cards("S6 S6 S7 S7 S9 S9 S10 S10")
    assert len(list(legal_follows(hand, lead, trump, rules))) == 2


@pytest.mark.parametrize(
    ("hand", "play", "reason", "facts"),
    [
        ("S3 S4", "S3", Reason.WRONG_COUNT, {"wanted": 4, "given": 1}),
        ("S3 S4 S5 S6", "S3 S4 S5 S7", Reason.NOT_HELD, {"missing": cards("S7"), "held": ()}),
        ("S3 S4 S5 S6", "S3 S3 S5 S6", Reason.NOT_HELD, {"missing": cards("S3"), "held": cards("S3")}),
        ("S3 S4 C5 C6 C7", "S3 C5 C6 C7", Reason.MUST_FOLLOW_SUIT, {"suit": Suit.SPADES, "required": 2, "given": 1}),
        (
            "S10 S10 S5 S5 S7 S8",
            "S10 S10 S7 S8",
            Reason.MUST_FOLLOW_SHAPE,
            {"suit": Suit.SPADES, "lead": (cards("SK SK SA SA"),), "required": (cards("S5 S5"), cards("S10 S10"))},
        ),
    ],
)
def test_refused_follows_have_reasons(hand, play, reason, facts):
    lead = read_lead(cards("SA SA SK SK"), HEARTS, STANDARD)
    with pytest.raises(IllegalAction) as refused:
        check_follow(cards(hand), lead, cards(play), HEARTS, STANDARD)
    assert refused.value.reason is reason
    assert refused.value.facts == facts


def test_required_cards_and_forced_follows_are_found():
    lead = read_lead(cards("SA SA SK SK"), HEARTS, STANDARD)
    asked = find_required_cards(cards("S10 S10 S5 S5 S7"), lead, HEARTS, STANDARD)
    assert (asked.number, asked.units) == (4, (cards("S5 S5"), cards("S10 S10")))
    assert sorted(forced_follow(cards("S10 S10 S5 S5 S7"), lead, HEARTS, STANDARD)) == sorted(cards("S5 S5 S10 S10"))
    assert forced_follow(cards("S10 S10 S5 S5 S7 S7"), lead, HEARTS, STANDARD) is None
    assert find_required_cards(cards("S3 S4 C5 C6"), lead, HEARTS, STANDARD).number == 2


def test_number_of_legal_follows_can_be_limited():
    lead = read_lead(cards("SA SA SK SK"), HEARTS, STANDARD)
    void = cards("C3 C4 C5 C6 C7 C8 C9 C10 CJ CQ CK CA D3 D4 D5 D6 D7 D8 D9 D10 DJ DQ DK DA")
    assert len(list(legal_follows(void, lead, HEARTS, STANDARD, 7))) == 7
    assert len(list(legal_follows(void[:10], lead, HEARTS, STANDARD))) == 210


def test_leadable_units_of_a_hand_are_found():
    hand = cards("S3 S3 S4 S4 S4 H2 S2 D5")
    found = {one.cards for one in leadable_units(hand, HEARTS, FOUR)}
    assert found == {
        *map(cards, ("S3", "S4", "D5", "H2", "S2", "S3 S3", "S4 S4", "S4 S4 S4", "S3 S3 S4 S4")),
    }
    assert {shown for shown in found if HEARTS.is_trump(shown[0])} == {cards("H2"), cards("S2")}


@pytest.mark.parametrize(
    ("play", "grouping", "reason"),
    [
        ("", None, Reason.NO_CARDS),
        ("S3 C3", None, Reason.MIXED_SUITS),
        ("S9", None, Reason.NOT_HELD),
        ("S3 S3 S4 S4 S4", "S3 S3 + S4 S4 + S4", Reason.BAD_GROUPING),
        ("S3 S3 S4 S4 S4", "S3 S3 + S4 S4", Reason.BAD_GROUPING),
        ("S3 S3 S4 S4 S4", "S3 S4 + S3 S4 S4", Reason.BAD_GROUPING),
    ],
)
def test_illegal_leads_are_refused(play, grouping, reason):
    parts = None if grouping is None else [cards(part) for part in grouping.split("+")]
    with pytest.raises(IllegalAction) as refused:
        check_lead(cards("S3 S3 S4 S4 S4 C3"), cards(play), HEARTS, FOUR, parts)
    assert refused.value.reason is reason


def test_smaller_of_equally_strong_tuples_joins_the_tractor():
    for pair, triple in (("S2", "D2"), ("D2", "S2")):
        lead = read_lead(cards(f"HA HA {pair} {pair} {triple} {triple} {triple}"), HEARTS, FOUR)
        assert lead.groups == (cards(f"HA HA {pair} {pair}"), cards(f"{triple} {triple} {triple}"))


def test_player_may_choose_another_grouping():
    play = cards("S4 S3 S4 S3 S4")
    assert read_lead(play, HEARTS, FOUR).groups == (cards("S3 S3 S4 S4"), cards("S4"))
    chosen = read_lead(play, HEARTS, FOUR, [cards("S3 S3"), cards("S4 S4 S4")])
    assert chosen.groups == (cards("S4 S4 S4"), cards("S3 S3"))


def test_tractor_stays_whole_alone_but_splits_in_throw():
    rules = preset("pagat")
    trump = Trump.of(rules, Rank.TWO, Suit.HEARTS)
    assert read_lead(cards("S3 S3 S4 S4"), trump, rules).shape == ((2, 2),)
    assert read_lead(cards("S3 S3 S4 S4 SA"), trump, rules).shape == ((2, 1), (2, 1), (1, 1))


@pytest.mark.parametrize(
    ("throws", "play", "allowed"),
    [
        ("off", "SA SK", False),
        ("side_suits", "SA SK", True),
        ("side_suits", "HA HK", False),
        ("off", "SK SK SA SA", True),
    ],
)
def test_option_decides_which_throws_are_allowed(throws, play, allowed):
    rules = with_options(STANDARD, throws=throws)
    if allowed:
        read_lead(cards(play), HEARTS, rules)
        return
    with pytest.raises(IllegalAction) as refused:
        read_lead(cards(play), HEARTS, rules)
    assert refused.value.reason is Reason.THROWS_OFF


def test_hidden_ten_tractors_have_two_pairs():
    rules = preset("hidden-ten")
    trump = Trump.of(rules, None, Suit.HEARTS)
    assert read_lead(cards("S3 S3 S4 S4"), trump, rules).shape == ((2, 2),)
    with pytest.raises(IllegalAction):
        read_lead(cards("S3 S3 S4 S4 S5 S5"), trump, rules)
