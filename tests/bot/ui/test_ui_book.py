"""The rules to leaf through and the help: within Discord's limits, in every language, true by the rules they tell."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from bot.render.pool import Pictures
from bot.text.catalogue import Catalogue
from bot.text.describe.book import CHAPTERS, chapters
from bot.ui import limits
from bot.ui.panels.book import Book, book_body, book_of_preset, book_of_table
from bot.ui.panels.illustrations import illustration, illustration_alt, samples
from bot.ui.panels.legal import CHAPTERS as CHAPTERS_OF
from bot.ui.panels.legal import why_button
from bot.ui.panels.manual import TOPICS, manual_body
from engine.errors import IllegalAction, Reason
from engine.presets import PRESETS, preset, with_options
from engine.rules import Follow

CATALOGUE = Catalogue.load()
LOCALES = ("en", "zh-CN", "zh-TW")


class Brush:
    """Draws nothing: the words around pictures are looked at."""

    async def draw(self, picture):
        return SimpleNamespace(png=repr(picture).encode())


KIT = SimpleNamespace(artist=Brush())


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", PRESETS)
async def test_every_chapter_of_every_preset_fits_in_a_message(locale, name):
    texts = CATALOGUE.texts(locale)
    book = book_of_preset(name)
    for chapter in chapters(texts, book.rules):
        body = await book_body(KIT, book, chapter.key, texts)
        limits.check(body)
        assert chapter.title in body.blocks[0].words
        assert len(body.blocks[0].words) < 2000  # the older form of messages has room for no more


def keys(name):
    return [chapter.key for chapter in chapters(CATALOGUE.texts("en"), PRESETS[name])]


def test_chapters_are_those_that_the_rules_need():
    for name in PRESETS:
        assert [key for key in CHAPTERS if key in keys(name)] == keys(name)
    assert "friends" in keys("looking-for-friends")
    assert "friends" not in keys("club")
    assert "pickup" in keys("hidden-ten")
    assert "throws" not in keys("hidden-ten")


async def test_a_chapter_that_is_not_there_opens_the_first():
    body = await book_body(KIT, book_of_preset("club"), "friends", CATALOGUE.texts("en"))
    assert "What it is about" in body.blocks[0].words


async def test_all_pages_are_reached_by_next_and_back():
    texts, book = CATALOGUE.texts("en"), book_of_preset("looking-for-friends")
    seen, key = [], keys("looking-for-friends")[0]
    for _ in keys("looking-for-friends"):
        seen.append(key)
        body = await book_body(KIT, book, key, texts)
        back, onward = (b for b in body.controls() if ":back:" in b.id or ":next:" in b.id)
        key = onward.id.rpartition(":")[2]
        assert back.disabled == (len(seen) == 1)
    assert seen == keys("looking-for-friends")
    assert onward.disabled


async def test_what_a_table_has_changed_is_marked():
    texts = CATALOGUE.texts("en")
    rules = with_options(preset("pagat"), throw_penalty="none", throws="side_suits")
    table = SimpleNamespace(id=7, facts=SimpleNamespace(preset="pagat", rules=rules))
    book = book_of_table(table)
    marked = {n for chapter in chapters(texts, book.rules, book.usual) for n in mark(chapter)}
    assert marked == {
        texts.option_value("throws", rules.throws),
        texts.option_value("throw_penalty", rules.throw_penalty),  # as usual elsewhere, but not here
    }
    words = (await book_body(KIT, book, "rules-throws", texts)).blocks[0].words
    assert words.count("◆ **") == 2
    assert "table 7" in words


def mark(chapter):
    return [line for n, line in enumerate(chapter.lines) if n in chapter.changed]


async def test_nothing_is_marked_where_nothing_was_changed():
    table = SimpleNamespace(id=7, facts=SimpleNamespace(preset="pagat", rules=preset("pagat", 6)))
    book = book_of_table(table)
    assert book == Book("t7", "pagat", preset("pagat", 6), None, 7)
    for chapter in chapters(CATALOGUE.texts("en"), book.rules):
        assert not chapter.changed


def test_examples_follow_the_rules():
    """What is right by one set of rules and wrong by another is shown so."""
    club = preset("club")
    gap = next(one for one in samples("tricks", club) if one.key.startswith("gap"))
    assert gap.verdict is True
    unbridged = next(one for one in samples("tricks", replace(club, bridge_level_gap=False)) if one.key[:3] == "gap")
    assert unbridged.verdict is False
    free = [one.verdict for one in samples("rules-play", with_options(club, follow="suit_only"))]
    assert [one.verdict for one in samples("rules-play", club)][:2] == [True, False]
    assert free[:2] == [True, True]
    assert not samples("throws", preset("hidden-ten"))
    assert all(len(group) == 1 for one in samples("rules-play", preset("forty-points")) for group in one.groups)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", PRESETS)
def test_every_example_has_words_that_fit(locale, name):
    texts = CATALOGUE.texts(locale)
    for key in CHAPTERS:
        picture = illustration(key, PRESETS[name], "title", texts, four_colour=True)
        if picture is not None:
            assert all(0 < len(one.caption) <= 75 for one in picture.examples), key
            assert 0 < len(illustration_alt(key, PRESETS[name], texts)) <= limits.ALT


async def test_an_illustration_is_a_picture():
    pictures = Pictures(1)
    try:
        picture = illustration("tricks", PRESETS["club"], "Tricks", CATALOGUE.texts("en"), four_colour=True)
        drawn = await pictures.draw(picture)
    finally:
        pictures.close()
    assert drawn.png.startswith(b"\x89PNG")
    assert drawn.height > 700  # five examples below each other


@pytest.mark.parametrize("locale", LOCALES)
def test_every_topic_fits_in_a_message(locale):
    texts = CATALOGUE.texts(locale)
    for topic in TOPICS:
        body = manual_body(topic, texts, "- `/x`: y")
        limits.check(body)
        assert len(body.blocks[0].words) < 2000
    assert manual_body("nonsense", texts) == manual_body(TOPICS[0], texts)


@pytest.mark.parametrize("locale", LOCALES)
def test_no_words_of_the_book_are_left_over(locale):
    """Every caption is used by some rules."""
    texts = CATALOGUE.texts(locale)
    known = {key for key in CATALOGUE._languages[locale].messages if key.startswith("example.")}
    variants = [*PRESETS.values(), with_options(preset("club"), follow="suit_only", bridge_level_gap=False)]
    used = {f"example.{one.key}" for rules in variants for key in CHAPTERS for one in samples(key, rules)}
    never_by_these = {"example.told", "example.right", "example.wrong"}
    assert texts.has("example.told")
    spare = known - used - never_by_these
    assert all(key.endswith((".yes", ".no")) for key in spare)  # the other verdict of an example that is used
    assert {key.rpartition(".")[0] for key in spare} <= {key.rpartition(".")[0] for key in used}


NO_RULE = {
    *(Reason.NOT_YOUR_TURN, Reason.WRONG_PHASE, Reason.TABLE_ONLY, Reason.NO_SUCH_SEAT, Reason.MATCH_OVER),
    *(Reason.NO_CARDS, Reason.WRONG_DECK, Reason.NOTHING_TO_TAKE_BACK, Reason.NOT_ALLOWED),
}
"""Refusals that no chapter of the rules explains: their words say all."""


@pytest.mark.parametrize("reason", Reason)
def test_every_refusal_by_the_rules_leads_to_a_chapter(reason):
    texts = CATALOGUE.texts("en")
    row = why_button("t7", IllegalAction(reason), texts)
    assert bool(row) == (reason not in NO_RULE)
    for chapter in {CHAPTERS_OF[reason]} if row else ():
        assert chapter in CHAPTERS
        assert any(chapter in keys(name) for name in PRESETS)
        assert row[0].buttons[0].id == f"rules:t7:why:{chapter}"


@pytest.mark.parametrize("locale", LOCALES)
def test_a_chapter_opens_with_what_holds_always(locale):
    texts = CATALOGUE.texts(locale)

    def told(rules, key):
        return next(chapter for chapter in chapters(texts, rules) if chapter.key == key).lines

    assert told(PRESETS["club"], "rules-play")[:2] == (texts.say("basics.follow_suit"), texts.say("basics.follow_pair"))
    loose = with_options(PRESETS["club"], follow="suit_only")
    assert texts.say("basics.follow_pair") not in told(loose, "rules-play")
    assert texts.say("basics.void_single") in told(PRESETS["forty-points"], "rules-play")
    assert texts.say("basics.trumps") not in told(PRESETS["hidden-ten"], "rules-trumps")
    changed = chapters(texts, with_options(PRESETS["club"], follow="tuples"), PRESETS["club"])
    play = next(chapter for chapter in changed if chapter.key == "rules-play")
    assert [play.lines[n] for n in play.changed] == [texts.option_value("follow", Follow.TUPLES)]
