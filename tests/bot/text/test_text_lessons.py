"""The glossary and the tutorial have all their texts, in plain words."""

import re

import pytest

from bot.text.describe.rulebook import GLOSSARY_KEYS
from bot.text.languages import DEFAULT
from bot.text.po_files import read_translations
from bot.ui.learn.tutorial_lessons import TutorialStep


def list_terms(texts):
    return [texts.say(f"glossary.{one}.term") for one in GLOSSARY_KEYS]


def test_glossary_is_short_and_complete(texts):
    assert len(set(list_terms(texts))) == len(GLOSSARY_KEYS)
    assert all(len(texts.say(f"glossary.{one}")) <= 150 for one in GLOSSARY_KEYS)


def test_glossary_has_terms_in_english_and_chinese(catalogue):
    for term in list_terms(catalogue.texts_for("en")):
        assert any("\u4e00" <= sign <= "\u9fff" for sign in term)
    for term in list_terms(catalogue.texts_for("zh-TW")):
        assert any(sign.isascii() and sign.isalpha() for sign in term)


@pytest.mark.parametrize("step", TutorialStep)
def test_every_step_of_the_tutorial_has_words(texts, step):
    assert texts.say(f"tutorial.{step}.title")
    assert 0 < len(texts.say(f"tutorial.{step}", target=80, cards="?", partner="?", leader="?", suggest="?")) <= 480


def test_every_glossary_text_is_used():
    """The catalogue has no glossary key other than the terms and explanations of GLOSSARY_KEYS."""
    known = set(read_translations(DEFAULT).messages)
    words = {f"glossary.{one}{end}" for one in GLOSSARY_KEYS for end in ("", ".term")}
    assert {key for key in known if key.startswith("glossary.")} == words


def test_english_has_no_words_of_the_code():
    """The words "unit" and "tuple" are only for the code. Texts of events may say "unit" in its everyday meaning."""
    code = re.compile(r"\b(?:tuples?|trump ranks?|hooked)\b|\bunits?\b(?!: by)", re.IGNORECASE)
    for key, one in read_translations(DEFAULT).messages.items():
        if not key.startswith("events."):
            prose = re.sub(r"\{\w+\}|\S+=\S+", "", " ".join(one.forms))
            assert not code.search(prose), key
