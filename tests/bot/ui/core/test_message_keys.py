"""Every message key in the code of `bot/ui` has a text in every language. Labels are short enough."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from bot.events.refusals import EventRefusal
from bot.league.refusals import LeagueRefusal
from bot.render.values.game_pictures import Labels
from bot.render.values.league_pictures import LeagueLabels
from bot.text.catalogue import Catalogue
from bot.text.languages import TAGS
from bot.ui.core.pictures.picture_blocks import league_picture_labels, picture_labels

ROOM = Path(__file__).parents[4] / "bot" / "ui"
CATALOGUE = Catalogue.load()
PREFIXES = ("lobby", "board", "panel", "failure", "help")
KEY = re.compile(rf"""["']((?:{"|".join(PREFIXES)}|command|option|league)\.(?!png)[a-z_.]+)["']""")
BUTTONS = {
    "lobby.join", "lobby.leave", "lobby.add_computer", "lobby.drop_computer", "lobby.start", "lobby.rules", "lobby.help", "board.my_hand",
    "board.last_trick", "board.next_deal", "panel.claim", "panel.take_points", "panel.leave_points",
    "panel.end_deal", "panel.refresh", "panel.suggest", "panel.clear", "panel.bury_count", "panel.call_count",
    "panel.play_many", "panel.play_count",
}  # fmt: skip


def said_in_code():
    """Return the message keys that are written out in the code of `bot/ui`, not put together from parts."""
    found = set()
    for path in ROOM.rglob("*.py"):
        found |= set(KEY.findall(path.read_text()))
    return found


@pytest.mark.parametrize("locale", TAGS)
def test_every_key_in_code_has_text(locale):
    texts = CATALOGUE.texts_for(locale)
    assert [key for key in sorted(said_in_code()) if not texts.has(key)] == []
    assert len(said_in_code()) > 60


@pytest.mark.parametrize("locale", TAGS)
def test_catalogue_has_no_unused_keys(locale):
    keys = {key for key in CATALOGUE._languages[locale].messages if key.partition(".")[0] in PREFIXES}
    assert keys - said_in_code() == set()


@pytest.mark.parametrize("locale", TAGS)
def test_button_labels_fit(locale):
    texts = CATALOGUE.texts_for(locale)
    assert said_in_code() >= BUTTONS
    for key in BUTTONS:
        assert 0 < len(texts.say(key, picked=12, wanted=12, count=39)) <= 34, key


@pytest.mark.parametrize("locale", TAGS)
def test_all_picture_labels_exist(locale):
    labels = picture_labels(CATALOGUE.texts_for(locale))
    assert isinstance(labels, Labels)
    assert "{n}" in labels.trick
    assert labels.rise.format(n=3)
    if locale == "en":
        assert labels == Labels()
        assert league_picture_labels(CATALOGUE.texts_for(locale)) == LeagueLabels()
    known = {f"label.{field.name}" for field in fields(Labels)}
    assert {key for key in CATALOGUE._languages[locale].messages if key.startswith("label.")} == known


@pytest.mark.parametrize("locale", TAGS)
def test_league_picture_labels_are_short(locale):
    labels = league_picture_labels(CATALOGUE.texts_for(locale))
    sentences = {"nobody", "more"}  # these texts stand on a line of their own, so they may be long
    assert max(len(getattr(labels, f.name)) for f in fields(LeagueLabels) if f.name not in sentences) <= 8


@pytest.mark.parametrize("locale", TAGS)
def test_every_league_refusal_has_text(locale):
    facts = {"shortest": 1, "longest": 32, "given": 40, "name": "Dragons", "size": 2, "smallest": 2, "largest": 6}
    facts |= {"names": "A and B", "field": "Days", "least": 0, "most": 9}
    for why in LeagueRefusal.list_keys():
        assert CATALOGUE.texts_for(locale).say(f"league.{why}", limit=20, **facts)


@pytest.mark.parametrize("locale", TAGS)
def test_every_event_refusal_has_text(locale):
    facts = {"name": "Friday", "names": "A and B", "longest": 40, "given": 1, "limit": 9, "least": 4, "size": 2}
    facts |= {"round": 1, "table": 2, "number": 3, "open": 4, "board": 5, "most": 9}
    for why in EventRefusal.list_keys():
        assert CATALOGUE.texts_for(locale).say(f"events.refused.{why}", **facts)


def test_traditional_chinese_has_its_own_words():
    """The two catalogues use different words, not only different characters."""
    pairs = [
        ("服务器", "伺服器"), ("消息", "訊息"), ("频道", "頻道"), ("帮助", "說明"), ("命令", "指令"),
        ("列表", "清單"), ("红桃", "紅心"), ("大王", "大鬼"), ("难度", "強度"), ("末尾", "最下方"), ("创建", "建立"),
    ]  # fmt: skip
    for mainland, taiwan in pairs:
        assert any(mainland in "".join(m.forms) for m in _mine("zh-CN")), mainland
        assert any(taiwan in "".join(m.forms) for m in _mine("zh-TW")), taiwan


def _mine(locale):
    return [m for key, m in CATALOGUE._languages[locale].messages.items() if not key.startswith("rule")]
