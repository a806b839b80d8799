"""The rulebook and the help: within Discord's limits, in every language, and true under the rules they describe."""

import random
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.play.refusals import TableRefusal, TableRefused
from bot.render.renderer import PictureRenderer
from bot.text.catalogue import Catalogue
from bot.text.describe.option_sentences import format_option_sentence
from bot.text.describe.rulebook import CHAPTER_KEYS, list_chapters
from bot.text.describe.rules import format_option_value
from bot.text.languages import TAGS
from bot.ui.core.interactions.explain_refusal import (
    chapter_button,
    explain_button,
    format_rule_behind,
    parse_rule_behind,
)
from bot.ui.core.messages import discord_limits
from bot.ui.discord_io import message_limits
from bot.ui.learn.book_pages import list_pages
from bot.ui.learn.help_view import TOPICS, help_view
from bot.ui.learn.illustrations import build_picture, format_alt_text, format_caption, list_examples
from bot.ui.learn.rulebook_view import Rulebook, rulebook_from_preset, rulebook_from_table, rulebook_view
from engine.cards_in_play.follows import check_follow
from engine.cards_in_play.leads import read_lead
from engine.deal.fair_shuffle import full_pack
from engine.model.cards import Rank, Suit, parse_cards
from engine.model.errors import IllegalAction, Reason
from engine.model.options import Follow, OwnDeclaration
from engine.model.presets import PRESETS, preset, with_options
from engine.model.trump import Trump

sys.path.insert(0, str(Path(__file__).parents[3] / "engine" / "game"))

from random_rules import random_rules

from tests.everyday import spread
from tests.preset_cover import EVERY_PRESET, FEW_PRESETS

CATALOGUE = Catalogue.load()


class Brush:
    """Draws nothing, because only the words around pictures are tested."""

    async def render(self, picture):
        return SimpleNamespace(png=repr(picture).encode())


KIT = SimpleNamespace(renderer=Brush())


def pages_of(book, texts):
    return list_pages(list_chapters(texts, book.rules, book.usual), book.rules, texts)


def place_of(page):
    return f"{page.chapter.key}.{page.number}"


@pytest.mark.long
@pytest.mark.parametrize("locale", TAGS)
@pytest.mark.parametrize("name", EVERY_PRESET)
async def test_every_rulebook_page_fits_in_message(locale, name):
    texts = CATALOGUE.texts_for(locale)
    book = rulebook_from_preset(name)
    for page in pages_of(book, texts):
        body = await rulebook_view(KIT, book, place_of(page), texts)
        message_limits.check_limits(body)
        assert page.chapter.title in body.blocks[0].words
        assert len(body.blocks[0].words) < 2000  # the limit of the older form of messages
        assert all(one.text in body.blocks[0].words for one in page.sentences)


@pytest.mark.parametrize("locale", TAGS)
@pytest.mark.parametrize("name", FEW_PRESETS)
def test_pages_have_every_sentence_and_every_example(locale, name):
    texts, book = CATALOGUE.texts_for(locale), rulebook_from_preset(name)
    chapters, pages = list_chapters(texts, book.rules, book.usual), pages_of(book, texts)
    for chapter in chapters:
        own = [page for page in pages if page.chapter == chapter]
        assert [page.number for page in own] == list(range(1, len(own) + 1))
        assert list(dict.fromkeys(one for page in own for one in page.sentences)) == list(chapter.sentences)
        names = dict.fromkeys(one.name for one in chapter.sentences)
        section = chapter.key.removeprefix("rules-")
        examples = [one for name in names for one in list_examples(section, name, book.rules)]
        assert [one for page in own for one in page.examples] == examples


def keys(name):
    return [chapter.key for chapter in list_chapters(CATALOGUE.texts_for("en"), PRESETS[name])]


@pytest.mark.long
def test_chapters_follow_the_rules():
    for name in PRESETS:
        assert [key for key in CHAPTER_KEYS if key in keys(name)] == keys(name)
    assert "rules-friends" in keys("looking-for-friends")
    assert "rules-friends" not in keys("standard")
    none = [
        chapter.key
        for chapter in list_chapters(CATALOGUE.texts_for("en"), with_options(PRESETS["standard"], kitty_size=0))
    ]
    assert "rules-kitty" not in none


async def words_at(place, book=None):
    book = book or rulebook_from_preset("standard")
    return (await rulebook_view(KIT, book, place, CATALOGUE.texts_for("en"))).blocks[0].words


