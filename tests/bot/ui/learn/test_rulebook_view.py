"""The rulebook and the help fit Discord's limits in every language, and describe the rules of the table correctly."""

import random
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.play.refusals import TableRefusal, TableRefused
from bot.render.renderer import PictureRenderer
from bot.text.catalogue import Catalogue
from bot.text.describe.rulebook import find_sentence, list_chapters
from bot.text.languages import TAGS
from bot.ui.core.interactions.explain_refusal import (
    chapter_button,
    explain_button,
    format_rule_behind,
    parse_rule_behind,
)
from bot.ui.core.messages import discord_limits
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
from engine.model.presets import PRESETS, preset, preset_with, with_options
from engine.model.trump import Trump
from engine.model.view import Ask
from tests import message_limits

sys.path.insert(0, str(Path(__file__).parents[3] / "engine" / "game"))

from random_rules import random_rules

from tests.everyday import spread
from tests.message_limits import list_controls
from tests.preset_cover import EVERY_PRESET, FEW_PRESETS

CATALOGUE = Catalogue.load()


class Brush:
    """A fake renderer. These tests check only the texts around the pictures."""

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
        assert all(one.text in body.blocks[0].words for one in page.sentences)


@pytest.mark.parametrize("locale", spread(1, TAGS))
@pytest.mark.parametrize("name", PRESETS)
def test_guide_is_short_and_has_pictures(locale, name):
    texts, book = CATALOGUE.texts_for(locale), rulebook_from_preset(name)
    pages, chapters = pages_of(book, texts), list_chapters(texts, book.rules)
    for chapter in chapters:
        own = [page for page in pages if page.chapter == chapter]
        assert [page.number for page in own] == list(range(1, len(own) + 1))
        assert [one for page in own for one in page.sentences] == list(chapter.sentences)
    guide = [page for page in pages if page.chapter.is_guide]
    assert len(guide) <= 9
    assert {page.number for page in guide} == {1}
    assert sum(bool(page.examples) for page in guide) >= 3


async def words_at(place, book=None):
    book = book or rulebook_from_preset("standard")
    return (await rulebook_view(KIT, book, place, CATALOGUE.texts_for("en"))).blocks[0].words


@pytest.mark.parametrize(
    ("place", "title"),
    [
        ("special", "What it is about"),  # the rules of this table have no chapter `special`
        ("nonsense", "What it is about"),
        ("", "What it is about"),
        ("cards.99", "Cards and trumps"),
        ("cards.nonsense", "Cards and trumps"),
        ("options", "All options"),
        ("house", "House rules in force"),
    ],
)
async def test_place_opens_its_chapter_or_the_first_chapter(place, title):
    assert f"## {title}\n" in await words_at(place)


async def test_found_sentence_is_bold_on_its_page():
    assert "- **New deal for a poor hand: No new deal**" in await words_at("options.redeal_claim")
    assert "- **New deal for a poor hand**: No new deal" in await words_at("options")
    assert " **Other plays lose; of equal plays the first wins.** " in await words_at("winning.lose")


@pytest.mark.long
async def test_all_pages_are_reached_by_next():
    texts, book = CATALOGUE.texts_for("en"), rulebook_from_preset("looking-for-friends")
    pages = pages_of(book, texts)
    place = "about"
    for number, page in enumerate(pages, 1):
        body = await rulebook_view(KIT, book, place, texts)
        assert f"{number} of {len(pages)}" in body.blocks[0].words
        assert page.sentences[0].text in body.blocks[0].words
        back, onward = (b for b in list_controls(body) if ":back:" in b.id or ":next:" in b.id)
        assert back.disabled == (number == 1)
        place = onward.id.rpartition(":")[2]
    assert onward.disabled


async def test_changed_rules_of_table_are_marked():
    rules = with_options(preset("pagat"), throw_penalty="ten_per_attempt", throws="side_suits")
    table = SimpleNamespace(id=7, facts=SimpleNamespace(preset="pagat", rules=rules))
    book = rulebook_from_table(table)
    assert marked(book) == {"throws", "throw_penalty"}
    words = await words_at("leading", book)
    assert "◆ Throws are allowed in side suits" in words
    assert "table 7" in words
    assert "differs from Classic" in words
    assert "◆" not in await words_at("leading", rulebook_from_preset("pagat"))


