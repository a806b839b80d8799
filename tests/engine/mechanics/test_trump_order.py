"""The trumps of a deal give each card its suit and strength, its neighbours in tractors, and its place on screen."""

import pickle

import pytest

from engine.model.cards import ALL_FACES, Rank, Suit, parse_card, parse_cards
from engine.model.options import PermanentTrumps
from engine.model.presets import preset, with_options
from engine.model.rules import Rules
from engine.model.trump import EFFECTIVE_SUITS, Trump

STANDARD = preset("standard")
SEVENS = Trump.of(STANDARD, Rank.SEVEN, Suit.CLUBS)


def are_touching(trump, one, other, gone=""):
    return trump.are_adjacent(parse_card(one), parse_card(other), frozenset(parse_cards(gone)))


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("S6", "S8", True),
        ("C6", "C8", True),
        ("S6", "S7", False),
        ("CA", "H7", True),
        ("CA", "C7", False),
        ("H7", "D7", False),
        ("H7", "C7", True),
        ("C7", "LJ", True),
        ("LJ", "BJ", True),
        ("H7", "LJ", False),
        ("SA", "S2", False),
        ("SA", "C2", False),
        ("S9", "H10", False),
    ],
)
def test_neighbouring_ranks_touch(one, other, expected):
    assert are_touching(SEVENS, one, other) is expected
    assert are_touching(SEVENS, other, one) is expected


def test_level_cards_touch_little_joker_at_no_trump():
    trump = Trump.of(STANDARD, Rank.SEVEN, None)
    assert all(are_touching(trump, face, "LJ") for face in ("S7", "H7", "C7", "D7"))
    assert are_touching(trump, "C6", "C8")


def test_level_cards_that_are_no_trumps_keep_their_places():
    trump = Trump.of(preset("pagat"), Rank.SEVEN, None)
    assert trump.effective_suit(parse_card("C7")) is Suit.CLUBS
    assert are_touching(trump, "C6", "C7")
    assert not are_touching(trump, "C6", "C8")
    assert trump.order.tiers[4] == ((parse_card("LJ"),), (parse_card("BJ"),))


@pytest.mark.parametrize(
    ("jokers", "one", "other"), [("0+2", "C7", "BJ"), ("2+0", "C7", "LJ"), ("0+0", "CA", "H7"), ("2+2", "LJ", "BJ")]
)
def test_missing_jokers_are_skipped(jokers, one, other):
    rules = with_options(STANDARD, jokers=jokers, kitty_size={"0+2": 6, "2+0": 6, "0+0": 8, "2+2": 8}[jokers])
    assert are_touching(Trump.of(rules, Rank.SEVEN, Suit.CLUBS), one, other)


def test_ranks_beside_an_unbridged_gap_do_not_touch():
    trump = Trump.of(with_options(STANDARD, bridge_level_gap=False), Rank.SEVEN, Suit.CLUBS)
    assert not are_touching(trump, "S6", "S8")
    assert not are_touching(trump, "C6", "C8")
    assert are_touching(trump, "S8", "S9")
    assert are_touching(trump, "CA", "H7")
    aces = Trump.of(with_options(STANDARD, bridge_level_gap=False), Rank.ACE, Suit.CLUBS)
    assert are_touching(aces, "CK", "HA")


def test_trump_level_touches_ace_by_option():
    online = Trump.of(preset("online"), Rank.SEVEN, Suit.CLUBS)
    assert are_touching(online, "C7", "CA")
    assert are_touching(online, "CA", "H7")
    assert not are_touching(Trump.of(preset("online"), Rank.ACE, Suit.CLUBS), "CA", "CK")


def test_permanent_trumps_rank_between_ace_and_jokers():
    trump = Trump.of(preset("hidden-ten"), Rank.TEN, Suit.HEARTS)
    assert trump.rank is None
    rising = [parse_card(text) for text in ("HA", "S2", "H2", "S10", "H10", "LJ", "BJ")]
    strengths = [trump.strength(card) for card in rising]
    assert strengths == sorted(set(strengths))
    assert are_touching(trump, "S9", "SJ")
    assert are_touching(trump, "HA", "D2")
    assert are_touching(trump, "H2", "C10")