@pytest.mark.parametrize(
    ("place", "title"),
    [
        ("rules-friends", "Players and sides"),  # no chapter of these rules
        ("nonsense", "Players and sides"),
        ("", "Players and sides"),
        ("rules-cards.99", "Cards and trumps"),
        ("rules-cards.nonsense", "Cards and trumps"),
        ("rules-declaring.2", "Declaring trumps"),
    ],
)
async def test_places_open_their_chapter_or_the_first(place, title):
    assert f"## {title}\n" in await words_at(place)


async def test_found_sentence_is_bold_on_its_page():
    text = CATALOGUE.texts_for("en").format_option_value("redeal_claim", PRESETS["standard"].redeal_claim)
    words = await words_at("rules-declaring.redeal_claim")
    assert f"- **{text}**" in words
    assert text not in await words_at("rules-declaring")


@pytest.mark.long
async def test_all_pages_are_reached_by_next_and_back():
    texts, book = CATALOGUE.texts_for("en"), rulebook_from_preset("looking-for-friends")
    pages = pages_of(book, texts)
    place = "rules-sides"
    for number, page in enumerate(pages, 1):
        body = await rulebook_view(KIT, book, place, texts)
        assert f"{number} of {len(pages)}" in body.blocks[0].words
        assert page.sentences[0].text in body.blocks[0].words
        back, onward = (b for b in body.controls() if ":back:" in b.id or ":next:" in b.id)
        assert back.disabled == (number == 1)
        place = onward.id.rpartition(":")[2]
    assert onward.disabled


async def test_changed_rules_of_table_are_marked():
    texts = CATALOGUE.texts_for("en")
    rules = with_options(preset("pagat"), throw_penalty="none", throws="side_suits")
    table = SimpleNamespace(id=7, facts=SimpleNamespace(preset="pagat", rules=rules))
    book = rulebook_from_table(table)
    assert marked(book) == {
        texts.format_option_value("throws", rules.throws),
        texts.format_option_value("throw_penalty", rules.throw_penalty),  # usual in other presets, but not in this one
    }
    words = await words_at("rules-throws", book)
    assert "- ◆ " in words
    assert "table 7" in words
    assert "differs from Classic" in words


def marked(book):
    texts = CATALOGUE.texts_for("en")
    chapters = list_chapters(texts, book.rules, book.usual)
    return {one.text for chapter in chapters for one in chapter.sentences if one.is_changed}


async def test_a_preset_is_compared_with_the_standard():
    texts = CATALOGUE.texts_for("en")
    assert marked(rulebook_from_preset("standard")) == set()
    assert texts.format_option_value("follow", Follow.TUPLES) in marked(rulebook_from_preset("pagat"))
    assert "differs from Standard" in await words_at("rules-following.follow", rulebook_from_preset("pagat"))
    assert rulebook_from_preset("online-six").usual == preset("standard", 6)
    assert rulebook_from_preset("finding-friends").usual == preset("standard", 5)


async def test_nothing_is_marked_where_nothing_was_changed():
    table = SimpleNamespace(id=7, facts=SimpleNamespace(preset="pagat", rules=preset("pagat", 6)))
    book = rulebook_from_table(table)
    assert book == Rulebook("t7", "pagat", preset("pagat", 6), None, 7, origin="pagat")
    assert marked(book) == set()


def shown(section, name, rules):
    return [(one.key, one.is_correct) for one in list_examples(section, name, rules)]


def test_examples_follow_the_rules():
    """An example that is right under one set of rules and wrong under another is shown so."""
    standard = preset("standard")
    assert shown("leading", "bridge_level_gap", standard) == [("gap.yes", True)]
    assert shown("leading", "bridge_level_gap", replace(standard, bridge_level_gap=False)) == [("gap.no", False)]
    pair = ("follow_pair.yes", True), ("follow_pair.no", False)
    assert tuple(shown("following", "follow_pair", standard)) == pair
    tractor = shown("following", "follow", standard)
    assert tractor == [*pair] * 3
    loose = [right for _, right in shown("following", "follow", with_options(standard, follow="suit_only"))]
    assert loose == [True] * 6
    tuples = [right for _, right in shown("following", "follow", with_options(standard, follow="tuples"))]
    assert tuples == [True, True, True, False, True, False], "any pairs will do"
    assert not list_examples("throws", "throw", preset("hidden-ten"))
    assert shown("leading", "trump_chain", standard) == [("trump_tractor.yes", True), ("equal_tractor.no", False)]
    assert shown("winning", "throw_compare", standard) == [("second_ruff.no", False)]
    highest = with_options(standard, throw_compare="highest_card")
    assert shown("winning", "throw_compare", highest) == [("second_ruff.yes", True)]


