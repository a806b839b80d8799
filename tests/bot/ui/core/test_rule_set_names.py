"""People may type the name of a rule set in any language, its id, or a part of its name. It must be unambiguous."""

import pytest

from bot.ids import GuildId, HouseRulesId
from bot.play.house_rules import HouseRules
from bot.play.refusals import TableRefusal, TableRefused
from bot.text.catalogue import Catalogue
from bot.ui.core.rule_sets import find_source, list_fitting_sources
from engine.model.presets import OFFERED_PRESETS, PRESETS

CATALOGUE = Catalogue.load()
LOCALES = ("en-US", "zh-CN", "zh-TW")
HOUSES = [
    HouseRules(HouseRulesId(n), GuildId(1), name, "standard", {})
    for n, name in enumerate(("Friday rules", "Saturday rules", "周末局", "Classic", "🎉"), 1)
]


def find(wanted, houses=(), locale="en-US"):
    return find_source(wanted, houses, CATALOGUE, CATALOGUE.texts_for(locale))


@pytest.mark.parametrize("reader", LOCALES)
@pytest.mark.parametrize("named", LOCALES)
def test_names_of_every_language_are_accepted(named, reader):
    texts = CATALOGUE.texts_for(named)
    for preset in PRESETS:
        assert find(texts.format_preset(preset), locale=reader) == preset
        assert find(f" {texts.format_preset(preset).upper()} ", locale=reader) == preset


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("hidden-ten", "hidden-ten"),
        ("Hidden Ten", "hidden-ten"),
        ("HIDDENTEN", "hidden-ten"),
        ("hidden_ten six", "hidden-ten-six"),
        ("ｓｔａｎｄａｒｄ", "standard"),
        ("standard", "standard"),
        ("stand", "standard"),
        ("３ ｄｅｃｋｓ classic", None),
        ("classic 3 deck", "pagat-three-decks"),
        ("80", "bashifen"),
        ("80分", "bashifen"),
        ("八十", "bashifen"),
        ("网络六", "online-six"),
        ("標準", "standard"),
        ("Finding friends, 5 players", "finding-friends"),
        ("Finding friends", "finding-friends"),
        ("Looking for friends", "looking-for-friends"),
        ("五人找朋友", "finding-friends"),
        ("找朋友", "looking-for-friends"),
        ("Classic, simple", "gamerules"),
    ],
)
def test_typed_names_are_understood(typed, expected):
    if expected is None:
        with pytest.raises(TableRefused):
            find(typed)
    else:
        assert find(typed) == expected


@pytest.mark.parametrize(
    ("typed", "expected"),
    [("friday", "h1"), ("FRIDAY-RULES", "h1"), ("sat", "h2"), ("周末", "h3"), ("classic", "h4"), ("🎉", "h5")],
)
def test_house_rules_are_found_like_presets(typed, expected):
    assert find(typed, HOUSES) == expected


def test_ambiguous_name_lists_matches():
    with pytest.raises(TableRefused) as refused:
        find("rules", HOUSES)
    assert refused.value.reason is TableRefusal.AMBIGUOUS_RULE_SET
    assert refused.value.facts["names"] == ("Friday rules", "Saturday rules")
    with pytest.raises(TableRefused) as refused:
        find("friends", HOUSES, "zh-CN")
    assert refused.value.facts["names"] == ("五人三副找朋友", "现代找朋友（5–12 人）")


@pytest.mark.parametrize("typed", ["whist", "🎈", "-", "", "<@77>", "x" * 6000])
def test_unknown_name_lists_everything(typed):
    with pytest.raises(TableRefused) as refused:
        find(typed, HOUSES)
    expected = TableRefusal.UNKNOWN_RULE_SET if typed else TableRefusal.AMBIGUOUS_RULE_SET
    assert refused.value.reason is expected
    assert len(refused.value.facts["names"]) == len(HOUSES) + len(OFFERED_PRESETS)
    for locale in LOCALES:
        text = CATALOGUE.texts_for(locale).format_refusal(refused.value)
        assert len(text) < 1500
        assert "<@77>" not in text


def test_single_character_never_selects_rules():
    with pytest.raises(TableRefused) as refused:
        find("1")
    assert refused.value.facts["names"] == ("Friends, 5–12 players",)


def test_only_offered_rules_are_found_by_parts():
    assert list_fitting_sources("", HOUSES, CATALOGUE) == [f"h{n}" for n in range(1, 6)] + list(OFFERED_PRESETS)
    assert list_fitting_sources("gamerules", (), CATALOGUE) == []
    assert list_fitting_sources("暗十", (), CATALOGUE) == ["hidden-ten", "hidden-ten-six"]
