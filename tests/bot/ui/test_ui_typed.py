"""Cards as people type them."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.play.refusals import Refused, Why
from bot.ui.typed import typed_cards
from engine.cards import ALL_FACES, cards_text, parse_cards


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("SA SA", "SA SA"),
        ("♠A×2", "SA SA"),
        ("hA", "HA"),
        ("s10 s10", "S10 S10"),
        ("s10s10", "S10 S10"),
        ("SASA", "SA SA"),
        ("10s 5h", "S10 H5"),
        ("A♠ 5♥", "SA H5"),
        ("♠️10 ♥️K", "S10 HK"),
        ("5♠5♥", "S5 H5"),
        ("th", "H10"),
        ("s 10 h 5", "S10 H5"),
        ("spades A, hearts 10", "SA H10"),
        ("黑桃A 黑桃A", "SA SA"),
        ("黑桃10×2红桃5", "S10 S10 H5"),
        ("紅心K、方塊3，梅花J", "HK D3 CJ"),
        ("方片Q草花2", "DQ C2"),
        ("大王x2, 小王", "BJ BJ LJ"),
        ("big joker, bj; Lj small joker", "BJ BJ LJ LJ"),
        ("SJ sj", "SJ SJ"),
        ("BJ*3", "BJ BJ BJ"),
    ],
)
def test_usual_notations(text, cards):
    assert typed_cards(text) == parse_cards(cards)


@pytest.mark.parametrize("text", ["", "  ", "xx", "SA xx", "10 s", "S1", "11h", "SA×99", "joker", "S" * 500, "♠"])
def test_what_is_no_card_is_refused_and_quoted_short(text):
    with pytest.raises(Refused) as refused:
        typed_cards(text)
    assert refused.value.why is Why.BAD_CARDS
    assert len(str(refused.value.facts["text"])) <= 30


@settings(deadline=None)
@given(st.lists(st.sampled_from(ALL_FACES), min_size=1, max_size=40))
def test_our_own_notation_is_read_back(cards):
    assert typed_cards(cards_text(cards)) == tuple(cards)


@settings(deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text):
    with suppress(Refused):
        assert typed_cards(text)
