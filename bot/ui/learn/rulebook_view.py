"""A page of the rulebook: sentences with their examples, and controls for other pages and rules."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.ids import TableId
from bot.play.house_rules import HouseRules
from bot.play.tables.table import Table
from bot.text.catalogue import Texts
from bot.text.describe import rulebook
from bot.text.describe.guide_sentences import RESULTS
from bot.text.describe.rule_search import Found
from bot.text.describe.seat_names import escape_name
from bot.ui.core.interactions.explain_refusal import RulebookAction, RulebookControl
from bot.ui.core.messages.custom_id_codec import SEPARATOR
from bot.ui.core.messages.discord_limits import MAX_ALT_TEXT_LENGTH, MAX_OPTION_LENGTH, MAX_OPTIONS, format_label
from bot.ui.core.messages.labelled import labelled_select, select_option
from bot.ui.core.messages.message import Block, Button, Buttons, Message, Select, Text
from bot.ui.core.pictures.picture_blocks import picture_blocks
from bot.ui.core.rule_sets import RuleSet, find_house_rules, rule_set_options
from bot.ui.core.services import Services
from bot.ui.learn.book_pages import Page, list_pages
from bot.ui.learn.illustrations import build_picture, format_alt_text
from engine.model.presets import find_preset, preset, preset_with
from engine.model.rules import Rules

TABLE_PREFIX: Final = "t"
"""The letter before a table's number in a `source` that names a table. Other sources name presets or house rules."""

_MAX_WANTED: Final = 50
"""How many characters of a search fit into an id."""


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A set of rules to read. The page marks rules that differ from `usual`, the rules of the preset `origin`."""

    source: str
    preset: str
    rules: Rules
    usual: Rules | None = None
    table: TableId | None = None
    house: str = ""
    """The name of house rules; empty for others."""
    origin: str = ""


def rulebook_from_preset(name: str) -> Rulebook:
    """Return the rules of a preset. Raises InvalidRules: there is no such preset."""
    return Rulebook(name, name, preset(name))


def rulebook_from_table(table: Table, houses: Sequence[HouseRules] = ()) -> Rulebook:
    """Return a table's rules, compared with the preset for its player count. `houses` are the server's house rules."""
    house = find_house_rules(houses, table.facts)
    book = _compare_with_preset(f"{TABLE_PREFIX}{table.id}", table.facts.preset, table.facts.rules)
    return replace(book, table=table.id, house="" if house is None else house.name)


def rulebook_from_rule_set(chosen: RuleSet) -> Rulebook:
    """Return the rules of a preset or of house rules, compared with the preset for the same number of players."""
    book = _compare_with_preset(chosen.source, chosen.preset, preset_with(chosen.preset, **chosen.changes))
    return replace(book, house=chosen.name)


def _compare_with_preset(source: str, name: str, rules: Rules) -> Rulebook:
    usual = find_preset(name, players=rules.players)
    return Rulebook(source, name, rules, None if usual == rules else usual, origin=name)


def has_sentence(book: Rulebook, place: str, texts: Texts) -> bool:
    """Return whether `place` names a sentence of these rules."""
    chapters = {one.key: one for one in rulebook.list_chapters(texts, book.rules)}
    key, _, name = place.partition(rulebook.PLACE_SEPARATOR)
    return key in chapters and any(one.name == name for one in chapters[key].sentences)


def list_offers(found: Sequence[Found], texts: Texts) -> dict[str, str]:
    """Return a text for each place that a search found, cut to the length of a select's option."""
    plain = {one.place: (one.chapter.title, one.sentence.text.replace("**", "")) for one in found}
    words = {place: texts.say("book.found", chapter=title, sentence=said) for place, (title, said) in plain.items()}
    return {place: format_label(said, MAX_OPTION_LENGTH) for place, said in words.items()}


async def rulebook_view(
    services: Services, book: Rulebook, place: str, texts: Texts, houses: Sequence[HouseRules] = ()
) -> Message:
    """Return the page at `place`, which is a `RulebookControl.chapter`.

    If the chapter has no such page, return its first page; if there is no such chapter, return the book's first page.
    """
    chapters = rulebook.list_chapters(texts, book.rules, book.usual)
    pages = list_pages(chapters, book.rules, texts)
    at, name = _find_page(pages, place)
    page = _cut_to_group(pages[at], name)
    blocks = [
        _format_page(book, page, (at + 1, len(pages)), name, texts),
        *await _render(services, page, texts),
        _chapter_select(book, chapters, page.chapter if page == pages[at] else None, texts),
    ]
    if at == 0 or pages[at].chapter.key == rulebook.HOUSE:  # other pages need this select's space for pictures
        rule_sets = rule_set_options(houses, book.source, texts)
        id_ = RulebookControl(book.source, RulebookAction.OF)
        blocks.append(labelled_select(id_, texts, "book.presets", rule_sets))
    return Message((*blocks, _pager(book, pages, at, texts)))


