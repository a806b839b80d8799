"""Users can type changes of the rules in many ways. Each suggestion shown while they type gives valid rules."""

import re
from dataclasses import replace
from itertools import cycle

import pytest

from bot.text.catalogue import Catalogue
from bot.text.describe.option_values import (
    format_option_in_rules,
    format_option_line,
    format_short_value,
    format_value,
    list_option_values,
)
from bot.text.describe.refusals import format_rule_conflict
from bot.text.describe.rulebook import list_chapters
from bot.text.describe.rules import format_bare_option
from bot.text.languages import LANGUAGES, TAGS
from bot.ui.core.rule_sets import list_change_lines
from bot.ui.typed.change_offers import list_change_offers
from bot.ui.typed.parse_changes import parse_changes
from bot.ui.typed.rule_changes import (
    OFFERED_OPTIONS,
    apply_changes,
    find_changes,
    find_players_change,
    format_options,
    list_known_values,
    list_option_changes,
)
from engine.model.errors import InvalidRules
from engine.model.notation import format_rules, parse_option
from engine.model.options import Bombs, Follow, KittyMultiplier, Level, Scoring
from engine.model.presets import PRESETS, preset, preset_with, with_options
from tests.everyday import chosen, spread
from tests.preset_cover import EVERY_PRESET, FEW_PRESETS

CATALOGUE = Catalogue.load()
EN = CATALOGUE.texts_for("en")


@pytest.mark.parametrize(
    "text",
    [
        "decks=4 kitty_size=8 bombs=any_suit follow=tuples",
        "decks=4, kitty_size=8, bombs=any_suit,follow=tuples",
        "decks = 4; kitty_size= 8； bombs =any_suit、follow＝tuples",
        "DECKS=4 Kitty-Size=8 bombs=any_suit (Bombs: four, or more of them) follow=tuples (cut short …",
    ],
)
def test_changes_can_be_written_in_many_ways(text):
    rules = with_options(preset("standard"), **parse_changes(text, EN))
    assert (rules.decks, rules.kitty_size, rules.bombs, rules.follow) == (4, 8, Bombs.ANY_SUIT, Follow.TUPLES)


def test_typed_lists_switches_and_levels_are_read():
    typed = parse_changes("compulsory_levels=5,10,k early_end=on pickup=no start_level=5", EN)
    assert typed == {"compulsory_levels": "5,10,K", "early_end": "yes", "pickup": "no", "start_level": "5"}
    assert with_options(preset("standard"), **typed).compulsory_levels == {Level.FIVE, Level.TEN, Level.KING}


def test_contradiction_is_refused_but_repetition_accepted():
    with pytest.raises(InvalidRules) as refused:
        preset_with("standard", **parse_changes("kitty_theft=yes, kitty_theft=no", EN))
    assert refused.value.options == ("kitty_theft",)
    assert parse_changes("kitty_theft=yes kitty_theft=yes", EN) == {"kitty_theft": "yes"}
    assert parse_changes("compulsory_levels=5 compulsory_levels=10", EN) == {"compulsory_levels": "5,10"}


def test_option_is_read_by_its_chinese_name():
    texts = CATALOGUE.texts_for("zh-TW")
    name = texts.format_option("early_end")
    assert parse_changes(f"{name}=開", texts) == {"early_end": "yes"}


@pytest.mark.parametrize("locale", TAGS)
def test_options_are_read_by_printed_names(locale):
    texts = CATALOGUE.texts_for(locale)
    for name in OFFERED_OPTIONS:
        typed = parse_changes(f"decks=3 {texts.format_option(name)} = 5, players=4", texts)
        assert typed == {"decks": "3", "players": "4"} | {name: typed.get(name)}, f"{name} was read as {typed}"