def test_failed_throw_shows_the_replacement():
    (beaten,) = list_examples("throws", "throw_failure", preset("standard"))
    (smallest,) = list_examples("throws", "throw_failure", preset("online"))
    assert beaten.groups == (parse_cards("SA SQ SQ"), parse_cards("SQ SQ"))
    assert smallest.groups == (parse_cards("SA SQ SQ"), parse_cards("SA"))


def all_rows(rules):
    texts = CATALOGUE.texts_for("en")
    for chapter in list_chapters(texts, rules):
        for name in dict.fromkeys(one.name for one in chapter.sentences):
            yield from list_examples(chapter.key.removeprefix("rules-"), name, rules)


@pytest.mark.parametrize("locale", TAGS)
@pytest.mark.parametrize("name", FEW_PRESETS)
def test_every_example_has_words_that_fit(locale, name):
    texts = CATALOGUE.texts_for(locale)
    for one in all_rows(PRESETS[name]):
        assert 0 < len(format_caption(one, texts)) <= 75, one.key
    for page in pages_of(rulebook_from_preset(name), texts):
        assert len(format_alt_text(page.examples, texts)) <= discord_limits.MAX_ALT_TEXT_LENGTH


@pytest.mark.long
def test_random_rules_have_examples_from_their_pack():
    dice = random.Random(3)
    for _ in range(60):
        rules = random_rules(dice)
        there = set(full_pack(rules))
        assert all(set(group) <= there for one in all_rows(rules) for group in one.groups)


async def test_an_illustration_is_a_picture():
    pictures, texts = PictureRenderer(1), CATALOGUE.texts_for("en")
    rows = list_examples("following", "follow", PRESETS["standard"])
    try:
        drawn = await pictures.render(build_picture(rows[:2], texts, four_colour=True))
    finally:
        pictures.close()
    assert drawn.png.startswith(b"\x89PNG")
    assert (drawn.width, drawn.height > 300) == (604, True)
    assert format_alt_text(rows[:2], texts).splitlines()[0].startswith("Right: 4-4-3-3 of spades")


@pytest.mark.parametrize("locale", TAGS)
def test_every_topic_fits_in_a_message(locale):
    texts = CATALOGUE.texts_for(locale)
    for topic in TOPICS:
        body = help_view(topic, texts, "- `/x`: y")
        message_limits.check_limits(body)
        assert len(body.blocks[0].words) < 2000
    assert help_view("nonsense", texts) == help_view(TOPICS[0], texts)


@pytest.mark.parametrize("locale", TAGS)
def test_all_rulebook_texts_are_used(locale):
    """Every caption is used by some rules."""
    texts = CATALOGUE.texts_for(locale)
    known = {key for key in CATALOGUE._languages[locale].messages if key.startswith("example.")}
    variants = [*PRESETS.values(), with_options(preset("standard"), follow="suit_only", bridge_level_gap=False)]
    used = {f"example.{one.key}" for rules in variants for one in all_rows(rules)}
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
"""Refusals that no chapter of the rules explains, because they explain themselves."""


def standard(**options):
    return with_options(PRESETS["standard"], **options)


def friends(**options):
    return with_options(PRESETS["looking-for-friends"], **options)


def option(name):
    return lambda texts, rules: format_option_value(texts, name, getattr(rules, name))


def words(key):
    return lambda texts, _: texts.say(key)


EXPLAINED = [
    (Reason.NOT_A_DECLARATION, standard(), words("basics.declare")),
    (Reason.NOT_STRONGER, standard(), option("declare_ladder")),
    *((Reason.OWN_DECLARATION, standard(own_declaration=one), option("own_declaration")) for one in OwnDeclaration),
    (Reason.PARTNER_DECLARED, standard(partner_override=False), option("partner_override")),
    (Reason.NO_CLAIM, standard(redeal_claim="no_trump_or_no_points"), option("redeal_claim")),
    (Reason.MIXED_SUITS, standard(), words("basics.lead.pairs")),
    (Reason.BAD_GROUPING, standard(), words("basics.lead.pairs")),
    (Reason.MUST_FOLLOW_SUIT, standard(), words("basics.follow_suit")),
    *((Reason.MUST_FOLLOW_SHAPE, standard(follow=one, decks=4), option("follow")) for one in Follow),
    (Reason.MUST_PLAY_EXACTLY, standard(follow="template"), option("follow")),
    (Reason.MUST_PLAY_RAINBOW, standard(rainbows=4), option("rainbows")),
    (Reason.THROWS_OFF, standard(throws="off"), option("throws")),
    (Reason.THROWS_OFF, standard(throws="side_suits"), option("throws")),
    (Reason.UNSAFE_THROW, standard(throws_safe_only=True), option("throws_safe_only")),
    (Reason.MUST_BEAT, standard(must_beat_failed_throw=True), option("must_beat_failed_throw")),
    (Reason.WRONG_FRIEND, friends(friend_cards="no_trumps"), option("friend_cards")),
    (Reason.WRONG_FRIEND_COUNT, friends(friends=2), option("friends")),
    (Reason.TOO_MANY_POINTS, standard(max_buried_points=20), option("max_buried_points")),
    (Reason.RESULT_STILL_OPEN, standard(early_end=True), option("early_end")),
]
"""Each refusal with a *Why?*: rules by which it happens, and the sentence behind it."""


