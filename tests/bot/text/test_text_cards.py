"""Cards, shapes, calls, computer players, prompts and score lines are put into words."""

from dataclasses import replace
from itertools import islice

import pytest
from played_deals import list_views, play_deals

from bot.play.values.table_info import Computer
from bot.text.describe.cards import format_spoken_cards
from engine.model.actions import FriendCall
from engine.model.cards import ALL_FACES, Rank, Suit, parse_card, parse_cards
from engine.model.events import Declaration
from engine.model.options import JokerDeclaration, Level
from engine.model.presets import PRESETS
from engine.model.seats import Seat
from engine.model.view import Ask, PhaseName
from engine.players.levels import PLAYERS


def cards(text):
    return parse_cards(text)


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        ("", "no cards"),
        ("H10", "10 of hearts"),
        ("H5 H10 H5 H10", "10-10-5-5 of hearts"),
        ("LJ", "little joker"),
        ("BJ BJ LJ", "2 big jokers and little joker"),
        ("S7 H7 H3", "7 of spades and 7-3 of hearts"),
    ],
)
def test_cards_are_grouped_by_suit(english, shown, expected):
    assert english.format_cards(cards(shown)) == expected


def test_cards_are_grouped_in_chinese(catalogue):
    shown = cards("H5 H5 BJ BJ LJ")
    assert catalogue.texts_for("zh-CN").format_cards(shown) == "红桃5-5、2张大王和小王"
    assert catalogue.texts_for("zh-TW").format_cards(shown) == "紅心5-5、2張大鬼和小鬼"


def test_equal_cards_are_counted_as_people_count_them(catalogue):
    shown = cards("C2 C2 BJ BJ SA S3 S3 S3")
    said = {tag: format_spoken_cards(catalogue.texts_for(tag), shown) for tag in ("en", "zh-CN", "zh-TW")}
    assert said["en"] == "2 of clubs ×2, big joker ×2, ace of spades, 3 of spades ×3"
    assert said["zh-CN"] == "一对梅花2、一对大王、黑桃A、三张黑桃3"
    assert said["zh-TW"] == "一對梅花2、一對大鬼、黑桃A、三張黑桃3"


def test_every_card_face_has_a_name_of_its_own(texts):
    names = {texts.format_card(face) for face in ALL_FACES}
    assert len(names) == len(ALL_FACES)
    assert all(len(name) <= 20 for name in names)


@pytest.mark.parametrize(
    ("units", "expected"),
    [
        (["S3"], "a single card"),
        (["S3 S3"], "a pair"),
        (["S3 S3 S3"], "a triple"),
        (["S3 S3 S3 S3"], "a quadruple"),
        (["S3 S3 S3 S3 S3"], "5 identical cards"),
        (["S3 S3 S4 S4"], "a tractor of 2 pairs"),
        (["S3 S3 S3 S4 S4 S4"], "a tractor of 2 triples"),
        (["S3 S3 S3 S3 S4 S4 S4 S4"], "a tractor of 2 times 4 cards"),
        (["S3 S3 S3 S4 S4"], "an uneven tractor of 2+3 cards"),
        (["S3 S3 S4 S4 S4 S5 S5", "SA"], "a throw of an uneven tractor of 2+3+2 cards and a single card"),
        (["S7 S7 H7 H7"], "a tractor of 2 pairs"),
        (["LJ LJ BJ BJ"], "a tractor of 2 pairs"),
        (["S9 H9 C9 D9 D9"], "a rainbow of 5 cards"),
        (["S4 S4", "SA"], "a throw of a pair and a single card"),
        (["SA", "SK", "SJ"], "a throw of 3 single cards"),
        (["SA SA", "SK", "S9 S9", "S4"], "a throw of 2 pairs and 2 single cards"),
    ],
)
def test_shapes_are_named(english, texts, units, expected):
    assert english.format_shape([cards(unit) for unit in units]) == expected
    assert texts.format_shape([cards(unit) for unit in units])


def test_equal_parts_of_a_throw_are_counted(catalogue):
    assert catalogue.texts_for("zh-TW").format_shape([cards("SA"), cards("SK"), cards("S9")]) == "甩牌：三個單張"


@pytest.mark.parametrize(
    ("copy", "expected"),
    [
        (1, "the first ace of spades"),
        (2, "the second ace of spades"),
        (3, "the third ace of spades"),
        (4, "copy 4 of the ace of spades"),
    ],
)
def test_call_of_a_friend_says_which_copy(english, copy, expected):
    assert english.format_friend_call(FriendCall(parse_card("SA"), copy)) == expected


def test_suits_and_levels_have_names(english):
    assert english.format_suit(Suit.TRUMP) == "trumps"
    assert english.format_level(Level.JACK) == "J"
    assert english.format_level(Level.NT) == "no trump"