@pytest.mark.parametrize("locale", spread(1, TAGS))
@pytest.mark.parametrize("option", sorted({*OFFERED_OPTIONS} - {"win", "hook_pair"}))
def test_values_are_read_by_printed_words(option, locale):
    texts = CATALOGUE.texts_for(locale)
    reader = CATALOGUE.texts_for(TAGS[TAGS.index(locale) - 1])
    called = texts.format_option(option)
    for value in list_known_values(option):
        short, sentence = format_value(texts, option, value)
        for typed in (value, short, sentence):
            read = parse_changes(f"win=pass_ace {called} = {typed}, hook_pair=no", texts)
            assert read == {"win": "pass_ace", "hook_pair": "no"} | {option: read[option]}, typed
            assert format_value(texts, option, read[option]) == (short, sentence), typed
            assert parse_changes(f"{called} = {typed}", reader) == {option: read[option]}, typed
            assert parse_changes(f"{format_bare_option(texts, option)}={typed}", texts) == {option: read[option]}


SPECIAL = (
    preset_with("standard", scoring="custom", thresholds="0:hold+4,35:hold+1,60:turn+0,95:turn+2"),
    preset_with("standard", decks="3", kitty_multiplier="custom", kitty_table="1:0,2:2,4:6,5:10", jokers="1+2"),
    preset_with("standard", start_level="5", hook="single_jack", hook_off_suit="half", hook_pair="two"),
    preset_with("standard", start_level="9", hook="capture", hook_to="seven"),
    preset_with("looking-for-friends", friends="0"),
)
"""Rules with unusual values. Some are not suggested, others are printed in an unusual way."""


@pytest.mark.parametrize("locale", spread(1, TAGS))
@pytest.mark.parametrize("name", FEW_PRESETS)
def test_whole_list_of_options_can_be_typed(name, locale):
    check_list(PRESETS[name], locale)


@pytest.mark.parametrize("locale", spread(1, TAGS))
@pytest.mark.parametrize("rules", SPECIAL)
def test_list_with_unusual_values_can_be_typed(rules, locale):
    check_list(rules, locale)


def check_list(rules, locale):
    texts = CATALOGUE.texts_for(locale)
    (options,) = (one for one in list_chapters(texts, rules) if one.key == "options")
    for one in options.sentences:
        typed = parse_changes(one.text.replace("**", ""), texts)
        assert list(typed) == [one.name], one.text
        read = replace(rules, **{one.name: parse_option(one.name, typed[one.name])})
        assert one.text.endswith(format_short_value(texts, one.name, read)), typed


OFF = {"off", "no", "none"}


@pytest.mark.parametrize("option", [name for name in OFFERED_OPTIONS if OFF.intersection(list_option_values(name))])
def test_any_word_for_no_turns_an_option_off(option):
    for word in ("no", "off", *LANGUAGES[1].typed.no, *LANGUAGES[2].typed.no):
        read = parse_changes(f"{option}={word}", EN)[option]
        assert read in OFF.intersection(list_option_values(option)), word


@pytest.mark.parametrize(
    ("typed", "blamed"),
    [
        ("kitty shwon=yes", "kitty shwon"),
        ("decks=3 kitty shwon=yes", "kitty shwon"),
        ("throws=In side suits only kitty shwon = yes, players=6", "kitty shwon"),
        ("compulsory_levels=5,10,K kitty shwon=yes", "kitty shwon"),
    ],
)
def test_misspelt_names_are_quoted_whole(typed, blamed):
    changes = parse_changes(typed, EN)
    with pytest.raises(InvalidRules) as refused:
        preset_with("standard", **changes)
    assert f"“{blamed}”. Did you mean `Kitty shown`?" in format_rule_conflict(EN, refused.value)


@pytest.mark.parametrize("locale", TAGS)
def test_suggestion_completes_a_printed_value(locale):
    texts = CATALOGUE.texts_for(locale)
    short = format_value(texts, "throws", "side_suits")[0]
    (offer,) = list_change_offers("standard", f"decks=3, {texts.format_option('throws')}={short[:-1]}", texts)
    assert parse_changes(offer.value, texts) == {"decks": "3", "throws": "side_suits"}


