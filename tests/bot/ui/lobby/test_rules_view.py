"""The lists in which players change rules fit Discord's limits, in every language and for every preset."""

from difflib import SequenceMatcher
from types import SimpleNamespace

import pytest

from bot.text.catalogue import Catalogue
from bot.text.describe.option_values import format_option_in_rules
from bot.text.describe.rules import OPTION_SECTIONS
from bot.text.languages import TAGS
from bot.ui.core.messages.message import Select
from bot.ui.lobby.rules_view import (
    find_section,
    rule_change_lines,
    rule_option_view,
    rule_section_view,
    rule_sections_view,
    section_of,
)
from bot.ui.typed.parse_changes import parse_changes
from bot.ui.typed.rule_changes import OFFERED_OPTIONS, apply_changes, list_option_changes
from engine.model.presets import preset
from tests import message_limits
from tests.everyday import spread
from tests.preset_cover import EVERY_PRESET

CATALOGUE = Catalogue.load()


def facts(name, rules=None):
    return SimpleNamespace(id=123_456, preset=name, rules=rules or preset(name))


@pytest.mark.long
@pytest.mark.parametrize("locale", spread(1, TAGS))
@pytest.mark.parametrize("name", EVERY_PRESET)
def test_every_rule_select_fits(name, locale):
    texts = CATALOGUE.texts_for(locale)
    message_limits.check_limits(rule_sections_view(facts(name), 999, texts))
    offered = [part for part in OPTION_SECTIONS if find_section(facts(name), part)]
    assert ("friends" in offered) == (preset(name).teams == "friends")
    for part in offered:
        message_limits.check_limits(rule_section_view(facts(name), 999, part, texts))
    for option in OFFERED_OPTIONS:
        message_limits.check_limits(rule_option_view(facts(name), 999, section_of(option), option, texts))


@pytest.mark.parametrize("locale", TAGS)
def test_rule_differences_are_listed(locale):
    texts = CATALOGUE.texts_for(locale)
    rules = apply_changes(
        "standard", parse_changes("follow=tuples, early_end=yes, compulsory_levels=5,10,K, jokers=0+0", texts)
    )
    lines = rule_change_lines(facts("standard", rules), texts)
    assert len(lines) == 4
    assert all(line.startswith("◆") for line in lines)
    assert len(rule_change_lines(facts("standard", rules), texts, 2)) == 3
    assert rule_change_lines(facts("standard"), texts) == []


@pytest.mark.parametrize("locale", spread(1, TAGS))
@pytest.mark.parametrize("name", spread(1, ["standard", "looking-for-friends", "hidden-ten"]))
def test_sentences_do_not_only_repeat_the_option_name(locale, name):
    texts = CATALOGUE.texts_for(locale)
    for option in OFFERED_OPTIONS:
        called = texts.format_option(option).casefold()
        for changes in list_option_changes(name, {}, option):
            sentence = format_option_in_rules(texts, option, apply_changes(name, changes)).casefold()
            alike = SequenceMatcher(None, called, sentence.rstrip(".。")).ratio()
            assert alike < 0.85, f"{called} / {sentence}"


def test_number_of_players_is_listed_with_its_kitty_size():
    texts = CATALOGUE.texts_for("en")
    body = rule_option_view(facts("standard"), 0, "numbers", "players", texts)
    (values,) = [row for row in body.rows if isinstance(row, Select)]
    assert {one.value: one.label for one in values.options}["6"] == "6 (kitty: 6)"
    assert [one.value for one in values.options if one.chosen] == ["4"]


def test_unknown_section_is_none():
    assert find_section(facts("standard"), "nonsense") is None
