"""A page of the rule book: a chapter with its picture, and controls for other chapters and rules."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import structlog

from bot.ids import TableId
from bot.play.house_rules import HouseRules
from bot.play.table import Table
from bot.text.catalogue import Texts
from bot.text.describe.rulebook import CHAPTER_KEYS, FORMER_CHAPTERS, Chapter, format_chapter_title, list_chapters
from bot.text.describe.seat_names import escape_name
from bot.ui.core.limits import MAX_ALT_TEXT_LENGTH, MAX_OPTION_LENGTH, MAX_PLACEHOLDER_LENGTH, format_label
from bot.ui.core.message import Block, Button, Message, Picture, Select, SelectOption, Text, button_rows
from bot.ui.core.refusals import RulebookAction, RulebookControl
from bot.ui.core.rule_sets import RuleSet, find_house_rules, rule_set_options
from bot.ui.core.services import Services
from bot.ui.learn.illustrations import find_illustration, illustration_alt_text
from engine.model.errors import InvalidRules
from engine.model.presets import preset, preset_with
from engine.model.rules import Rules

log: Final = structlog.get_logger()

PICTURE_FILENAME: Final = "rules.png"
TABLE_PREFIX: Final = "t"
"""What the source of a table's rules begins with, before its number; other sources are names of presets."""


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A set of rules to be read. `preset_rules` are those of the preset, where a table has changed some of them."""

    source: str
    preset: str
    rules: Rules
    preset_rules: Rules | None = None
    table: TableId | None = None
    house: str = ""
    """The name of house rules; empty for others."""


def rulebook_from_preset(name: str) -> Rulebook:
    """Return the rules of a preset.

    Raises:
        InvalidRules: there is no such preset.
    """
    return Rulebook(name, name, preset(name))


def rulebook_from_table(table: Table, houses: Sequence[HouseRules] = ()) -> Rulebook:
    """Return the rules of a table, beside those of its preset for as many players. `houses`: those of its server."""
    facts = table.facts
    try:
        usual = preset(facts.preset, facts.rules.players)
    except InvalidRules:
        usual = None
    house = find_house_rules(houses, facts)
    source, name = f"{TABLE_PREFIX}{table.id}", "" if house is None else house.name
    return Rulebook(source, facts.preset, facts.rules, None if usual == facts.rules else usual, table.id, name)


def rulebook_from_rule_set(chosen: RuleSet) -> Rulebook:
    """Return the rules of a preset or of house rules, beside those of the preset for as many players."""
    rules = preset_with(chosen.preset, **chosen.changes)
    usual = preset(chosen.preset, rules.players)
    return Rulebook(chosen.source, chosen.preset, rules, None if usual == rules else usual, house=chosen.name)


async def rulebook_view(
    services: Services,
    book: Rulebook,
    key: str,
    texts: Texts,
    houses: Sequence[HouseRules] = (),
    *,
    four_colour: bool = True,
) -> Message:
    """Return a chapter; the first where these rules have none of this key. `houses`: those of the server."""
    found = list_chapters(texts, book.rules, book.preset_rules)
    at = next((n for n, chapter in enumerate(found) if chapter.key == key), 0)
    words = _format_page(book, found, at, texts)
    picture = await _draw(services, book, found[at], texts, four_colour=four_colour)
    return Message(
        (
            words,
            *picture,
            _chapters(book, found, at, texts),
            _rule_sets(book, houses, texts),
            _pager(book, found, at, texts),
        )
    )


def resolve_chapter(key: str) -> str:
    """Return the key, or the first chapter's if there is no longer such a chapter."""
    key = FORMER_CHAPTERS.get(key, key)
    return key if key in CHAPTER_KEYS else CHAPTER_KEYS[0]


def _format_page(book: Rulebook, found: tuple[Chapter, ...], at: int, texts: Texts) -> Text:
    chapter = found[at]
    name = texts.format_preset(book.preset)
    called = escape_name(book.house) if book.house else name
    heading = texts.say("book.heading_table" if book.table else "book.heading", preset=called, table=book.table or 0)
    page = texts.say("book.page", page=at + 1, pages=len(found))
    lines = [f"## {heading}", f"### {chapter.title}", *_format_lines(chapter), f"-# {page}"]
    if chapter.changed_lines:
        lines.append(f"-# {texts.say('book.changed', preset=name)}")
    return Text("\n".join(lines))


def _format_lines(chapter: Chapter) -> list[str]:
    if len(chapter.lines) == 1 and not chapter.changed_lines:
        return list(chapter.lines)
    return [f"- ◆ **{line}**" if n in chapter.changed_lines else f"- {line}" for n, line in enumerate(chapter.lines)]


async def _draw(
    services: Services, book: Rulebook, chapter: Chapter, texts: Texts, *, four_colour: bool
) -> tuple[Block, ...]:
    """Return the picture of a chapter, if it has one; as text if it cannot be drawn."""
    picture = find_illustration(chapter.key, book.rules, chapter.title, texts, four_colour=four_colour)
    if picture is None:
        return ()
    alt = format_label(illustration_alt_text(chapter.key, book.rules, texts), MAX_ALT_TEXT_LENGTH)
    try:
        drawn = await services.renderer.render(picture)
    except Exception:  # if drawing fails, the text stands in
        log.exception("an illustration could not be drawn", chapter=chapter.key)
        return (Text(alt),)
    return (Picture(drawn.png, alt, PICTURE_FILENAME),)


def _chapters(book: Rulebook, found: tuple[Chapter, ...], at: int, texts: Texts) -> Select:
    options = tuple(
        SelectOption(
            chapter.key,
            format_label(f"{n}. {format_chapter_title(texts, chapter.key)}", MAX_OPTION_LENGTH),
            "",
            n == at + 1,
        )
        for n, chapter in enumerate(found, 1)
    )
    return Select(
        RulebookControl(book.source, RulebookAction.AT),
        format_label(texts.say("book.chapters"), MAX_PLACEHOLDER_LENGTH),
        options,
    )


def _rule_sets(book: Rulebook, houses: Sequence[HouseRules], texts: Texts) -> Select:
    return Select(
        RulebookControl(book.source, RulebookAction.OF),
        format_label(texts.say("book.presets"), MAX_PLACEHOLDER_LENGTH),
        rule_set_options(houses, book.source, texts),
    )


def _pager(book: Rulebook, found: tuple[Chapter, ...], at: int, texts: Texts) -> Block:
    def button(words: str, to: int, way: RulebookAction) -> Button:
        there = 0 <= to < len(found)
        key = found[to if there else at].key
        return Button(RulebookControl(book.source, way, key), format_label(texts.say(words)), disabled=not there)

    return button_rows(
        (button("book.back", at - 1, RulebookAction.BACK), button("book.next", at + 1, RulebookAction.NEXT))
    )[0]
