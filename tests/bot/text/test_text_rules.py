"""Every preset, option and value has a name. The names are short enough for the messages that show them."""

from dataclasses import fields, replace
from enum import StrEnum
from typing import get_type_hints

import pytest

from bot.text.describe.option_values import format_option_in_rules, format_option_sentence, format_short_value
from bot.text.describe.options_in_effect import list_idle_options
from bot.text.describe.rules import format_joker_counts, format_option_value
from bot.text.messages import MissingMessage
from engine.model.options import FriendCards, KittyStep, Level
from engine.model.presets import PRESETS, preset_with, with_options
from engine.model.rules import Rules

LABEL, DESCRIPTION, SHORT = 34, 100, 75
OPTIONS = [field.name for field in fields(Rules)]
HINTS = get_type_hints(Rules)
CLOSED = [name for name in OPTIONS if isinstance(HINTS[name], type) and issubclass(HINTS[name], StrEnum)]
YES_NO = [name for name in OPTIONS if HINTS[name] is bool]
IN_SENTENCES = {
    "players",
    "decks",
    "jokers",
    "low_cut",
    "cuts",
    "kitty_size",
    "start_level",
    "final_level",
    "thresholds",
    "declare_min_count",
    "max_opponent_levels",
}
OTHERS: dict[str, object] = {
    "tractor_min_width": 3,
    "tractor_min_length": 3,
    "tractor_max_length": 4,
    "compulsory_levels": frozenset({Level.FIVE, Level.KING}),
    "must_defend_levels": frozenset({Level.ACE}),
    "declare_window": 5,
    "friends": 2,
    "friend_cards": frozenset(FriendCards),
    "small_team_bonus": 1,
    "capture_levels": 2,
    "declarer_bonus": 1,
    "laps": 3,
    "ace_failures": 3,
    "heavy_loss_levels": 2,
    "heavy_loss_steps": 4,
    "hook_ranks": frozenset({Level.FIVE, Level.JACK, Level.ACE}),
    "rainbows": 6,
    "max_buried_points": 20,
    "kitty_table": tuple(KittyStep(*row) for row in [(1, 20), (2, 100), (4, 100), (6, 100), (8, 100), (10, 100)]),
}


def test_every_option_is_in_a_group_of_these_tests():
    assert {*CLOSED, *YES_NO, *IN_SENTENCES, *OTHERS} == set(OPTIONS)


def test_every_option_has_a_name(texts):
    for name in OPTIONS:
        assert texts.format_option(name) != name
        assert len(texts.format_option(name)) <= LABEL, name


def test_every_value_of_every_choice_has_words(texts):
    values = [(name, value) for name in CLOSED for value in HINTS[name]]
    values += [(name, value) for name in YES_NO for value in (True, False)]
    values += list(OTHERS.items())
    for name, value in values:
        said = format_option_in_rules(texts, name, replace(Rules(), **{name: value}))
        assert 0 < len(said) <= DESCRIPTION, said
    for name, value in OTHERS.items():
        assert texts.format_option_value(name, value)[-1] in ".。"


def test_short_values_fit_a_line_or_two(texts):
    for name in CLOSED:
        said = [format_short_value(texts, name, replace(Rules(), **{name: value})) for value in HINTS[name]]
        assert len(set(said)) == len(said), "no value reads like another of its option"
        assert all(len(one) <= SHORT and one[-1] not in ".。" for one in said), said


def test_unset_options_have_words(english):
    def short(name, value):
        return format_short_value(english, name, replace(Rules(), **{name: value}))

    assert (short("kitty_theft", value=False), short("kitty_theft", value=True)) == ("No", "Yes")
    assert (short("rainbows", None), short("compulsory_levels", frozenset())) == ("None", "None")
    assert (short("max_buried_points", None), short("max_buried_points", 0)) == ("No limit", "0")
    assert (short("declare_window", 0), short("declare_window", 5)) == ("The table's usual time", "5")
    assert short("must_defend_levels", frozenset({Level.FIVE, Level.KING})) == "5,K"
    assert short("friend_cards", frozenset()) == "You can call any card."


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_has_name_and_summary(texts, preset):
    assert texts.format_preset(preset) != preset
    assert len(texts.format_preset(preset)) <= LABEL
    assert len(texts.format_preset_summary(preset)) <= DESCRIPTION


def test_preset_without_message_keeps_its_id(texts):
    assert texts.format_preset("our-own") == "our-own"
    with pytest.raises(MissingMessage):
        texts.format_preset_summary("our-own")


def test_threshold_table_names_both_sides(english):
    said = format_option_value(english, "thresholds", PRESETS["finding-friends"].thresholds)
    assert said == "Declarers 0: +1; opponents 130: +1, 195: +2."


def test_two_players_have_no_teams(english):
    two = with_options(PRESETS["standard"], players=2, decks=1, kitty_size=8)
    assert two.plays_alone
    assert format_option_in_rules(english, "teams", two) == "The declarer against everyone"


def test_joker_counts_are_written_in_words(english):
    def counted(*jokers):
        return format_joker_counts(english, replace(Rules(), jokers=jokers))

    assert counted(1, 1) == "1 little and 1 big joker"
    assert counted(2, 1) == "2 little and 1 big joker"
    assert counted(1, 0) == "1 little joker"
    assert counted(2, 2) == "2 little and 2 big jokers"


def test_option_without_text_shows_its_typed_value(english):
    rules = replace(PRESETS["standard"], players=6, decks=3)
    assert [format_option_in_rules(english, which, rules) for which in ("players", "decks")] == ["6", "3"]


@pytest.mark.parametrize(
    ("jokers", "words"),
    [((0, 0), "no jokers"), ((2, 2), "2 of each"), ((1, 1), "1 of each"), ((2, 0), None), ((0, 2), None)],
)
def test_joker_option_says_how_many_the_pack_has(english, jokers, words):
    rules = replace(PRESETS["standard"], jokers=jokers)
    said = format_option_in_rules(english, "jokers", rules)
    assert said == (words or format_joker_counts(english, rules))


@pytest.mark.parametrize(
    ("options", "possible"),
    [
        ({"joker_declaration": "off"}, False),
        ({"joker_declaration": "off", "no_declaration_first": "no_trump"}, True),
        ({"joker_declaration": "off", "no_declaration": "no_trump"}, True),
        ({"joker_declaration": "off", "no_declaration": "no_trump", "teams": "friends", "next_declarer": "bid"}, False),
        ({}, True),
    ],
)
def test_no_trump_levels_need_deals_without_trump_suit(options, possible):
    """The option `no_trump_levels` has no effect if the rules allow no deal without a trump suit.

    If players bid to be declarer, `no_declaration` has no effect, because every deal counts as a first deal.
    """
    rules = with_options(PRESETS["standard"], **options)
    assert ("no_trump_levels" in list_idle_options(rules)) is not possible


def test_kitty_options_matter_only_with_a_multiplier():
    assert "kitty_without_trump" not in list_idle_options(preset_with("standard"))
    assert "kitty_without_trump" in list_idle_options(preset_with("standard", kitty_multiplier="none"))


@pytest.mark.parametrize(("name", "alone"), [("standard", False), ("looking-for-friends", True)])
def test_pass_deal_text_differs_in_games_with_friends(texts, name, alone):
    rules = preset_with(name, pass_deal="declarers")
    own = texts.say("rule.pass_deal.declarers.alone")
    for say in (format_option_sentence, format_option_in_rules):  # the rulebook and the lobby have different texts
        assert (say(texts, "pass_deal", rules) == own) is alone
    assert own != texts.say("rule.pass_deal.declarers")