def marked(book):
    chapters = list_chapters(CATALOGUE.texts_for("en"), book.rules, book.usual)
    return {one.name for chapter in chapters for one in chapter.sentences if one.is_changed}


async def test_house_page_lists_what_differs_from_the_standard():
    assert "These are the standard rules." in await words_at("house")
    words = await words_at("house", rulebook_from_preset("forty-points"))
    assert "- **Decks**: 1\n- **Kitty**: 6" in words
    assert "No " not in words
    friends = await words_at("house", rulebook_from_preset("finding-friends"))
    assert "opponents 130: +1, 195: +2" in friends, "a table of one's own is listed with its rows"


async def test_nothing_is_marked_where_nothing_was_changed():
    table = SimpleNamespace(id=7, facts=SimpleNamespace(preset="pagat", rules=preset("pagat", 6)))
    book = rulebook_from_table(table)
    assert book == Rulebook("t7", "pagat", preset("pagat", 6), None, 7, origin="pagat")
    assert marked(book) == set()


def shown(name, rules):
    return [(one.key, one.is_correct) for one in list_examples(name, rules)]


def test_examples_follow_the_rules():
    """The same example is legal under some rules and illegal under others, and the rulebook says which."""
    standard = preset("standard")
    assert shown("bridge_level_gap", standard) == [("gap.yes", True)]
    assert shown("bridge_level_gap", replace(standard, bridge_level_gap=False)) == [("gap.no", False)]
    pair = ("follow_pair.yes", True), ("follow_pair.no", False)
    assert tuple(shown("pair", standard)) == pair
    assert tuple(shown("throw_follow", standard)) == pair
    assert shown("follow", standard) == [*pair] * 3
    loose = [right for _, right in shown("follow", with_options(standard, follow="suit_only"))]
    assert loose == [True] * 6
    tuples = [right for _, right in shown("follow", with_options(standard, follow="tuples"))]
    assert tuples == [True, True, True, False, True, False], "any pairs will do"
    assert not list_examples("throw", preset("hidden-ten"))
    assert shown("chain", standard) == [("trump_tractor.yes", True), ("equal_tractor.no", False)]
    assert shown("throw_compare", standard) == [("second_ruff.no", False)]
    assert shown("throw_compare", with_options(standard, throw_compare="highest_card")) == [("second_ruff.yes", True)]


def test_example_of_a_failed_throw_shows_the_forced_play():
    beaten, _ = list_examples("throw", preset("standard"))
    smallest, _ = list_examples("throw", preset("online"))
    assert beaten.groups == (parse_cards("SA SQ SQ"), parse_cards("SQ SQ"))
    assert smallest.groups == (parse_cards("SA SQ SQ"), parse_cards("SA"))


def all_rows(rules):
    for chapter in list_chapters(CATALOGUE.texts_for("en"), rules):
        for name in dict.fromkeys(one.name for one in chapter.sentences if chapter.is_guide):
            yield from list_examples(name, rules)


@pytest.mark.parametrize("locale", spread(1, TAGS))
@pytest.mark.parametrize("name", FEW_PRESETS)
def test_every_example_has_words_that_fit(locale, name):
    texts = CATALOGUE.texts_for(locale)
    for one in all_rows(PRESETS[name]):
        assert 0 < len(format_caption(one, texts)) <= 75, one.key
    for page in pages_of(rulebook_from_preset(name), texts):
        assert len(format_alt_text(page.examples, texts)) <= discord_limits.MAX_ALT_TEXT_LENGTH


@pytest.mark.long
def test_examples_show_only_cards_of_the_pack():
    dice = random.Random(3)
    for _ in range(60):
        rules = random_rules(dice)
        there = set(full_pack(rules))
        assert all(set(group) <= there for one in all_rows(rules) for group in one.groups)


async def test_examples_are_rendered_as_a_picture():
    pictures, texts = PictureRenderer(1), CATALOGUE.texts_for("en")
    rows = list_examples("follow", PRESETS["standard"])
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


