"""The rules to leaf through and the help: within Discord's limits, in every language, true by the rules they tell."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from bot.play.refusals import TableRefusal, TableRefused
from bot.render.renderer import PictureRenderer
from bot.text.catalogue import Catalogue
from bot.text.describe.rulebook import CHAPTER_KEYS, list_chapters
from bot.text.describe.rules import format_option_value
from bot.text.languages import TAGS
from bot.ui.core import limits, message_limits
from bot.ui.core.refusals import REASON_CHAPTERS as CHAPTERS_OF
from bot.ui.core.refusals import chapter_button, explain_button, format_rule_behind
from bot.ui.learn.help_view import TOPICS, help_view
from bot.ui.learn.illustrations import find_illustration, illustration_alt_text, list_examples
from bot.ui.learn.rulebook_view import Rulebook, rulebook_from_preset, rulebook_from_table, rulebook_view
from engine.model.errors import IllegalAction, Reason
from engine.model.presets import PRESETS, preset, with_options
from engine.model.rules import Follow, OwnDeclaration

CATALOGUE = Catalogue.load()


class Brush:
    """Draws nothing: the words around pictures are looked at."""

    async def render(self, picture):
        return SimpleNamespace(png=repr(picture).encode())


KIT = SimpleNamespace(renderer=Brush())


@pytest.mark.parametrize("locale", TAGS)
@pytest.mark.parametrize("name", PRESETS)
async def test_every_chapter_of_every_preset_fits_in_a_message(locale, name):
    texts = CATALOGUE.texts_for(locale)
    book = rulebook_from_preset(name)
    for chapter in list_chapters(texts, book.rules):
        body = await rulebook_view(KIT, book, chapter.key, texts)
        message_limits.check_limits(body)
        assert chapter.title in body.blocks[0].words
        assert len(body.blocks[0].words) < 2000  # the limit of the older form of messages


def keys(name):
    return [chapter.key for chapter in list_chapters(CATALOGUE.texts_for("en"), PRESETS[name])]


def test_chapters_are_those_that_the_rules_need():
    for name in PRESETS:
        assert [key for key in CHAPTER_KEYS if key in keys(name)] == keys(name)
    assert "friends" in keys("looking-for-friends")
    assert "friends" not in keys("club")
    assert "pickup" in keys("hidden-ten")
    assert "throws" not in keys("hidden-ten")


async def test_a_chapter_that_is_not_there_opens_the_first():
    body = await rulebook_view(KIT, rulebook_from_preset("club"), "friends", CATALOGUE.texts_for("en"))
    assert "The goal" in body.blocks[0].words


async def test_all_pages_are_reached_by_next_and_back():
    texts, book = CATALOGUE.texts_for("en"), rulebook_from_preset("looking-for-friends")
    seen, key = [], keys("looking-for-friends")[0]
    for _ in keys("looking-for-friends"):
        seen.append(key)
        body = await rulebook_view(KIT, book, key, texts)
        back, onward = (b for b in body.controls() if ":back:" in b.id or ":next:" in b.id)
        key = onward.id.rpartition(":")[2]
        assert back.disabled == (len(seen) == 1)
    assert seen == keys("looking-for-friends")
    assert onward.disabled


async def test_what_a_table_has_changed_is_marked():
    texts = CATALOGUE.texts_for("en")
    rules = with_options(preset("pagat"), throw_penalty="none", throws="side_suits")
    table = SimpleNamespace(id=7, facts=SimpleNamespace(preset="pagat", rules=rules))
    book = rulebook_from_table(table)
    marked = {n for chapter in list_chapters(texts, book.rules, book.preset_rules) for n in mark(chapter)}
    assert marked == {
        texts.format_option_value("throws", rules.throws),
        texts.format_option_value("throw_penalty", rules.throw_penalty),  # as usual elsewhere, but not here
    }
    words = (await rulebook_view(KIT, book, "rules-throws", texts)).blocks[0].words
    assert words.count("◆ **") == 2
    assert "table 7" in words


def mark(chapter):
    return [line for n, line in enumerate(chapter.lines) if n in chapter.changed_lines]


async def test_nothing_is_marked_where_nothing_was_changed():
    table = SimpleNamespace(id=7, facts=SimpleNamespace(preset="pagat", rules=preset("pagat", 6)))
    book = rulebook_from_table(table)
    assert book == Rulebook("t7", "pagat", preset("pagat", 6), None, 7)
    for chapter in list_chapters(CATALOGUE.texts_for("en"), book.rules):
        assert not chapter.changed_lines


def test_examples_follow_the_rules():
    """What is right by one set of rules and wrong by another is shown so."""
    club = preset("club")
    gap = next(one for one in list_examples("tricks", club) if one.key.startswith("gap"))
    assert gap.is_correct is True
    unbridged = next(
        one for one in list_examples("tricks", replace(club, bridge_level_gap=False)) if one.key[:3] == "gap"
    )
    assert unbridged.is_correct is False
    free = [one.is_correct for one in list_examples("rules-following", with_options(club, follow="suit_only"))]
    assert [one.is_correct for one in list_examples("rules-following", club)][:2] == [True, False]
    assert free[:2] == [True, True]
    assert not list_examples("throws", preset("hidden-ten"))
    assert all(
        len(group) == 1 for one in list_examples("rules-following", preset("forty-points")) for group in one.groups
    )


@pytest.mark.parametrize("locale", TAGS)
@pytest.mark.parametrize("name", PRESETS)
def test_every_example_has_words_that_fit(locale, name):
    texts = CATALOGUE.texts_for(locale)
    for key in CHAPTER_KEYS:
        picture = find_illustration(key, PRESETS[name], "title", texts, four_colour=True)
        if picture is not None:
            assert all(0 < len(one.caption) <= 75 for one in picture.examples), key
            assert 0 < len(illustration_alt_text(key, PRESETS[name], texts)) <= limits.MAX_ALT_TEXT_LENGTH


async def test_an_illustration_is_a_picture():
    pictures = PictureRenderer(1)
    try:
        picture = find_illustration("tricks", PRESETS["club"], "Tricks", CATALOGUE.texts_for("en"), four_colour=True)
        drawn = await pictures.render(picture)
    finally:
        pictures.close()
    assert drawn.png.startswith(b"\x89PNG")
    assert drawn.height > 700  # five examples below each other


@pytest.mark.parametrize("locale", TAGS)
def test_every_topic_fits_in_a_message(locale):
    texts = CATALOGUE.texts_for(locale)
    for topic in TOPICS:
        body = help_view(topic, texts, "- `/x`: y")
        message_limits.check_limits(body)
        assert len(body.blocks[0].words) < 2000
    assert help_view("nonsense", texts) == help_view(TOPICS[0], texts)


@pytest.mark.parametrize("locale", TAGS)
def test_no_words_of_the_book_are_left_over(locale):
    """Every caption is used by some rules."""
    texts = CATALOGUE.texts_for(locale)
    known = {key for key in CATALOGUE._languages[locale].messages if key.startswith("example.")}
    variants = [*PRESETS.values(), with_options(preset("club"), follow="suit_only", bridge_level_gap=False)]
    used = {f"example.{one.key}" for rules in variants for key in CHAPTER_KEYS for one in list_examples(key, rules)}
    never_by_these = {"example.told", "example.right", "example.wrong"}
    assert texts.has("example.told")
    spare = known - used - never_by_these
    assert all(key.endswith((".yes", ".no")) for key in spare)  # the other verdict of an example that is used
    assert {key.rpartition(".")[0] for key in spare} <= {key.rpartition(".")[0] for key in used}


NO_RULE = {
    *(Reason.NOT_YOUR_TURN, Reason.WRONG_PHASE, Reason.TABLE_ONLY, Reason.NO_SUCH_SEAT, Reason.MATCH_OVER),
    *(Reason.NO_CARDS, Reason.WRONG_DECK, Reason.NOTHING_TO_TAKE_BACK, Reason.NOT_ALLOWED),
    *(Reason.NOT_HELD, Reason.WRONG_COUNT, Reason.ALREADY_PASSED),
}
"""Refusals that no chapter of the rules explains: their words say all."""


def club(**options):
    return with_options(PRESETS["club"], **options)


def friends(**options):
    return with_options(PRESETS["looking-for-friends"], **options)


def option(name):
    return lambda texts, rules: format_option_value(texts, name, getattr(rules, name))


def words(key):
    return lambda texts, _: texts.say(key)


def count_of_friends(texts, rules):
    return texts.say("count.friends", count=rules.friend_count)


EXPLAINED = [
    (Reason.NOT_A_DECLARATION, club(), words("basics.declare")),
    (Reason.NOT_STRONGER, club(), option("declare_ladder")),
    *((Reason.OWN_DECLARATION, club(own_declaration=one), option("own_declaration")) for one in OwnDeclaration),
    (Reason.PARTNER_DECLARED, club(partner_override=False), option("partner_override")),
    (Reason.NO_CLAIM, club(redeal_claim="no_trump_or_no_points"), option("redeal_claim")),
    (Reason.MIXED_SUITS, club(), words("primer.tricks")),
    (Reason.BAD_GROUPING, club(), words("primer.tricks")),
    (Reason.MUST_FOLLOW_SUIT, club(), words("basics.follow_suit")),
    *((Reason.MUST_FOLLOW_SHAPE, club(follow=one), option("follow")) for one in Follow),
    (Reason.MUST_PLAY_EXACTLY, club(follow="template"), option("follow")),
    (Reason.MUST_PLAY_RAINBOW, club(rainbows=4), option("rainbows")),
    (Reason.THROWS_OFF, club(throws="off"), option("throws")),
    (Reason.THROWS_OFF, club(throws="side_suits"), option("throws")),
    (Reason.UNSAFE_THROW, club(throws_safe_only=True), option("throws_safe_only")),
    (Reason.MUST_BEAT, club(must_beat_failed_throw=True), option("must_beat_failed_throw")),
    (Reason.WRONG_FRIEND, friends(friend_cards="no_trumps"), option("friend_cards")),
    (Reason.WRONG_FRIEND, friends(), option("friend_call")),
    (Reason.WRONG_FRIEND_COUNT, friends(), count_of_friends),
    (Reason.RESULT_STILL_OPEN, club(early_end=True), option("early_end")),
    (Reason.TOO_MANY_POINTS, club(max_buried_points=20), option("max_buried_points")),
]
"""Each refusal with a *Why?*: rules by which it happens, and the sentence behind it."""


@pytest.mark.parametrize("locale", TAGS)
@pytest.mark.parametrize(("reason", "rules", "sentence"), EXPLAINED)
async def test_why_opens_the_page_with_the_rule(locale, reason, rules, sentence):
    texts = CATALOGUE.texts_for(locale)
    (row,) = explain_button("t7", IllegalAction(reason), texts)
    assert row.buttons[0].id == f"rules:t7:said:{reason}"
    chapter = CHAPTERS_OF[reason]
    assert format_rule_behind(reason, texts) != reason
    assert chapter_button("t7", reason, texts).id == f"rules:t7:why:{chapter}"
    page = (await rulebook_view(KIT, Rulebook("t7", "club", rules, table=7), chapter, texts)).blocks[0].words
    assert next(one for one in list_chapters(texts, rules) if one.key == chapter).title in page, "it has this chapter"
    assert sentence(texts, rules) in page


@pytest.mark.parametrize("reason", Reason)
def test_refusal_without_a_rule_has_no_why(reason):
    known = {explained for explained, _, _ in EXPLAINED}
    assert bool(explain_button("t7", IllegalAction(reason), CATALOGUE.texts_for("en"))) == (reason in known)
    assert (reason in NO_RULE) == (reason not in known)


@pytest.mark.parametrize("reason", TableRefusal)
def test_refusal_of_a_table_has_no_why(reason):
    assert explain_button("t7", TableRefused(reason), CATALOGUE.texts_for("en")) == ()


@pytest.mark.parametrize("locale", TAGS)
def test_a_chapter_opens_with_what_holds_always(locale):
    texts = CATALOGUE.texts_for(locale)

    def told(rules, key):
        return next(chapter for chapter in list_chapters(texts, rules) if chapter.key == key).lines

    assert told(PRESETS["club"], "rules-following")[:2] == (
        texts.say("basics.follow_suit"),
        texts.say("basics.follow_pair"),
    )
    loose = with_options(PRESETS["club"], follow="suit_only")
    assert texts.say("basics.follow_pair") not in told(loose, "rules-following")
    assert texts.say("basics.void_single") in told(PRESETS["forty-points"], "rules-following")
    assert texts.say("basics.trumps") not in told(PRESETS["hidden-ten"], "rules-declaring")
    changed = list_chapters(texts, with_options(PRESETS["club"], follow="tuples"), PRESETS["club"])
    play = next(chapter for chapter in changed if chapter.key == "rules-following")
    assert [play.lines[n] for n in play.changed_lines] == [texts.format_option_value("follow", Follow.TUPLES)]