def test_ranks_are_skipped_once_fully_played():
    trump = Trump.of(STANDARD, Rank.TWO, Suit.HEARTS)
    assert are_touching(trump, "S5", "S7", "S6")
    assert not are_touching(trump, "S5", "S8", "S6")
    assert are_touching(trump, "S5", "SJ", "S6 S7 S8 S9 S10")
    assert not are_touching(trump, "HA", "H2", "S2 C2")
    assert are_touching(trump, "HA", "H2", "S2 C2 D2")


def test_every_face_has_one_place_in_one_suit():
    for rank in (*Rank, None):
        for suit in (*EFFECTIVE_SUITS[:4], None):
            for rules in (STANDARD, preset("pagat"), preset("hidden-ten"), preset("online")):
                order = Trump.of(rules, rank, suit).order
                placed = [face for tiers in order.tiers for tier in tiers for face in tier]
                assert sorted(placed) == list(ALL_FACES)
                assert all(order.suit_of[face] == at for at in range(5) for tier in order.tiers[at] for face in tier)
                assert sorted(order.display_place) == list(range(54))


def test_display_order_alternates_colours():
    shown = SEVENS.sort_for_display(ALL_FACES)
    assert shown[:5] == parse_cards("BJ LJ C7 H7 S7")
    assert [card.suit for card in shown[18:]] == [Suit.HEARTS] * 12 + [Suit.SPADES] * 12 + [Suit.DIAMONDS] * 12
    for suit in "SHCD":
        letters = [
            card.suit.value for card in Trump.of(STANDARD, Rank.SEVEN, Suit(suit)).sort_for_display(ALL_FACES)[18:]
        ]
        assert [letters[at] in "HD" for at in (0, 12, 24)] == (
            [True, False, True] if suit in "SC" else [False, True, False]
        )


def test_trump_can_be_pickled():
    again = pickle.loads(pickle.dumps(SEVENS))
    assert again == SEVENS
    assert again.order is SEVENS.order


def test_level_card_ranks_above_permanent_trumps():
    rules = Rules(permanent_trumps=preset("hidden-ten").permanent_trumps)
    trump = Trump.of(rules, Rank.TWO, Suit.HEARTS)
    assert trump.strength(parse_card("S2")) > trump.strength(parse_card("H10"))


def rising_trumps(permanent, rank, suit, **options):
    """Return all trumps from low to high. Trumps of equal strength share one text."""
    order = Trump.of(with_options(STANDARD, permanent_trumps=permanent, **options), rank, suit).order
    return [" ".join(map(str, tier)) for tier in order.tiers[4]]


HEARTS = [f"H{rank.text}" for rank in Rank]


@pytest.mark.parametrize(
    ("permanent", "rank", "suit", "rising"),
    [
        ("twos", Rank.SEVEN, Suit.HEARTS, ["HA", "S2 C2 D2", "H2", "S7 C7 D7", "H7", "LJ", "BJ"]),
        ("twos", Rank.TWO, Suit.HEARTS, ["HA", "S2 C2 D2", "H2", "LJ", "BJ"]),
        ("twos_and_tens", Rank.TWO, Suit.HEARTS, ["HA", "S10 C10 D10", "H10", "S2 C2 D2", "H2", "LJ", "BJ"]),
        (
            "two_three_five",
            Rank.TEN,
            Suit.HEARTS,
            ["HA", "S2 C2 D2", "H2", "S3 C3 D3", "H3", "S5 C5 D5", "H5", "S10 C10 D10", "H10", "LJ", "BJ"],
        ),
        (
            "two_three_five",
            Rank.THREE,
            Suit.HEARTS,
            ["HA", "S2 C2 D2", "H2", "S5 C5 D5", "H5", "S3 C3 D3", "H3", "LJ", "BJ"],
        ),
        ("red_fives", Rank.SEVEN, Suit.HEARTS, ["HA", "S7 C7 D7", "H7", "LJ", "BJ", "D5", "H5"]),
        ("red_fives", Rank.SEVEN, Suit.SPADES, ["SA", "H7 C7 D7", "S7", "LJ", "BJ", "D5", "H5"]),
        ("red_fives", Rank.FIVE, Suit.HEARTS, ["HA", "S5 C5", "LJ", "BJ", "D5", "H5"]),
        ("red_fives", Rank.FIVE, Suit.SPADES, ["SA", "C5", "S5", "LJ", "BJ", "D5", "H5"]),
    ],
)
def test_permanent_trumps_are_ordered_by_strength(permanent, rank, suit, rising):
    found = rising_trumps(permanent, rank, suit)
    assert found[-len(rising) :] == rising
    plain = [face for face in found[: -len(rising)] if face[0] == suit.value]
    assert plain == found[: -len(rising)]
    assert len(plain) + sum(len(tier.split()) for tier in rising) == len(" ".join(found).split())


