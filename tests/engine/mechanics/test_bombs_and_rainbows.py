"""Bombs and rainbows, which some rules allow, can be led, follow and win."""

import pytest

from engine.cards_in_play.follows import check_follow, is_legal, legal_follows
from engine.cards_in_play.leads import leadable_units, rainbows_in, read_lead
from engine.cards_in_play.trick import beats, find_winner, is_bomb
from engine.deal.kitty_multiplier import kitty_multiplier
from engine.model.cards import Rank, Suit, parse_cards
from engine.model.errors import IllegalAction, Reason
from engine.model.presets import preset, with_options
from engine.model.trump import Trump

BASE = with_options(preset("standard"), decks=4)
ANY = with_options(BASE, bombs="any_suit")
SUIT = with_options(BASE, bombs="suit_following")
RAINBOW = with_options(preset("standard"), rainbows=4)
HEARTS = Trump.of(BASE, Rank.TWO, Suit.HEARTS)


def cards(text):
    return parse_cards(text)


LEAD = "SK SK SQ SQ"


@pytest.mark.parametrize(
    ("rules", "hand", "play", "legal"),
    [
        (ANY, "S3 S3 S4 S4 C5 C5 C5 C5", "C5 C5 C5 C5", True),
        (SUIT, "S3 S3 S4 S4 C5 C5 C5 C5", "C5 C5 C5 C5", False),
        (BASE, "S3 S3 S4 S4 C5 C5 C5 C5", "C5 C5 C5 C5", False),
        (SUIT, "S3 S3 S4 S4 S6 S6 S6 S6", "S6 S6 S6 S6", True),
        (BASE, "S3 S3 S4 S4 S6 S6 S6 S6", "S6 S6 S6 S6", False),
        (SUIT, "H6 H6 H6 H6 C5", "H6 H6 H6 H6", True),
    ],
)
def test_option_decides_when_a_bomb_may_follow(rules, hand, play, legal):
    lead = read_lead(cards(LEAD), HEARTS, rules)
    assert is_legal(cards(hand), lead, cards(play), HEARTS, rules) is legal
    generated = [tuple(sorted(one)) for one in legal_follows(cards(hand), lead, HEARTS, rules)]
    assert (tuple(sorted(cards(play))) in generated) is legal
    assert len(generated) == len(set(generated))


@pytest.mark.parametrize(
    ("rules", "best", "new", "expected"),
    [
        (ANY, "SK SK SQ SQ", "C5 C5 C5 C5", True),
        (ANY, "H3 H3 H4 H4", "C5 C5 C5 C5", True),
        (ANY, "C5 C5 C5 C5", "H3 H3 H4 H4", False),
        (ANY, "C5 C5 C5 C5", "D5 D5 D5 D5", False),
        (ANY, "C5 C5 C5 C5", "D6 D6 D6 D6", True),
        (ANY, "CA CA CA CA", "H3 H3 H3 H3", True),
        (SUIT, "SK SK SQ SQ", "C5 C5 C5 C5", False),
        (SUIT, "H3 H3 H4 H4", "S5 S5 S5 S5", True),
        (SUIT, "S5 S5 S5 S5", "H3 H3 H3 H3", True),
        (BASE, "SK SK SQ SQ", "H5 H5 H5 H5", False),
    ],
)
def test_bombs_beat_other_plays(rules, best, new, expected):
    lead = read_lead(cards(LEAD), HEARTS, rules)
    assert beats(lead, cards(best), cards(new), HEARTS, rules) is expected


def test_led_bomb_loses_only_to_bombs():
    lead = read_lead(cards("S9 S9 S9 S9"), HEARTS, ANY)
    assert lead.shape == ((4, 1),)
    plays = [lead.cards, cards("D8 D8 D8 D8"), cards("C10 C10 C10 C10"), cards("H2 H2 BJ BJ")]
    assert find_winner(lead, plays, HEARTS, ANY) == 2


def test_bomb_is_a_whole_play():
    assert is_bomb(cards("S9 S9 S9 S9"), ANY)
    assert not is_bomb(cards("S9 S9 S9 S9 S10"), ANY)
    assert not is_bomb(cards("S9 S9 S9"), ANY)
    assert not is_bomb(cards("S9 S9 S9 S9"), BASE)


def test_winning_bomb_multiplies_the_kitty_like_pairs():
    rules = with_options(ANY, kitty_multiplier="two_pow_pairs")
    lead = read_lead(cards("SA SK SQ S10"), HEARTS, rules)
    assert kitty_multiplier(lead, cards("H3 H3 H4 H4"), HEARTS, rules) == 8
    assert kitty_multiplier(lead, cards("H3 H3 H3 H3"), HEARTS, rules) == 8


def test_rainbow_may_be_led():
    lead = read_lead(cards("S9 H9 C9 D9"), HEARTS, RAINBOW)
    assert (lead.is_rainbow, lead.suit, lead.size) == (True, None, 4)
    for play in ("S9 H9 C9 C9", "S9 H9 C9 D10", "S2 H2 C2 D2"):
        if play != "S2 H2 C2 D2":
            with pytest.raises(IllegalAction) as refused:
                read_lead(cards(play), HEARTS, RAINBOW)
            assert refused.value.reason is Reason.MIXED_SUITS
    assert not read_lead(cards("S2 H2 C2 D2"), HEARTS, RAINBOW).is_rainbow
    with pytest.raises(IllegalAction):
        read_lead(cards("S9 H9 C9 D9"), HEARTS, BASE)


def test_rainbows_follow_and_beat_rainbows():
    lead = read_lead(cards("S9 H9 C9 D9"), HEARTS, RAINBOW)
    hand = cards("S10 H10 C10 D10 SA HA CA DA BJ")
    with pytest.raises(IllegalAction) as refused:
        check_follow(hand, lead, cards("S10 H10 C10 SA"), HEARTS, RAINBOW)
    assert (refused.value.reason, refused.value.facts) == (Reason.MUST_PLAY_RAINBOW, {"size": 4})
    assert len(list(legal_follows(hand, lead, HEARTS, RAINBOW))) == 2
    free = cards("S10 H10 C10 SA BJ")
    assert len(list(legal_follows(free, lead, HEARTS, RAINBOW))) == 5
    plays = [lead.cards, cards("BJ BJ LJ LJ"), cards("S10 H10 C10 D10"), cards("S3 H3 C3 D3")]
    assert find_winner(lead, plays, HEARTS, RAINBOW) == 2


def test_rainbows_are_found_in_a_hand():
    hand = cards("S9 S9 H9 C9 D9 S3 H3 C3 D4")
    assert [one.cards for one in rainbows_in(hand, HEARTS, RAINBOW)] == [cards("S9 H9 C9 D9"), cards("S9 S9 H9 C9 D9")]
    assert any(one.size == 5 and one.width == 1 and one.length == 5 for one in leadable_units(hand, HEARTS, RAINBOW))
    assert not list(rainbows_in(hand, HEARTS, with_options(RAINBOW, rainbows=6)))
