"""Changes of rules as people type them, and what is offered as they type: all of it can be played."""

import pytest

from bot.text.catalogue import Catalogue
from bot.ui.changes import OPTIONS, changed, changes_of, choices, offers, option_texts, typed_changes, value_words
from engine.notation import rules_text
from engine.presets import PRESETS, preset, with_options
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
    found = {offer.value for offer in offers("club", "players=6", EN)}
    assert "players=6 kitty_size=6" in found
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
            assert rules_text(with_options(preset(name), **changes_of(name, rules))) == rules_text(rules)
            for locale in ("en", "zh-CN", "zh-TW"):
                assert 0 < len(value_words(CATALOGUE.texts(locale), option, rules)) <= 100