@pytest.mark.parametrize(
    ("permanent", "rank", "levels", "rising"),
    [
        ("twos", Rank.SEVEN, "trump", ["S2 H2 C2 D2", "S7 H7 C7 D7", "LJ", "BJ"]),
        ("twos", Rank.SEVEN, "plain", ["S2 H2 C2 D2", "LJ", "BJ"]),
        ("twos", Rank.TWO, "plain", ["S2 H2 C2 D2", "LJ", "BJ"]),
        ("twos", None, "trump", ["S2 H2 C2 D2", "LJ", "BJ"]),
        ("two_three_five", Rank.FIVE, "trump", ["S2 H2 C2 D2", "S3 H3 C3 D3", "S5 H5 C5 D5", "LJ", "BJ"]),
        ("red_fives", Rank.FIVE, "trump", ["S5 C5", "LJ", "BJ", "D5", "H5"]),
        ("red_fives", Rank.FIVE, "plain", ["LJ", "BJ", "D5", "H5"]),
        ("red_fives", None, "trump", ["LJ", "BJ", "D5", "H5"]),
    ],
)
def test_permanent_trumps_are_ordered_at_no_trump(permanent, rank, levels, rising):
    assert rising_trumps(permanent, rank, None, no_trump_levels=levels) == rising


def test_permanent_trumps_touch_their_neighbours():
    twos = Trump.of(with_options(STANDARD, permanent_trumps="twos"), Rank.SEVEN, Suit.HEARTS)
    assert are_touching(twos, "HA", "S2")
    assert are_touching(twos, "S2", "H2")
    assert are_touching(twos, "H2", "C7")
    assert not are_touching(twos, "HA", "H2")
    shandong = Trump.of(with_options(STANDARD, permanent_trumps="two_three_five"), Rank.SEVEN, Suit.HEARTS)
    assert are_touching(shandong, "S4", "S6")
    assert are_touching(shandong, "H4", "H6")
    assert are_touching(shandong, "H3", "D5")
    apart = with_options(STANDARD, permanent_trumps="two_three_five", bridge_level_gap="no")
    assert not are_touching(Trump.of(apart, Rank.SEVEN, Suit.HEARTS), "S4", "S6")
    red = Trump.of(with_options(STANDARD, permanent_trumps="red_fives"), Rank.SEVEN, Suit.HEARTS)
    assert are_touching(red, "BJ", "D5")
    assert are_touching(red, "D5", "H5")
    assert are_touching(red, "D4", "D6")
    assert are_touching(red, "H4", "H6")
    assert are_touching(red, "S5", "S4")


def test_red_five_of_trumps_touches_no_ace():
    rules = with_options(STANDARD, permanent_trumps="red_fives", trump_level_touches_ace="yes")
    fives = Trump.of(rules, Rank.FIVE, Suit.HEARTS)
    assert not are_touching(fives, "HA", "H5")
    assert are_touching(fives, "HA", "S5")
    assert are_touching(Trump.of(rules, Rank.FIVE, Suit.SPADES), "SA", "S5")


@pytest.mark.parametrize("permanent", list(PermanentTrumps))
def test_permanent_trumps_are_shown_first_by_strength(permanent):
    for rank in (Rank.TWO, Rank.FIVE, Rank.SEVEN, None):
        for suit in (*EFFECTIVE_SUITS[:4], None):
            trump = Trump.of(with_options(STANDARD, permanent_trumps=permanent), rank, suit)
            shown = trump.sort_for_display(ALL_FACES)
            trumps = [face for face in shown if trump.is_trump(face)]
            assert trumps == list(shown[: len(trumps)])
            heights = [trump.strength(face) for face in trumps]
            assert heights == sorted(heights, reverse=True)
            assert all(trump.is_trump(face) for face in ALL_FACES if face.is_joker or trump.is_permanent(face))
