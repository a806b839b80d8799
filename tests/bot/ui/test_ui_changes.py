"""Changes of rules as people type them, and what is offered as they type: all of it can be played."""

import re

import pytest

from bot.text.catalogue import Catalogue
from bot.text.describe.values import option_words
from bot.ui.changes import OPTIONS, changed, changes_of, choices, offers, option_texts, roomy, typed_changes
from engine.errors import BadRules
from engine.notation import rules_text
from engine.presets import PRESETS, preset, preset_with, with_options
from engine.rules import Bombs, Follow, Level

CATALOGUE = Catalogue.load()
EN = CATALOGUE.texts("en")


@pytest.mark.parametrize(
    "text",
    [
        "decks=4 kitty_size=8 bombs=any_suit follow=tuples",
        "decks=4, kitty_size=8, bombs=any_suit,follow=tuples",
        "decks = 4; kitty_size= 8； bombs =any_suit、follow＝tuples",
        "DECKS=4 Kitty-Size=8 bombs=any_suit (Bombs: four, or more of them) follow=tuples (cut short …",
    ],
)
def test_changes_may_be_parted_and_written_in_many_ways(text):
    rules = with_options(preset("club"), **typed_changes(text, EN))
    assert (rules.decks, rules.kitty_size, rules.bombs, rules.follow) == (4, 8, Bombs.ANY_SUIT, Follow.TUPLES)


def test_lists_yes_and_no_and_levels():
    typed = typed_changes("compulsory_levels=5,10,k early_end=on pickup=no start_level=5", EN)
    assert typed == {"compulsory_levels": "5,10,K", "early_end": "yes", "pickup": "no", "start_level": "5"}
    assert with_options(preset("club"), **typed).compulsory_levels == {Level.FIVE, Level.TEN, Level.KING}


def test_a_contradiction_is_refused_and_a_repetition_is_none():
    with pytest.raises(BadRules) as refused:
        preset_with("club", **typed_changes("kitty_theft=yes, kitty_theft=no", EN))
    assert refused.value.options == ("kitty_theft",)
    assert typed_changes("kitty_theft=yes kitty_theft=yes", EN) == {"kitty_theft": "yes"}
    assert typed_changes("compulsory_levels=5 compulsory_levels=10", EN) == {"compulsory_levels": "5,10"}


def test_options_by_their_chinese_names():
    texts = CATALOGUE.texts("zh-TW")
    name = texts.option("early_end")
    assert typed_changes(f"{name}=開", texts) == {"early_end": "yes"}


def test_what_is_no_change_is_refused_and_not_passed_over():
    typed = typed_changes("club please", EN)
    assert changed("club", typed) is None


@pytest.mark.parametrize("locale", ["en", "zh-CN", "zh-TW"])
@pytest.mark.parametrize("name", PRESETS)
def test_what_is_offered_can_be_played_and_typed(name, locale):
    texts = CATALOGUE.texts(locale)
    usual = option_texts(preset(name))
    for typed in ("", "t", "players", "decks", "kitty_size=", "direction=clockwise ", "start_level=5, level"):
        found = offers(name, typed, texts)
        assert found
        assert len(found) <= 25
        for offer in found:
            assert len(offer.name) <= 100
            assert len(offer.value) <= 100
            wanted = typed_changes(offer.value, texts)
            assert changed(name, wanted) is not None
            assert any(usual[option] != value for option, value in wanted.items())
            if offer.name.startswith(offer.value):  # picked and then edited: what is in brackets is passed over
                assert typed_changes(offer.name, texts) == wanted


def test_what_is_typed_stays_in_what_is_offered():
    for offer in offers("club", "follow=tuples early", EN):
        assert offer.value.startswith("follow=tuples ")
    assert "early_end=yes" in offers("club", "follow=tuples early", EN)[0].value


def test_a_larger_pack_brings_a_kitty_that_fits():
    found = {offer.value for offer in offers("club", "decks=3", EN)}
    assert "decks=3 kitty_size=6" in found
    assert {offer.value for offer in offers("club", "players=6", EN)} == {"players=6"}
    assert offers("club", "players=6 ", EN)


def test_in_the_readers_language():
    texts = CATALOGUE.texts("zh-TW")
    (offer,) = offers("club", texts.option("early_end")[:3], texts)
    assert texts.option("early_end") in offer.name