@pytest.mark.parametrize("locale", spread(1, TAGS))
@pytest.mark.parametrize(("reason", "rules", "sentence"), EXPLAINED)
async def test_why_opens_the_page_with_the_rule(locale, reason, rules, sentence):
    texts = CATALOGUE.texts_for(locale)
    (row,) = explain_button("t7", IllegalAction(reason), texts)
    assert row.buttons[0].id == f"rules:t7:said:{reason}"
    rule = parse_rule_behind(reason.value)
    place = rule.place
    assert sentence(texts, rules) in format_rule_behind(rule, texts, rules)
    assert chapter_button("t7", rule, texts).id == f"rules:t7:why:{place}"
    page = (await rulebook_view(KIT, Rulebook("t7", "standard", rules, table=7), place, texts)).blocks[0].words
    assert f"- **{sentence(texts, rules).replace('**', '')}**" in page


@pytest.mark.parametrize("locale", TAGS)
@pytest.mark.parametrize("follow", ["tuples", "longest_tractor", "shapes"])
def test_refused_pair_links_rule_about_pairs(locale, follow):
    texts, rules = CATALOGUE.texts_for(locale), standard(follow=follow)
    trump = Trump.of(rules, Rank.TWO, Suit.HEARTS)
    hand = parse_cards("S9 S9 SA SJ S3 H3")
    cases = [("SK SK", "SA SJ", "follow_pair"), ("SK SK SQ SQ", "S9 SA SJ S3", "follow")]
    for led, play, name in [*cases, ("SK SK", "SA H3", "follow_suit")]:
        with pytest.raises(IllegalAction) as refused:
            check_follow(hand, read_lead(parse_cards(led), trump, rules), parse_cards(play), trump, rules)
        (row,) = explain_button("t7", refused.value, texts)
        rule = parse_rule_behind(row.buttons[0].id.split(":")[-1])
        assert rule.place == f"rules-following.{name}"
        words = format_option_sentence(texts, name, rules) if name == "follow" else texts.say(f"basics.{name}")
        assert words in format_rule_behind(rule, texts, rules)


@pytest.mark.parametrize("locale", TAGS)
@pytest.mark.parametrize("follow", ["shapes", "tuples", "template", "minimal"])
async def test_refused_uneven_tractor_links_its_own_rule(locale, follow):
    texts = CATALOGUE.texts_for(locale)
    rules = standard(follow=follow, decks=3, kitty_size=6, uneven_tractors=True)
    lead = read_lead(parse_cards("S3 S3 S3 S4 S4"), trump := Trump.of(rules, Rank.TWO, Suit.HEARTS), rules)
    with pytest.raises(IllegalAction) as refused:
        check_follow(parse_cards("S6 S6 S9 S9 S9 SK SJ"), lead, parse_cards("S6 S6 SK SJ S9"), trump, rules)
    (row,) = explain_button("t7", refused.value, texts)
    rule = parse_rule_behind(row.buttons[0].id.split(":")[-1])
    assert rule.place == "rules-following.follow_uneven"
    words = texts.say("basics.follow_uneven.tuples" if follow == "tuples" else "basics.follow_uneven")
    assert words in format_rule_behind(rule, texts, rules)
    page = (await rulebook_view(KIT, Rulebook("t7", "standard", rules, table=7), rule.place, texts)).blocks[0].words
    assert f"- **{words}**" in page


@pytest.mark.parametrize("reason", Reason.list_keys(), ids=str)
def test_refusal_without_rule_has_no_why_button(reason):
    known = {explained for explained, _, _ in EXPLAINED}
    assert bool(explain_button("t7", IllegalAction(reason), CATALOGUE.texts_for("en"))) == (reason in known)
    assert (reason in NO_RULE) == (reason not in known)


@pytest.mark.parametrize("reason", TableRefusal.list_keys(), ids=str)
def test_table_refusal_has_no_why_button(reason):
    assert explain_button("t7", TableRefused(reason), CATALOGUE.texts_for("en")) == ()
