"""What newcomers read: a primer that fits the rules played, a glossary, the tutorial."""

import pytest

from bot.text.describe.primer import GLOSSARY_KEYS, TutorialStep
from bot.text.languages import DEFAULT
from bot.text.po_files import read_translations
from engine.model.presets import PRESETS, with_options
from engine.model.rules import PermanentTrumps

PART, MESSAGE_BYTES = 620, 9000


@pytest.mark.parametrize("preset", PRESETS)
def test_the_primer_of_every_preset_fits_a_message(texts, preset):
    sections = texts.format_primer(PRESETS[preset])
    assert len({section.title for section in sections}) == len(sections) >= 5
    assert all(len(line) <= PART for section in sections for line in section.lines)
    whole = "".join(f"### {section.title}\n{''.join(section.lines)}\n" for section in sections)
    assert len(whole) <= 4000
    assert len(whole.encode()) <= MESSAGE_BYTES


def titles(texts, preset):
    return {section.title for section in texts.format_primer(PRESETS[preset])}


def test_primer_covers_exactly_the_rules(texts):
    throws, friends, pickup = (texts.say(f"primer.{part}.title") for part in ("throws", "friends", "pickup"))
    assert throws in titles(texts, "club")
    assert throws not in titles(texts, "hidden-ten")
    assert friends in titles(texts, "looking-for-friends")
    assert friends not in titles(texts, "club")
    assert pickup in titles(texts, "hidden-ten")
    assert pickup not in titles(texts, "club")


def test_primer_of_one_deck_has_no_pairs(english):
    told = " ".join(line for section in english.format_primer(PRESETS["forty-points"]) for line in section.lines)
    assert "tractor" not in told
    assert "40 points" in told


def test_primer_states_points_and_kitty(texts):
    told = " ".join(line for section in texts.format_primer(PRESETS["finding-friends"]) for line in section.lines)
    assert "130" in told
    assert "7" in told


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


def test_no_word_is_written_for_nothing():
    """Every key of the teaching file is said by something."""
    known = set(read_translations(DEFAULT).messages)
    words = {f"glossary.{one}{end}" for one in GLOSSARY_KEYS for end in ("", ".term")}
    assert {key for key in known if key.startswith("glossary.")} == words


@pytest.mark.parametrize("permanent", [one for one in PermanentTrumps if one is not PermanentTrumps.NONE])
def test_order_of_cards_names_permanent_trumps(texts, permanent):
    def order(preset):
        sections = texts.format_primer(with_options(PRESETS[preset], permanent_trumps=permanent))
        return next(one.lines for one in sections if one.title == texts.say("primer.order.title"))

    assert order("club") == (texts.say("primer.order"), texts.say(f"primer.order.{permanent}"))
    usual = permanent is PermanentTrumps.TWOS_AND_TENS
    assert (order("hidden-ten") == (texts.say("primer.order_hidden"),)) is usual
    assert usual or order("hidden-ten")[1] == texts.say(f"primer.order.{permanent}")


def test_primer_says_how_to_declare(english):
    def told(**options):
        sections = english.format_primer(with_options(PRESETS["looking-for-friends"], **options))
        return next(one.lines[0] for one in sections if one.title == english.say("primer.declare.title"))

    assert told().startswith("Show a level card from your hand")
    assert told(declare_min_count=2).startswith("Show 2 or more identical level cards")
    assert told(next_declarer="bid").startswith("You bid for every deal with cards of your own level")