@pytest.mark.parametrize("name", PRESETS)
def test_changes_are_found_again(name):
    assert changes_of(name, preset(name)) == {}
    for option in OPTIONS:
        for wanted in choices(name, {}, option):
            rules = changed(name, wanted)
            assert rules_text(preset_with(name, **changes_of(name, rules))) == rules_text(rules)
            for locale in ("en", "zh-CN", "zh-TW"):
                assert 0 < len(option_words(CATALOGUE.texts(locale), option, rules)) <= 100


@pytest.mark.parametrize("locale", ["en", "zh-CN", "zh-TW"])
@pytest.mark.parametrize("name", PRESETS)
def test_no_value_is_shown_as_it_stands_in_the_program(name, locale):
    texts = CATALOGUE.texts(locale)
    for option in OPTIONS:
        for wanted in ({}, *choices(name, {}, option)):
            words = option_words(texts, option, changed(name, wanted))
            assert words.casefold() not in {"none", "true", "false", "yes", "no", "()", "frozenset()", "nt", ""}
            assert locale == "en" or not re.search("[A-Za-z_]{2}", words), (option, words)


def test_jokers_are_counted_and_told_once():
    rules = preset("club")
    assert [option_words(CATALOGUE.texts(locale), "jokers", rules) for locale in ("en", "zh-CN", "zh-TW")] == [
        "2 of each",
        "大小王各 2 张",
        "大鬼、小鬼各 2 張",
    ]
    for name in PRESETS:
        told = [option_words(EN, "jokers", changed(name, wanted)) for wanted in choices(name, {}, "jokers")]
        assert len(told) == len(set(told))


PACKS = {5: (2, 2, 2, 8), 6: (2, 2, 2, 6), 7: (2, 0, 0, 6), 8: (3, 0, 2, 6)} | {
    9: (3, 0, 3, 6),
    10: (3, 0, 0, 6),
    11: (3, 2, 2, 6),
    12: (4, 0, 2, 6),
}


@pytest.mark.parametrize("players", PACKS)
def test_the_number_of_players_brings_the_packs_of_looking_for_friends(players):
    rules = changed("looking-for-friends", typed_changes(f"players={players}", EN))
    assert (rules.players, rules.decks, *rules.joker_counts, rules.kitty_size) == (players, *PACKS[players])
    assert changes_of("looking-for-friends", rules) == ({} if players == 5 else {"players": str(players)})
    listed = {
        one["players"]: changed("looking-for-friends", one) for one in choices("looking-for-friends", {}, "players")
    }
    assert listed[str(players)] == rules
    assert set(listed) == set(map(str, PACKS))


@pytest.mark.parametrize(
    ("name", "people", "players"),
    [("club", 4, None), ("club", 5, "6"), ("looking-for-friends", 5, None), ("looking-for-friends", 7, "7")],
)
def test_a_preset_that_is_chosen_keeps_seats_for_all_people(name, people, players):
    assert roomy(name, people) == ({} if players is None else {"players": players})


def test_other_changes_of_the_pack_hold_beside_the_number_of_players():
    rules = changed("looking-for-friends", typed_changes("players=7 decks=3 kitty_size=2 follow=tuples", EN))
    assert (rules.players, rules.decks, rules.kitty_size, rules.follow) == (7, 3, 2, Follow.TUPLES)
    assert rules.joker_counts == (0, 0)
    assert changes_of("looking-for-friends", rules).keys() == {"players", "decks", "kitty_size", "follow"}


def test_changes_are_offered_for_the_number_of_players_asked_for_beside():
    (first, *_) = offers("looking-for-friends", "kitty", EN, 7)
    assert "players" not in first.value
    assert changed("looking-for-friends", typed_changes(first.value, EN) | {"players": "7"}) is not None


@pytest.mark.parametrize(("locale", "end"), [("zh-CN", "回来，王除外。)"), ("zh-TW", "回來，鬼牌除外。)")])
def test_brackets_leave_a_comma_behind(locale, end):
    (offer,) = offers("club", "reinforce_equal=yes", CATALOGUE.texts(locale))
    assert offer.name.endswith(end)
    assert offer.name.count("(") == 1