@pytest.mark.parametrize("locale", spread(1, TAGS))
@pytest.mark.parametrize("name", FEW_PRESETS)
def test_line_in_the_lobby_names_its_option_once(name, locale):
    texts = CATALOGUE.texts_for(locale)
    for option in OFFERED_OPTIONS:
        called = format_bare_option(texts, option).casefold()
        for value in list_known_values(option):
            rules = replace(PRESETS[name], **{option: parse_option(option, value)})
            line = format_option_line(texts, option, rules).casefold()
            assert line.count(called) <= 1, line


def test_text_without_a_change_is_refused():
    typed = parse_changes("standard please", EN)
    assert apply_changes("standard", typed) is None


@pytest.mark.parametrize("name", FEW_PRESETS)
def test_every_suggestion_can_be_played_and_typed(name):
    check_offers(name, CATALOGUE.texts_for(TAGS[len(name) % len(TAGS)]))


@pytest.mark.long
@pytest.mark.parametrize("locale", TAGS)
@pytest.mark.parametrize("name", EVERY_PRESET)
def test_every_suggestion_can_be_typed_in_every_language(name, locale):
    check_offers(name, CATALOGUE.texts_for(locale))


def check_offers(name, texts):
    usual = format_options(preset(name))
    for typed in ("", "t", "players", "decks", "kitty_size=", "direction=clockwise ", "start_level=5, level"):
        found = list_change_offers(name, typed, texts)
        assert found
        assert len(found) <= 25
        for offer in found:
            assert len(offer.name) <= 100
            assert len(offer.value) <= 100
            wanted = parse_changes(offer.value, texts)
            assert apply_changes(name, wanted) is not None
            assert any(usual[option] != value for option, value in wanted.items())
            if offer.name.startswith(offer.value):  # an explanation in brackets is ignored
                assert parse_changes(offer.name, texts) == wanted


def test_suggestions_keep_the_typed_text():
    for offer in list_change_offers("standard", "follow=tuples early", EN):
        assert offer.value.startswith("follow=tuples ")
    assert "early_end=yes" in list_change_offers("standard", "follow=tuples early", EN)[0].value


def test_larger_pack_gets_a_kitty_that_fits():
    found = {offer.value for offer in list_change_offers("standard", "decks=3", EN)}
    assert "decks=3" in found
    assert apply_changes("standard", {"decks": "3"}).kitty_size == 6
    own = {"decks": "3", "kitty_size": "10"}
    wanted = [one for one in list_option_changes("standard", own, "decks") if one["decks"] == "4"]
    # this change drops the kitty of 10, because 206 cards do not make four equal hands
    assert wanted == [{"decks": "4"}]
    assert {offer.value for offer in list_change_offers("standard", "players=6", EN)} == {"players=6"}
    assert list_change_offers("standard", "players=6 ", EN)


def test_suggestions_are_in_the_users_language():
    texts = CATALOGUE.texts_for("zh-TW")
    (offer,) = list_change_offers("standard", texts.format_option("early_end")[:3], texts)
    assert texts.format_option("early_end") in offer.name


@pytest.mark.parametrize("name", chosen(PRESETS, {"standard"}))
def test_changes_can_be_derived_from_changed_rules(name):
    locales = cycle(TAGS)
    assert find_changes(name, preset(name)) == {}
    for option in OFFERED_OPTIONS:
        for wanted in list_option_changes(name, {}, option):
            rules = apply_changes(name, wanted)
            assert format_rules(preset_with(name, **find_changes(name, rules))) == format_rules(rules)
            texts = CATALOGUE.texts_for(next(locales))
            assert 0 < len(format_option_in_rules(texts, option, rules)) <= 100