@pytest.mark.parametrize("locale", spread(1, TAGS))
def test_all_captions_of_examples_are_used(locale):
    """Each example occurs under some rules, with its caption for legal plays or with the one for illegal plays."""
    texts = CATALOGUE.texts_for(locale)
    known = {key for key in CATALOGUE._languages[locale].messages if key.startswith("example.")}
    uneven = preset_with("standard", decks=3, uneven_tractors=True)
    variants = [*PRESETS.values(), uneven, preset_with("standard", follow="suit_only", bridge_level_gap=False)]
    used = {f"example.{one.key}" for rules in variants for one in all_rows(rules)}
    never_by_these = {"example.told", "example.right", "example.wrong"}
    assert texts.has("example.told")
    spare = known - used - never_by_these
    assert all(key.endswith((".yes", ".no")) for key in spare)  # only one of the example's two captions is used
    assert {key.rpartition(".")[0] for key in spare} <= {key.rpartition(".")[0] for key in used}


NO_RULE = {
    *(Reason.NOT_YOUR_TURN, Reason.WRONG_PHASE, Reason.TABLE_ONLY, Reason.NO_SUCH_SEAT, Reason.MATCH_OVER),
    *(Reason.NO_CARDS, Reason.WRONG_DECK, Reason.NOTHING_TO_TAKE_BACK, Reason.NOT_ALLOWED),
    *(Reason.NOT_HELD, Reason.WRONG_COUNT, Reason.ALREADY_PASSED),
}
"""Refusals that need no chapter of the rules, because their text is enough."""


def standard(**options):
    return preset_with("standard", **options)


def friends(**options):
    return preset_with("looking-for-friends", **options)


EXPLAINED = [
    (Reason.NOT_A_DECLARATION, standard(), "declaring.declare"),
    (Reason.NOT_STRONGER, standard(), "declaring.ladder"),
    *((Reason.OWN_DECLARATION, standard(own_declaration=one), "declaring.may") for one in OwnDeclaration),
    (Reason.PARTNER_DECLARED, standard(partner_override=False), "declaring.may"),
    (Reason.NO_CLAIM, standard(redeal_claim="no_trump_or_no_points"), "match.redeal_claim"),
    (Reason.MIXED_SUITS, standard(), "leading.lead"),
    (Reason.BAD_GROUPING, standard(), "leading.lead"),
    (Reason.MUST_FOLLOW_SUIT, standard(), "following.suit"),
    *((Reason.MUST_FOLLOW_SHAPE, standard(follow=one, decks=4), "following.follow") for one in Follow),
    (Reason.MUST_PLAY_EXACTLY, standard(follow="template"), "following.follow"),
    (Reason.MUST_PLAY_RAINBOW, standard(rainbows=4), "match.rainbows"),
    (Reason.THROWS_OFF, standard(throws="off"), "leading.lead"),
    (Reason.THROWS_OFF, standard(throws="side_suits"), "leading.throws"),
    (Reason.UNSAFE_THROW, standard(throws_safe_only=True), "leading.throws_safe_only"),
    (Reason.MUST_BEAT, standard(must_beat_failed_throw=True), "following.must_beat_failed_throw"),
    (Reason.WRONG_FRIEND, friends(friend_cards="no_trumps"), "special.friend_cards"),
    (Reason.WRONG_FRIEND_COUNT, friends(players=8), "special.friends"),
    (Reason.TOO_MANY_POINTS, standard(max_buried_points=20), "match.max_buried_points"),
    (Reason.RESULT_STILL_OPEN, standard(early_end=True), "match.early_end"),
]
"""(reason, rules, place) for each refusal with a *Why?* button. The button shows the sentence at this place."""


async def check_why(texts, rules, refused, place):
    """Check that the *Why?* button of a refusal shows the sentence of the rules at `place`, with a link to it."""
    (row,) = explain_button("t7", refused, texts)
    rule = parse_rule_behind(row.buttons[0].id.split(":")[-1])
    chapter, name = place.split(".")
    found = find_sentence(texts, rules, name)
    assert found is not None
    assert found[0] == chapter
    assert format_rule_behind(rule, texts, rules) == f"> {found[1].text}"
    assert chapter_button("t7", rule, texts, rules).id == f"rules:t7:why:{place}"
    page = (await rulebook_view(KIT, Rulebook("t7", "standard", rules, table=7), place, texts)).blocks[0].words
    assert f"**{found[1].text.replace('**', '')}**" in page


@pytest.mark.parametrize("locale", spread(1, TAGS))
@pytest.mark.parametrize(("reason", "rules", "place"), EXPLAINED)
async def test_why_opens_the_page_with_the_rule(locale, reason, rules, place):
    await check_why(CATALOGUE.texts_for(locale), rules, IllegalAction(reason), place)


