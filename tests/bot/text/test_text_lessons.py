"""What newcomers read: a glossary and the tutorial."""

import pytest

from bot.text.describe.lessons import GLOSSARY_KEYS, TutorialStep
from bot.text.languages import DEFAULT
from bot.text.po_files import read_translations


def test_glossary_is_short_and_complete(texts):
    words = texts.format_glossary()
    assert len({word.title for word in words}) == len(words) == len(GLOSSARY_KEYS)
    assert all(len(line) <= 150 for word in words for line in word.lines)


def test_glossary_gives_terms_in_the_other_language(catalogue):
    for word in catalogue.texts_for("en").format_glossary():
        assert any("\u4e00" <= sign <= "\u9fff" for sign in word.title)
    for word in catalogue.texts_for("zh-TW").format_glossary():
        assert any(sign.isascii() and sign.isalpha() for sign in word.title)


@pytest.mark.parametrize("step", TutorialStep)
def test_every_step_of_the_tutorial_has_words(texts, step):
    told = texts.format_tutorial_step(step, target=80, cards="?", partner="?", leader="?", suggest="?")
    assert told.title
    assert 0 < len(told.lines[0]) <= 480


def test_every_lesson_text_is_used():
    """Every key of the teaching file is said by something."""
    known = set(read_translations(DEFAULT).messages)
    words = {f"glossary.{one}{end}" for one in GLOSSARY_KEYS for end in ("", ".term")}
    assert {key for key in known if key.startswith("glossary.")} == words