@pytest.mark.long
@pytest.mark.parametrize("locale", TAGS)
@pytest.mark.parametrize("name", EVERY_PRESET)
def test_no_value_shows_its_internal_form(name, locale):
    texts = CATALOGUE.texts_for(locale)
    for option in OFFERED_OPTIONS:
        for wanted in ({}, *list_option_changes(name, {}, option)):
            words = format_option_in_rules(texts, option, apply_changes(name, wanted))
            assert words not in {"none", "true", "false", "True", "False", "yes", "no", "()", "frozenset()", "nt", ""}
            assert locale == "en" or not re.search("[A-Za-z_]{2}", words), (option, words)


def test_numbers_of_jokers_have_distinct_words():
    rules = preset("standard")
    assert [format_option_in_rules(CATALOGUE.texts_for(locale), "jokers", rules) for locale in TAGS] == [
        "2 of each",
        "大小王各 2 张",
        "大鬼、小鬼各 2 張",
    ]
    for name in PRESETS:
        told = [
            format_option_in_rules(EN, "jokers", apply_changes(name, wanted))
            for wanted in list_option_changes(name, {}, "jokers")
        ]
        assert len(told) == len(set(told))


PACKS = {5: (2, 2, 2, 8), 6: (2, 2, 2, 6), 7: (2, 0, 0, 6), 8: (3, 0, 2, 6)} | {
    9: (3, 0, 3, 6),
    10: (3, 0, 0, 6),
    11: (3, 2, 2, 6),
    12: (4, 0, 2, 6),
}


@pytest.mark.parametrize("players", PACKS)
def test_number_of_players_sets_the_pack(players):
    rules = apply_changes("looking-for-friends", parse_changes(f"players={players}", EN))
    assert (rules.players, rules.decks, *rules.joker_counts, rules.kitty_size) == (players, *PACKS[players])
    assert find_changes("looking-for-friends", rules) == ({} if players == 5 else {"players": str(players)})
    listed = {
        one["players"]: apply_changes("looking-for-friends", one)
        for one in list_option_changes("looking-for-friends", {}, "players")
    }
    assert listed[str(players)] == rules
    assert set(listed) == set(map(str, PACKS))


@pytest.mark.parametrize(
    ("name", "people", "players"),
    [("standard", 4, None), ("standard", 5, "6"), ("looking-for-friends", 5, None), ("looking-for-friends", 7, "7")],
)
def test_chosen_preset_gets_enough_seats_for_everyone(name, people, players):
    assert find_players_change(name, people, {}) == ({} if players is None else {"players": players})
    kept = {"follow": "tuples"}
    assert find_players_change(name, people, kept) == kept | ({} if players is None else {"players": players})


def test_pack_changes_combine_with_number_of_players():
    rules = apply_changes("looking-for-friends", parse_changes("players=7 decks=3 kitty_size=8 follow=tuples", EN))
    assert (rules.players, rules.decks, rules.kitty_size, rules.follow) == (7, 3, 8, Follow.TUPLES)
    # three decks have all their jokers, although the usual two decks for seven players have none
    assert rules.joker_counts == (3, 3)
    assert find_changes("looking-for-friends", rules).keys() == {"players", "decks", "follow"}


def test_kitty_table_sets_its_multiplier():
    listed = {one["kitty_table"]: one for one in list_option_changes("standard", {}, "kitty_table")}
    custom = listed["1:2,2:4,4:8"]
    assert custom == {"kitty_table": "1:2,2:4,4:8"}
    assert apply_changes("standard", custom).kitty_multiplier is KittyMultiplier.CUSTOM
    *_, plain = list_option_changes("standard", custom, "kitty_multiplier")
    assert plain == {"kitty_multiplier": "none"}
    (closed,) = [one for one in list_option_changes("standard", custom, "kitty_table") if one["kitty_table"] == "none"]
    assert apply_changes("standard", closed) == preset("standard")


