"""The rulebook is searched by words of any language."""

import pytest
from test_guide import friends, standard, texts_for

from bot.text.describe.rule_search import search_rules
from bot.text.languages import LANGUAGES, TAGS
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


SEARCHED = {
    "en": {
        "ace": "side",
        "pairs": "lead",
        "partner": "teams",
        "joker": "pack",
        "kitty": "pack",
        "trumps": "trumps",
        "points": "worth",
        "how many points": "worth",
        "how many players": "teams",
        "must play": "suit",
        "who leads": "bury",
        "how to win": "win",
        "dealer": "first",
        "bid": "declare",
        "bury": "bury",
        "ruff": "ruff",
        "what is a tractor": "lead",
        "what beats a pair": "highest",
        "who goes first": "bury",
        "points in kitty": "kitty",
        "must I beat": "low_cards",
        "what happens if nobody bids": "no_declaration_first",
        "when does the match end": "win",
        "how many cards in the kitty": "pack",
    },
    "zh-CN": {
        "扣底": "bury",
        "鬼牌": "trumps",
        "升级": "climb",
        "先手": "bury",
        "谁先出": "bury",
        "怎么赢": "win",
        "杀": "ruff",
        "将吃": "ruff",
        "毙": "ruff",
        "调主": "lead",
        "几分": "worth",
        "几个人": "teams",
        "对子": "lead",
        "必须出": "suit",
        "垫牌": "void",
        "什么是拖拉机": "lead",
        "王": "trumps",
        "底牌有分": "kitty",
        "底牌有几张": "pack",
        "必须管上吗": "low_cards",
        "没人亮主怎么办": "no_declaration_first",
        "谁是庄家": "first",
    },
    "zh-TW": {
        "扣底": "bury",
        "鬼牌": "trumps",
        "升級": "climb",
        "先手": "bury",
        "誰先出": "bury",
        "怎麼贏": "win",
        "殺": "ruff",
        "將吃": "ruff",
        "王吃": "ruff",
        "調主": "lead",
        "幾分": "worth",
        "幾個人": "teams",
        "對子": "lead",
        "必須出": "suit",
        "墊牌": "void",
        "一定要壓嗎": "low_cards",
        "甩牌失敗怎麼辦": "throw_failure",
    },
}
"""Words that people type in each language, with the name of the guide's sentence that explains them."""


@pytest.mark.parametrize("tag", SEARCHED)
def test_common_words_find_the_sentence_that_explains_them(tag):
    languages = [texts_for(one) for one in TAGS]
    for wanted, name in SEARCHED[tag].items():
        first = search_rules(texts_for(tag), languages, standard(), wanted)[0]
        assert first.chapter.is_guide, wanted
        assert first.sentence.name == name, wanted


def test_search_ignores_words_that_occur_nowhere():
    assert find("xyzzy kitty") == find("kitty")
    assert find("A必打", tag="zh-CN") == ["must_defend_levels"]
    assert find("拖拉机跳级", tag="zh-CN")[:2] == ["lead", "tractor"]
    assert find("xyzzy") == find("啊啊啊", tag="zh-CN") == []


def test_question_without_a_subject_finds_nothing():
    assert find("where do i") == find("吗", tag="zh-CN") == []


def test_words_are_listed_for_sentences_that_exist():
    named = {one.sentence.name for one in search_rules(texts_for("en"), [texts_for("en")], standard(), "")}
    assert {name for language in LANGUAGES for name in (*language.typed.explained, *language.typed.options)} <= named


def test_search_ranks_guide_before_names_of_options():
    assert find("kitty theft")[0] == "kitty_theft"
    assert find("throw penalty")[0] == "throw_penalty"
    assert "kitty_size" in find("kitty size")
    found = find("players")
    assert found[0] == "teams"
    assert found.index("players") > found.index("teams")
    assert find("xyzzy") == []
    assert find("friends called", PRESETS["standard"]) == ["friend"]  # only the glossary has these words
    assert "small_team_bonus" not in find("bonus", standard())
    assert "small_team_bonus" in find("bonus", friends(small_team_bonus=1))


def test_search_finds_guide_before_options():
    assert find("throw fails")[0] == "throw_failure"
    found = search_rules(texts_for("en"), [texts_for("en")], standard(), "throw fails")
    assert [one.chapter.key for one in found][:2] == ["leading", "options"]
    found = search_rules(texts_for("en"), [texts_for("en")], standard(), "next declarer")
    assert [one.chapter.key for one in found][:2] == ["match", "options"]


@pytest.mark.parametrize(
    ("wanted", "tag", "page"),
    [("庄家", "zh-CN", "about"), ("底牌", "zh-CN", "cards"), ("摳底", "zh-TW", "points"), ("ruff", "en", "winning")],
)
def test_search_finds_the_page_where_a_word_is_explained(wanted, tag, page):
    found = search_rules(texts_for(tag), [texts_for(one) for one in TAGS], standard(), wanted)
    assert found[0].chapter.key == page


def test_search_finds_words_by_their_beginning():
    texts = [texts_for("en")]
    (king,) = search_rules(texts[0], texts, standard(), "king")
    assert "Kings" in king.sentence.text, "not picking"
    assert not any("face" in one.sentence.text for one in search_rules(texts[0], texts, standard(), "ace"))


def test_plural_finds_singular():
    assert find("friends") == find("friend") != []
    assert find("joker")
    assert not find("jokeres"), "only the ending of a plural is left out"


def test_found_sentences_are_in_the_readers_language():
    found = search_rules(texts_for("zh-CN"), [texts_for(one) for one in TAGS], standard(), "kitty theft")
    assert found[0].sentence.text == "**炒底**：否"
    assert found[0].chapter.title == texts_for("zh-CN").say("book.options")