LED = [
    # the columns are decks, lead, hand, refused play and sentence of the rules
    (2, "SK SK", "S9 S9 SA SJ S3 H3", "SA SJ", "pair"),
    (2, "SK SK SQ SQ", "S9 S9 SA SJ S3 H3", "S9 SA SJ S3", "follow"),
    (2, "SK SK", "S9 S9 SA SJ S3 H3", "SA H3", "suit"),
    (2, "SA SK SK", "S9 S9 SJ S4", "S9 SJ S4", "throw_follow"),
    (3, "SK SK SK", "S9 S9 SA SJ S3", "SA SJ S3", "triple"),
    (4, "SK SK SK SK", "S9 S9 S9 S9 SA SJ S3", "S9 SA SJ S3", "follow"),
    (3, "S3 S3 S3 S4 S4", "S6 S6 S9 S9 S9 SK SJ", "S6 S6 SK SJ S9", "follow_uneven"),
]


@pytest.mark.parametrize("locale", spread(1, TAGS))
@pytest.mark.parametrize("follow", ["shapes_no_new_tractors", "tuples", "longest_tractor"])
@pytest.mark.parametrize(("decks", "led", "hand", "play", "name"), LED)
async def test_why_shows_the_sentence_about_following_the_lead(locale, follow, decks, led, hand, play, name):
    rules = standard(follow=follow, decks=decks, uneven_tractors=decks > 2)
    trump = Trump.of(rules, Rank.TWO, Suit.HEARTS)
    with pytest.raises(IllegalAction) as refused:
        check_follow(parse_cards(hand), read_lead(parse_cards(led), trump, rules), parse_cards(play), trump, rules)
    await check_why(CATALOGUE.texts_for(locale), rules, refused.value, f"following.{name}")


def test_why_shows_the_cards_of_the_position():
    texts, rules = CATALOGUE.texts_for("en"), standard()
    trump = Trump.of(rules, Rank.TWO, Suit.HEARTS)
    trick = SimpleNamespace(plays=(SimpleNamespace(cards=parse_cards("SK SK")),))
    view = SimpleNamespace(ask=Ask.FOLLOW, trump=trump, trick=trick, hand=parse_cards("S9 S9 S2 H3 DA"))
    rule = parse_rule_behind("must_follow_shape.pair")
    words = format_rule_behind(rule, texts, rules, view)
    assert words.splitlines()[1] == "Led: king of spades ×2. Your spades: 9 ×2."
    assert format_rule_behind(rule, texts, rules, SimpleNamespace(ask=Ask.LEAD)) == words.splitlines()[0]


def test_why_shows_cards_in_the_order_of_the_hand():
    texts, rules = CATALOGUE.texts_for("en"), standard()
    trump = Trump.of(rules, Rank.TWO, Suit.HEARTS)
    trick = SimpleNamespace(plays=(SimpleNamespace(cards=parse_cards("H4")),))
    view = SimpleNamespace(ask=Ask.FOLLOW, trump=trump, trick=trick, hand=parse_cards("HA C2 BJ H2 DA"))
    words = format_rule_behind(parse_rule_behind("must_follow_suit"), texts, rules, view)
    assert words.endswith("Your trumps: big joker, 2 of hearts, 2 of clubs, ace of hearts.")


def test_refusal_without_rule_has_no_why_button():
    known = {explained for explained, _, _ in EXPLAINED}
    for reason in Reason.list_keys():
        assert bool(explain_button("t7", IllegalAction(reason), CATALOGUE.texts_for("en"))) == (reason in known)
        assert (reason in NO_RULE) == (reason not in known)


def test_table_refusal_has_no_why_button():
    for reason in TableRefusal.list_keys():
        assert explain_button("t7", TableRefused(reason), CATALOGUE.texts_for("en")) == (), reason


@pytest.mark.parametrize("locale", TAGS)
async def test_found_option_is_shown_only_with_its_group(locale):
    texts = CATALOGUE.texts_for(locale)
    book = rulebook_from_preset("standard")
    shown = (await rulebook_view(KIT, book, "options.show_throw_stopper", texts)).blocks[0].words
    assert shown.count("###") == 1
    assert f"**{texts.format_option('show_throw_stopper')}" in shown
    whole = await rulebook_view(KIT, book, "options", texts)
    assert whole.blocks[0].words.count("###") > 5