@pytest.mark.parametrize(
    ("name", "players", "first"),
    [
        ("standard", "4", "0:hold+2,40:hold+1,80:turn+0,120:turn+1"),
        ("forty-points", "4", "0:hold+2,20:hold+1,40:turn+0,60:turn+1"),
        ("finding-friends", "5", "0:hold+1,130:turn+1,195:turn+2"),
    ],
)
def test_points_table_fits_pack_and_sets_scoring(name, players, first):
    listed = list(list_option_changes(name, {"players": players}, "thresholds"))
    assert listed[1]["thresholds"] == first
    for wanted in listed:
        rules = apply_changes(name, wanted)
        assert (rules.scoring is Scoring.CUSTOM) == bool(rules.thresholds)
    last = listed[-1]
    for wanted in list_option_changes(name, last, "scoring"):
        custom = wanted.get("scoring", preset(name).scoring) == "custom"
        assert apply_changes(name, wanted).thresholds == (apply_changes(name, last).thresholds if custom else ())
    (closed,) = [one for one in list_option_changes(name, last, "thresholds") if one["thresholds"] == "none"]
    assert apply_changes(name, closed).thresholds == ()


@pytest.mark.parametrize(
    ("name", "chosen", "option", "value"),
    [
        ("looking-for-friends", {"pass_deal": "declarers"}, "players", "8"),
        ("online", {"redeal_claim": "no_trump_or_no_points", "players": "8"}, "decks", "1"),
    ],
)
def test_change_drops_options_that_cause_too_many_redeals(name, chosen, option, value):
    kept = {one: chosen[one] for one in chosen if one == "players"} | {option: value}
    assert kept in list(list_option_changes(name, chosen, option))


def test_offered_jokers_fit_the_number_of_decks():
    def offered(**chosen):
        return {one["jokers"] for one in list_option_changes("standard", chosen, "jokers")}

    assert offered().isdisjoint({"0+3", "3+3", "4+4"})
    assert "0+3" in offered(decks="3")


def test_option_that_moves_the_declarer_turns_kitty_theft_on():
    moves = next(list_option_changes("standard", {}, "theft_moves_declarer"))
    assert moves == {"theft_moves_declarer": "yes"}
    assert apply_changes("standard", moves).kitty_theft
    off = [one for one in list_option_changes("standard", moves, "kitty_theft") if one["kitty_theft"] == "no"]
    assert off == [{"kitty_theft": "no"}]


def test_suggestions_respect_the_number_of_players():
    (first, *_) = list_change_offers("looking-for-friends", "kitty", EN, 7)
    assert "players" not in first.value
    assert apply_changes("looking-for-friends", parse_changes(first.value, EN) | {"players": "7"}) is not None


@pytest.mark.parametrize(("locale", "end"), [("zh-CN", "回来，王除外。)"), ("zh-TW", "回來，鬼牌除外。)")])
def test_explanation_of_a_suggestion_keeps_its_comma(locale, end):
    (offer,) = list_change_offers("standard", "reinforce_equal=yes", CATALOGUE.texts_for(locale))
    assert offer.name.endswith(end)
    assert offer.name.count("(") == 1


@pytest.mark.parametrize(
    ("name", "chosen", "said"),
    [
        ("looking-for-friends", {"pass_deal": "declarers"}, "If the declarer doesn't declare"),
        ("standard", {"start_level": "5", "hook": "capture", "hook_to": "three"}, "sent back goes to 5"),
    ],
)
def test_lines_in_the_lobby_agree_with_the_rulebook(name, chosen, said):
    lines = list_change_lines(name, preset_with(name, **chosen), Catalogue.load().texts_for("en"), 9)
    assert any(said in line for line in lines)


@pytest.mark.parametrize(
    ("typed", "read"),
    [("players=6", "6"), ("ｐｌａｙｅｒｓ＝６", "6"), ("players=²", "²"), ("players=٦", "٦")],
)
def test_only_plain_and_full_width_digits_are_numbers(typed, read):
    assert parse_changes(typed, EN) == {"players": read}