def with_found(page: Message, book: Rulebook, place: str, wanted: str, found: Sequence[Found], texts: Texts) -> Message:
    """Return a page with a select of the other places that a search found. Without any, return the page unchanged."""
    others = [select_option(one, name) for one, name in list_offers(found, texts).items() if one != place]
    if not others:
        return page
    control = RulebookControl(book.source, RulebookAction.AT, wanted=wanted.replace(SEPARATOR, " ")[:_MAX_WANTED])
    hits = labelled_select(control, texts, "book.hits", others[:MAX_OPTIONS])
    at = next(at for at, block in enumerate(page.blocks) if isinstance(block, Select))
    return replace(page, blocks=(*page.blocks[:at], hits, *page.blocks[at:]))


def _find_page(pages: tuple[Page, ...], place: str) -> tuple[int, str]:
    """Return the index of a page, and the name of the sentence to highlight, if any."""
    key, _, rest = place.partition(rulebook.PLACE_SEPARATOR)
    key = rulebook.resolve_chapter(key)
    own = [at for at, page in enumerate(pages) if page.chapter.key == key] or [0]
    named = (at for at in own if any(one.name == rest for one in pages[at].sentences))
    numbered = (at for at in own if str(pages[at].number) == rest)
    return (*named, *numbered, own[0])[0], rest


def _cut_to_group(page: Page, name: str) -> Page:
    """Return only the sentences with the same heading as the sentence `name`. Without headings, return the page."""
    named = next((at for at, one in enumerate(page.sentences) if one.name == name), None)
    headings = [at for at, one in enumerate(page.sentences) if one.heading]
    if named is None or not headings:
        return page
    first = max((at for at in headings if at <= named), default=0)
    last = min((at for at in headings if at > named), default=None)
    return replace(page, sentences=page.sentences[first:last])


def _format_page(book: Rulebook, page: Page, numbers: tuple[int, int], name: str, texts: Texts) -> Text:
    number, most = numbers
    called = escape_name(book.house) if book.house else texts.format_preset(book.preset)
    key = "book.heading_table" if book.table else "book.heading"
    foot = [texts.say(key, preset=called, table=book.table or 0), texts.say("book.page", page=number, pages=most)]
    if any(one.is_changed for one in page.sentences):
        foot.append(texts.say("book.changed", preset=texts.format_preset(book.origin)))
    lines = list(_list_paragraphs(page, name, texts))
    return Text("\n".join((f"## {page.chapter.title}", *lines, f"-# {' · '.join(foot)}")))


def _list_paragraphs(page: Page, name: str, texts: Texts) -> Iterator[str]:
    """Yield the paragraphs of a page. A chapter that is a list yields its lines. The sentence called `name` is bold."""
    paragraphs: list[list[str]] = []
    for one in page.sentences:
        text = f"**{one.text.replace('**', '')}**" if one.name == name else one.text
        text = f"◆ {text}" if one.is_changed else text
        is_line = one.name == RESULTS or not page.chapter.is_guide
        if one.starts or is_line or not paragraphs:
            paragraphs += [[f"### {one.heading}"], []] if one.heading else [[]]
        paragraphs[-1].append(f"- {text}" if is_line else text)
    yield from map(texts.join_sentences, paragraphs)


async def _render(services: Services, page: Page, texts: Texts) -> tuple[Block, ...]:
    if not page.examples:
        return ()
    alt = format_label(format_alt_text(page.examples, texts), MAX_ALT_TEXT_LENGTH)
    picture = build_picture(page.examples, texts, four_colour=True)
    return await picture_blocks(services, picture, alt, "rules.png", chapter=page.chapter.key)


def _chapter_select(
    book: Rulebook, chapters: tuple[rulebook.Chapter, ...], shown: rulebook.Chapter | None, texts: Texts
) -> Select:
    """Return the select of chapters. `shown` is selected; if it is None, users can also choose the chapter they see."""
    titles = [f"{n}. {rulebook.format_chapter_title(texts, one.key)}" for n, one in enumerate(chapters, 1)]
    options = [select_option(one.key, title, chosen=one == shown) for one, title in zip(chapters, titles, strict=True)]
    return labelled_select(RulebookControl(book.source, RulebookAction.AT), texts, "book.chapters", options)


def _pager(book: Rulebook, pages: tuple[Page, ...], at: int, texts: Texts) -> Block:
    def button(words: str, to: int, way: RulebookAction) -> Button:
        there = 0 <= to < len(pages)
        page = pages[to if there else at]
        place = f"{page.chapter.key}{rulebook.PLACE_SEPARATOR}{page.number}" if page.number > 1 else page.chapter.key
        return Button(RulebookControl(book.source, way, place), texts.say(words), disabled=not there)

    return Buttons((button("book.back", at - 1, RulebookAction.BACK), button("book.next", at + 1, RulebookAction.NEXT)))
