"""The rulebook is searched by words of any language."""

import pytest
from test_guide import friends, standard, texts_for

from bot.text.describe.rule_search import search_rules
from bot.text.languages import TAGS
from engine.model.presets import PRESETS
from tests.everyday import spread


def find(wanted, rules=None, tag="en"):
    languages = [texts_for(one) for one in TAGS]
    return [one.sentence.name for one in search_rules(texts_for(tag), languages, rules or standard(), wanted)]


@pytest.mark.parametrize(
    ("wanted", "name"),
    spread(
        9,
        [
            ("kitty theft", "kitty_theft"),
            ("炒底", "kitty_theft"),
            ("甩牌失敗", "throw_failure"),
            ("FAILED throw", "throw_failure"),
            ("overrule partner", "may"),
            ("拖拉机", "tractor"),
            ("hook", "hook"),
            ("副数", "decks"),
            ("幾人", "players"),
        ],
    ),
)
@pytest.mark.parametrize("tag", TAGS)
def test_search_finds_rules_by_words_of_any_language(wanted, name, tag):
    assert name in find(wanted, tag=tag)


def test_search_ranks_names_first():
    assert find("kitty theft")[0] == "kitty_theft"
    assert find("throw penalty")[0] == "throw_penalty"
    assert "kitty_size" in find("kitty size")
    assert find("players")[0] == "players"
    assert find("xyzzy") == []
    assert find("friends called", PRESETS["standard"]) == ["friend"]  # the glossary only
    assert "small_team_bonus" not in find("bonus", standard())
    assert "small_team_bonus" in find("bonus", friends(small_team_bonus=1))


def test_search_finds_guide_before_options():
    assert find("throw fails")[0] == "throw_failure"
    found = search_rules(texts_for("en"), [texts_for("en")], standard(), "throw fails")
    assert [one.chapter.key for one in found] == ["leading"]
    found = search_rules(texts_for("en"), [texts_for("en")], standard(), "next declarer")
    assert [one.chapter.key for one in found][:2] == ["match", "options"]


@pytest.mark.parametrize(
    ("wanted", "tag", "page"),
    [("庄家", "zh-CN", "about"), ("底牌", "zh-CN", "cards"), ("摳底", "zh-TW", "points"), ("ruff", "en", "winning")],
)
def test_search_finds_where_a_word_is_explained(wanted, tag, page):
    found = search_rules(texts_for(tag), [texts_for(one) for one in TAGS], standard(), wanted)
    assert found[0].chapter.key == page


def test_search_finds_words_by_their_beginning():
    texts = [texts_for("en")]
    (king,) = search_rules(texts[0], texts, standard(), "king")
    assert "Kings" in king.sentence.text, "not picking"
    assert not any("face" in one.sentence.text for one in search_rules(texts[0], texts, standard(), "ace"))


def test_plural_finds_singular_as_fallback():
    assert find("friends") == find("friend") != []
    assert find("joker")
    assert not find("jokeres"), "only the ending of a plural is left out"


def test_searched_sentences_are_in_the_readers_language():
    found = search_rules(texts_for("zh-CN"), [texts_for(one) for one in TAGS], standard(), "kitty theft")
    assert found[0].sentence.text == "**炒底**：否"
    assert found[0].chapter.title == texts_for("zh-CN").say("book.options")
