"""The lists of rules to change: Discord takes each of them, in every language, for every preset."""

from types import SimpleNamespace

import pytest

from bot.text.catalogue import Catalogue
from bot.ui import limits
from bot.ui.body import Select
from bot.ui.changes import OPTIONS, changed, typed_changes
from bot.ui.panels.changing import PARTS, change_lines, option_body, part_body, part_of, parts_body
from engine.presets import PRESETS, preset

CATALOGUE = Catalogue.load()


def facts(name, rules=None):
    return SimpleNamespace(id=123_456, preset=name, rules=rules or preset(name))


@pytest.mark.parametrize("locale", ["en", "zh-CN", "zh-TW"])
@pytest.mark.parametrize("name", PRESETS)
def test_every_list_fits_in_a_message(name, locale):
    texts = CATALOGUE.texts(locale)
    limits.check(parts_body(facts(name), 999, texts))
    for part in PARTS:
        limits.check(part_body(facts(name), 999, part, texts))
    for option in OPTIONS:
        limits.check(option_body(facts(name), 999, part_of(option), option, texts))


@pytest.mark.parametrize("locale", ["en", "zh-CN", "zh-TW"])
def test_what_differs_is_told(locale):
    texts = CATALOGUE.texts(locale)
    rules = changed("club", typed_changes("follow=tuples, early_end=yes, compulsory_levels=5,10,K, jokers=0+0", texts))
    lines = change_lines(facts("club", rules), texts)
    assert len(lines) == 4
    assert all(line.startswith("◆") for line in lines)
    assert len(change_lines(facts("club", rules), texts, 2)) == 3
    assert change_lines(facts("club"), texts) == []


def test_a_value_names_the_kitty_that_comes_with_it():
    texts = CATALOGUE.texts("en")
    body = option_body(facts("club"), 0, "numbers", "players", texts)
    (values,) = [row for row in body.rows if isinstance(row, Select)]
    assert {one.value: one.label for one in values.options}["6"] == "6 (kitty: 6)"
    assert [one.value for one in values.options if one.chosen] == ["4"]
