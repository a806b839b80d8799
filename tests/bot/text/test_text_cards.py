"""Cards, shapes, calls and refused plays as they read."""

from dataclasses import replace
from itertools import islice

import pytest
from played_deals import moments, views

from bot.play.occupants import Computer
from engine.actions import FriendCall
from engine.cards import ALL_FACES, Suit, parse_card, parse_cards
from engine.players import PLAYERS
from engine.presets import PRESETS
from engine.rules import JokerDeclaration, Level, Rules, Scoring, Threshold
from engine.seats import Seat
from engine.view import Ask, PhaseName


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
    assert english.cards(cards(shown)) == expected


def test_the_same_cards_in_chinese(catalogue):
    shown = cards("H5 H5 BJ BJ LJ")
    assert catalogue.texts("zh-CN").cards(shown) == "红桃5-5、2张大王和小王"
    assert catalogue.texts("zh-TW").cards(shown) == "紅心5-5、2張大鬼和小鬼"


def test_every_face_has_a_name_of_its_own(texts):
    names = {texts.card(face) for face in ALL_FACES}
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
        (["S7 S7 H7 H7"], "a tractor of 2 pairs"),
        (["LJ LJ BJ BJ"], "a tractor of 2 pairs"),
        (["S9 H9 C9 D9 D9"], "a rainbow of 5 cards"),
        (["S4 S4", "SA"], "a throw of a pair and a single card"),
        (["SA", "SK", "SJ"], "a throw of 3 single cards"),
        (["SA SA", "SK", "S9 S9", "S4"], "a throw of 2 pairs and 2 single cards"),
    ],
)
def test_shapes(english, texts, units, expected):
    assert english.shape([cards(unit) for unit in units]) == expected
    assert texts.shape([cards(unit) for unit in units])


def test_parts_of_a_throw_that_are_alike_are_counted(catalogue):
    assert catalogue.texts("zh-TW").shape([cards("SA"), cards("SK"), cards("S9")]) == "甩牌：三個單張"


@pytest.mark.parametrize(
    ("copy", "expected"),
    [
        (1, "the first A of spades"),
        (2, "the second A of spades"),
        (3, "the third A of spades"),
        (4, "copy 4 of the A of spades"),
    ],
)
def test_calls(english, copy, expected):
    assert english.call(FriendCall(parse_card("SA"), copy)) == expected


def test_suits_and_levels(english):
    assert english.suit(Suit.TRUMP) == "trumps"
    assert english.level(Level.JACK) == "J"
    assert english.level(Level.NT) == "no trump"


@pytest.mark.parametrize("level", PLAYERS)
def test_every_level_of_computer_players_has_a_name(texts, level):
    names = [texts.computer_name(Computer(level, number)) for number in range(1, 15)]
    assert len(set(names)) == len(names)
    assert all(len(name) <= 25 for name in names)
    assert all(texts.say(f"computer.level.{level}") in name for name in names)


def test_rare_packs_and_tables_of_points_are_told(english):
    bare = english.rules_lines(replace(Rules(), jokers=(0, 0), low_cut=parse_card("S5").rank))
    assert "The pack has no jokers." in bare
    assert "Ranks below 5 are taken out of the pack." in bare
    table = (Threshold(0, True, 1), Threshold(80, False, 0), Threshold(120, False, 1))
    own = english.rules_lines(replace(Rules(), scoring=Scoring.CUSTOM, thresholds=table))
    assert own[-2:] == ["From 80 points: opponents declare next", "From 120 points: opponents +1 level"]


def asked(question):
    rules = PRESETS["club"]
    return next(view for phase, _ in moments(rules, 4) for view in views(phase, rules) if view.ask is question)


def test_what_is_asked_while_declaring(english):
    view = asked(Ask.DECLARE)
    assert english.ask(replace(view, declarations=())) == "Declare trumps with a level card (2) or jokers, or pass."
    without = replace(view.rules, joker_declaration=JokerDeclaration.OFF)
    assert (
        english.ask(replace(view, declarations=(), rules=without)) == "Declare trumps with a level card (2), or pass."
    )
    assert english.ask(replace(view, declarations=(), trump=None)) == "Declare trumps, or pass."
    assert english.ask(replace(view, declarations=(), ask=Ask.STEAL)) == "Declare and take the kitty, or pass."


def test_what_is_asked_of_a_hand_short_of_the_suit(english):
    view = replace(asked(Ask.FOLLOW))
    lead = replace(view.trick.plays[0], cards=cards("HK HK"), units=(cards("HK HK"),))
    led = replace(view, trick=replace(view.trick, plays=(lead,)), trump=replace(view.trump, suit=Suit.SPADES))
    assert english.ask(replace(led, hand=cards("H3 C4 C5"))) == "Play all your hearts (1) and fill up to 2 cards."
    assert english.ask(replace(led, hand=cards("C4 C5 C6"))) == "You have no hearts: play any 2 cards."
    assert english.ask(replace(led, hand=cards("H3 H4 C6"))) == "Follow hearts: a pair was led."
    must = replace(led, hand=cards("HA HA C6"), must_beat=view.seat)
    assert english.ask(must) == "You can beat K-K of hearts, what is left of a throw, and so you must."


def test_score_line_of_two_teams(english):
    view = replace(
        asked(Ask.FOLLOW), levels=(Level.SEVEN, Level.FIVE) * 2, declarer=Seat(0), opponents_points=35
    )  # fmt: skip
    view = replace(view, trump=replace(view.trump, suit=Suit.SPADES))
    assert english.score_line(view, ("Ann", "Bob", "Cat", "Dan")) == (
        "Level 7, spades are trumps · declarer Ann · opponents 35 of 80 · Ann and Cat at 7 · Bob and Dan at 5"
    )


def test_after_a_deal_the_score_line_still_tells_the_level_it_was_played_at(english):
    rules = PRESETS["club"]
    ended = [
        view
        for seed in range(1, 6)
        for phase, _ in moments(rules, seed)
        for view in islice(views(phase, rules), 1)
        if view.phase is PhaseName.FINISHED
    ]
    assert any(view.result.levels_before != view.result.levels_after for view in ended)
    assert all(english.score_line(view).startswith("Level 2,") for view in ended)


def test_sentences_follow_each_other_as_the_language_has_it(catalogue):
    assert catalogue.texts("en").sentences(["One.", "", "Two."]) == "One. Two."
    assert catalogue.texts("zh-TW").sentences(["一。", "", "二。"]) == "一。二。"
    assert catalogue.texts("en").sentences([]) == ""