@pytest.mark.parametrize("level", PLAYERS)
def test_every_level_of_computer_players_has_a_name(texts, level):
    names = [texts.format_computer_name(Computer(level, number), level=True) for number in range(1, 15)]
    assert len(set(names)) == len(names)
    assert all(len(name) <= 25 for name in names)
    assert all(texts.say(f"computer.level.{level}") in name for name in names)
    assert not any(
        texts.say(f"computer.level.{level}") in texts.format_computer_name(Computer(level, number))
        for number in range(1, 15)
    )


def asked(question):
    rules = PRESETS["standard"]
    return next(view for phase, _ in play_deals(rules, 4) for view in list_views(phase, rules) if view.ask is question)


def test_declaring_prompts_name_what_declares(english):
    drawing = asked(Ask.DECLARE)
    view = replace(drawing, to_draw=0)
    drawn = english.format_prompt(replace(drawing, declarations=()))
    assert drawn == "You can declare trumps now or later. Cards are still being drawn."
    assert (
        english.format_prompt(replace(view, declarations=()))
        == "Declare trumps with a level card (2) or jokers, or pass."
    )
    without = replace(view.rules, joker_declaration=JokerDeclaration.OFF)
    assert (
        english.format_prompt(replace(view, declarations=(), rules=without))
        == "Declare trumps with a level card (2), or pass."
    )
    bid = replace(view, levels=(Level.FIVE, Level.TWO) * 2, declarer=None, seat=Seat(0), passed=(False,) * 4)
    bid = replace(bid, declarations=(Declaration(Seat(1), cards("S2"), Suit.SPADES),))
    assert english.format_prompt(bid) == (
        "2 of spades is the best bid so far. Beat it with cards of your own level (5) or pass."
    )
    pairs = replace(view.rules, declare_min_count=2, little_jokers_declare=False)
    assert (
        english.format_prompt(replace(view, declarations=(), rules=pairs))
        == "Declare trumps with at least 2 identical level cards (2) or with big jokers, or pass."
    )
    no_big = replace(view.rules, jokers=(2, 0), little_jokers_declare=False)
    assert (
        english.format_prompt(replace(view, declarations=(), rules=no_big))
        == "Declare trumps with a level card (2), or pass."
    )
    assert english.format_prompt(replace(view, declarations=(), trump=None)) == "Declare trumps, or pass."
    assert (
        english.format_prompt(replace(view, declarations=(), ask=Ask.STEAL)) == "Declare and take the kitty, or pass."
    )


def test_prompt_says_how_to_follow(english):
    view = replace(asked(Ask.FOLLOW))
    lead = replace(view.trick.plays[0], cards=cards("HK HK"), units=(cards("HK HK"),))
    led = replace(view, trick=replace(view.trick, plays=(lead,)), trump=replace(view.trump, suit=Suit.SPADES))
    assert (
        english.format_prompt(replace(led, hand=cards("H3 C4 C5")))
        == "Play all your hearts (1) and add other cards to make 2."
    )
    assert english.format_prompt(replace(led, hand=cards("C4 C5 C6"))) == "You have no hearts: play any 2 cards."
    assert english.format_prompt(replace(led, hand=cards("H3 H4 C6"))) == "Follow with hearts: a pair was led."
    must = replace(led, hand=cards("HA HA C6"), must_beat=view.seat)
    assert english.format_prompt(must) == "You can beat K-K of hearts, all that is left of the throw, so you must."


def test_score_line_names_both_teams(english):
    view = replace(
        asked(Ask.FOLLOW), levels=(Level.SEVEN, Level.FIVE) * 2, declarer=Seat(0), opponents_points=35
    )  # fmt: skip
    view = replace(view, trump=replace(view.trump, rank=Rank.SEVEN, suit=Suit.SPADES))
    assert english.format_score_line(view, ("Ann", "Bob", "Cat", "Dan")) == (
        "Level 7, spades are trumps · declarer Ann · opponents 35 of 80 · Ann and Cat at 7 · Bob and Dan at 5"
    )


def test_finished_deal_keeps_its_level_in_score_line(english):
    rules = PRESETS["standard"]
    ended = [
        view
        for seed in range(1, 6)
        for phase, _ in play_deals(rules, seed)
        for view in islice(list_views(phase, rules), 1)
        if view.phase is PhaseName.FINISHED
    ]
    assert any(view.result.levels_before != view.result.levels_after for view in ended)
    assert all(english.format_score_line(view).startswith("Level 2,") for view in ended)


def test_sentences_join_as_in_the_language(catalogue):
    assert catalogue.texts_for("en").join_sentences(["One.", "", "Two."]) == "One. Two."
    assert catalogue.texts_for("zh-TW").join_sentences(["一。", "", "二。"]) == "一。二。"
    assert catalogue.texts_for("en").join_sentences([]) == ""
