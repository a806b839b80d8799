"""The rulebook is searched by words of any language."""

import pytest
from test_rulebook import friends, standard, texts_for

from bot.text.describe.rule_search import find_absent_rule, search_rules
from bot.text.languages import TAGS
from engine.model.presets import PRESETS
from tests.everyday import spread


def find(wanted, rules=None, tag="en"):
    languages = [texts_for(one) for one in TAGS]
    return [one.sentence.name for one in search_rules(texts_for(tag), languages, rules or standard(), wanted)]


@pytest.mark.parametrize(
    ("wanted", "name"),
    spread(
        7,
        [
            ("kitty theft", "kitty_theft"),
            ("炒底", "kitty_theft"),
            ("甩牌失敗", "throw_failure"),
            ("FAILED throw", "throw_failure"),
            ("overrule partner", "partner_override"),
            ("拖拉机", "tractor"),
            ("hook", "hook"),
        ],
    ),
)
@pytest.mark.parametrize("tag", TAGS)
def test_search_finds_rules_by_words_of_any_language(wanted, name, tag):
    assert name in find(wanted, tag=tag)


def test_search_ranks_names_first():
    assert find("kitty theft")[0] == "kitty_theft"
    assert find("throw penalty")[0] == "throw_penalty"
    assert "kitty" in find("kitty size")
    assert "pack" in find("players")
    assert find("xyzzy") == []
    assert find("friends called", PRESETS["standard"]) == ["friend"]  # the glossary only
    assert "small_team_bonus" not in find("bonus", standard())
    assert "small_team_bonus" in find("bonus", friends(small_team_bonus=1))


def test_missing_rule_is_found_with_its_switch():
    def find_absent(wanted, **options):
        languages = [texts_for(one) for one in TAGS]
        return find_absent_rule(texts_for("en"), languages, standard(**options), wanted)

    assert find_absent("joker tractor", joker_tractors="no") == ("rules-leading", "joker_tractors")
    assert find_absent("joker tractor", joker_tractors="yes") is None
    assert find_absent("xyzzy", joker_tractors="no", level_tractors="no") is None


def test_plural_finds_singular_as_fallback():
    assert find("friends") == find("friend") != []
    assert find("tractors") != find("tractor")
    assert find("joker")
    assert not find("jokeres"), "only the ending of a plural is left out"


def test_searched_sentences_are_in_the_readers_language():
    found = search_rules(texts_for("zh-CN"), [texts_for(one) for one in TAGS], standard(), "kitty theft")
    assert found[0].sentence.text == texts_for("zh-CN").format_option_value("kitty_theft", value=False)
    assert found[0].chapter.title == texts_for("zh-CN").say("rules.section.kitty")
