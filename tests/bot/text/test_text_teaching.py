"""What newcomers read: a primer that fits the rules played, a glossary, the tutorial."""

import pytest

from bot.text.catalogue import Step
from bot.text.describe.teaching import GLOSSARY
from bot.text.reading import read_language
from engine.presets import PRESETS

PART, MESSAGE_BYTES = 620, 9000


@pytest.mark.parametrize("preset", PRESETS)
def test_the_primer_of_every_preset_fits_a_message(texts, preset):
    sections = texts.primer(PRESETS[preset])
    assert len({section.title for section in sections}) == len(sections) >= 5
    assert all(len(line) <= PART for section in sections for line in section.lines)
    whole = "".join(f"### {section.title}\n{''.join(section.lines)}\n" for section in sections)
    assert len(whole) <= 4000
    assert len(whole.encode()) <= MESSAGE_BYTES


def titles(texts, preset):
    return {section.title for section in texts.primer(PRESETS[preset])}


def test_the_primer_tells_what_the_rules_have_and_no_more(texts):
    throws, friends, pickup = (texts.say(f"primer.{part}.title") for part in ("throws", "friends", "pickup"))
    assert throws in titles(texts, "club")
    assert throws not in titles(texts, "hidden-ten")
    assert friends in titles(texts, "looking-for-friends")
    assert friends not in titles(texts, "club")
    assert pickup in titles(texts, "hidden-ten")
    assert pickup not in titles(texts, "club")


def test_the_primer_of_one_deck_speaks_of_no_pairs(english):
    told = " ".join(line for section in english.primer(PRESETS["forty-points"]) for line in section.lines)
    assert "tractor" not in told
    assert "40 points" in told


def test_the_primer_tells_the_points_and_the_kitty_of_the_rules(texts):
    told = " ".join(line for section in texts.primer(PRESETS["finding-friends"]) for line in section.lines)
    assert "130" in told
    assert "7" in told


def test_the_glossary_is_short_and_every_word_is_explained(texts):
    words = texts.glossary()
    assert len({word.title for word in words}) == len(words) == len(GLOSSARY)
    assert all(len(line) <= 150 for word in words for line in word.lines)


def test_the_glossary_gives_each_word_in_the_other_language_too(catalogue):
    for word in catalogue.texts("en").glossary():
        assert any("\u4e00" <= sign <= "\u9fff" for sign in word.title)
    for word in catalogue.texts("zh-TW").glossary():
        assert any(sign.isascii() and sign.isalpha() for sign in word.title)


@pytest.mark.parametrize("step", Step)
def test_every_step_of_the_tutorial_has_words(texts, step):
    told = texts.tutorial(step, target=80, cards="?", partner="?", leader="?", suggest="?")
    assert told.title
    assert 0 < len(told.lines[0]) <= 480


def test_no_word_is_written_for_nothing():
    """Every key of the teaching file is said by something."""
    known = set(read_language("en").messages)
    words = {f"glossary.{one}{end}" for one in GLOSSARY for end in ("", ".term")}
    assert {key for key in known if key.startswith("glossary.")} == words
