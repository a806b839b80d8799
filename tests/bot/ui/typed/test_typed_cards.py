"""Cards and calls of friends are read from what users type, in each usual notation."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.play.refusals import TableRefusal, TableRefused
from bot.text.catalogue import Catalogue
from bot.text.languages import TAGS
from bot.ui.typed.parse_cards import parse_typed_calls, parse_typed_cards
from engine.model.actions import FriendCall
from engine.model.cards import ALL_FACES, Rank, Suit, format_cards
from engine.model.cards import parse_cards as parse_notation
from engine.model.presets import preset
from engine.model.trump import Trump
from tests.everyday import law, spread

CATALOGUE = Catalogue.load()


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
def test_usual_notations_are_read(text, cards):
    assert parse_typed_cards(text) == parse_notation(cards)


@pytest.mark.parametrize("text", ["", "  ", "xx", "SA xx", "10 s", "S1", "11h", "SA×99", "joker", "S" * 500, "♠"])
def test_text_without_cards_is_refused_and_quoted(text):
    with pytest.raises(TableRefused) as refused:
        parse_typed_cards(text)
    assert refused.value.reason is TableRefusal.INVALID_CARDS
    assert len(str(refused.value.facts["text"])) <= 30


@pytest.mark.parametrize(
    ("text", "quoted"),
    [("主", "主"), ("黑桃Z", "黑桃Z"), ("hint", "hint"), ("SA foo", "foo"), ("♠A  Q♦ x y", "x y"), ("  ", "  ")],
)
def test_unreadable_text_is_quoted_as_typed(text, quoted):
    with pytest.raises(TableRefused) as refused:
        parse_typed_cards(text)
    assert refused.value.facts["text"] == quoted


@law(100)
@given(st.lists(st.sampled_from(ALL_FACES), min_size=1, max_size=40))
def test_notation_round_trips(cards):
    assert parse_typed_cards(format_cards(cards)) == tuple(cards)


@law(100)
@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text):
    with suppress(TableRefused):
        assert parse_typed_cards(text)


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("♠AAKK", "SA SA SK SK"),
        ("黑桃AAKK 红桃5", "SA SA SK SK H5"),
        ("黑桃 A A、紅心十", "SA SA H10"),
        ("ＳＡ　Ｓ１０", "SA S10"),
        ("2x♠A, 3×BJ", "SA SA BJ BJ BJ"),
        ("ace of spades", "SA"),
        ("10-10-5-5 of hearts and king of spades", "H10 H10 H5 H5 SK"),
        ("大鬼 小鬼 大怪", "BJ LJ BJ"),
        ("方塊尖", "DA"),
        ("ST S9", "S10 S9"),
    ],
)
def test_runs_of_ranks_and_words_are_read(text, cards):
    assert parse_typed_cards(text) == parse_notation(cards)


def test_words_for_level_and_trump_name_cards():
    trump = Trump.of(preset("standard"), Rank.SEVEN, Suit.HEARTS)
    assert parse_typed_cards("主级 黑桃级 主A", trump) == parse_notation("H7 S7 HA")
    assert parse_typed_cards("trump level, level of clubs", trump) == parse_notation("H7 C7")
    for text in ("主A", "黑桃级"):
        with pytest.raises(TableRefused):
            parse_typed_cards(text)


@pytest.mark.parametrize(
    ("text", "calls"),
    [
        ("HA", [("HA", 1)]),
        ("HA#2 SK", [("HA", 2), ("SK", 1)]),
        ("第二张红桃A", [("HA", 2)]),
        ("第3張黑桃K、紅心A", [("SK", 3), ("HA", 1)]),
        ("♥A #2", [("HA", 2)]),
    ],
)
def test_friend_calls_are_read_with_their_copy(text, calls):
    assert parse_typed_calls(text) == tuple(FriendCall(parse_notation(card)[0], copy) for card, copy in calls)


@pytest.mark.parametrize("locale", spread(1, TAGS))
@law(60)
@given(cards=st.lists(st.sampled_from(ALL_FACES), min_size=1, max_size=12))
def test_cards_as_the_bot_prints_them_can_be_typed(locale, cards):
    texts = CATALOGUE.texts_for(locale)
    jokers = [c for c in cards if c.is_joker]
    plain = [c for c in cards if not c.is_joker]
    if plain:
        assert sorted(parse_typed_cards(texts.format_cards(plain))) == sorted(plain)
    for joker in jokers:
        assert parse_typed_cards(texts.format_card(joker)) == (joker,)


@law(100)
@given(st.text(max_size=60))
def test_any_text_is_a_call_or_refused(text):
    with suppress(TableRefused):
        assert parse_typed_calls(text)
