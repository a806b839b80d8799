"""The rules to leaf through: a chapter with its picture, a list of chapters, other sets of rules, back and next."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import structlog

from bot.play.occupants import TableId
from bot.play.table import Table
from bot.text.describe.book import CHAPTERS, Chapter, chapter_title, chapters
from bot.ui.body import Block, Body, Button, Option, Select, Shown, Text, in_rows
from bot.ui.controls import control
from bot.ui.kit import Kit
from bot.ui.limits import ALT, OPTION_TEXT, PROMPT
from bot.ui.panels.asked import cut
from bot.ui.panels.illustrations import illustration, illustration_alt
from engine.errors import BadRules
from engine.presets import PRESETS, preset
from engine.rules import Rules

if TYPE_CHECKING:
    from bot.text.catalogue import Texts

log: Final = structlog.get_logger()

ROOM: Final = "rules"
PICTURE: Final = "rules.png"
TABLE: Final = "t"
"""What the source of a table's rules begins with, before its number; other sources are names of presets."""


@dataclass(frozen=True, slots=True)
class Book:
    """A set of rules to be read. `usual` are those of the preset, where a table has changed some of them."""

    source: str
    preset: str
    rules: Rules
    usual: Rules | None = None
    table: TableId | None = None


def book_of_preset(name: str) -> Book:
    """Return the rules of a preset.

    Raises:
        BadRules: there is no such preset.
    """
    return Book(name, name, preset(name))


def book_of_table(table: Table) -> Book:
    """Return the rules of a table, beside those of its preset for as many players."""
    facts = table.facts
    try:
        usual = preset(facts.preset, facts.rules.players)
    except BadRules:
        usual = None
    return Book(f"{TABLE}{table.id}", facts.preset, facts.rules, None if usual == facts.rules else usual, table.id)


async def book_body(kit: Kit, book: Book, key: str, texts: "Texts", *, four_colour: bool = True) -> Body:
    """Return a chapter; the first where these rules have none of this key."""
    found = chapters(texts, book.rules, book.usual)
    at = next((n for n, chapter in enumerate(found) if chapter.key == key), 0)
    words = _words(book, found, at, texts)
    picture = await _picture(kit, book, found[at], texts, four_colour=four_colour)
    return Body(
        (words, *picture, _chapters(book, found, at, texts), _presets(book, texts), _turns(book, found, at, texts))
    )


def nearest(key: str) -> str:
    """Return the chapter that stands for a key that is none any more."""
    return key if key in CHAPTERS else CHAPTERS[0]


def _words(book: Book, found: tuple[Chapter, ...], at: int, texts: "Texts") -> Text:
    chapter = found[at]
    name = texts.preset(book.preset)
    heading = texts.say("book.heading_table" if book.table else "book.heading", preset=name, table=book.table or 0)
    page = texts.say("book.page", page=at + 1, pages=len(found))
    lines = [f"## {heading}", f"### {chapter.title}", *_lines(chapter), f"-# {page}"]
    if chapter.changed:
        lines.append(f"-# {texts.say('book.changed', preset=name)}")
    return Text("\n".join(lines))


def _lines(chapter: Chapter) -> list[str]:
    if len(chapter.lines) == 1 and not chapter.changed:
        return list(chapter.lines)
    return [f"- ◆ **{line}**" if n in chapter.changed else f"- {line}" for n, line in enumerate(chapter.lines)]


async def _picture(kit: Kit, book: Book, chapter: Chapter, texts: "Texts", *, four_colour: bool) -> tuple[Block, ...]:
    """Return the picture of a chapter, if it has one; in words if it cannot be drawn."""
    picture = illustration(chapter.key, book.rules, chapter.title, texts, four_colour=four_colour)
    if picture is None:
        return ()
    alt = cut(illustration_alt(chapter.key, book.rules, texts), ALT)
    try:
        drawn = await kit.artist.draw(picture)
    except Exception:  # an example that cannot be drawn is told in words
        log.exception("an illustration could not be drawn", chapter=chapter.key)
        return (Text(alt),)
    return (Shown(drawn.png, alt, PICTURE),)


def _chapters(book: Book, found: tuple[Chapter, ...], at: int, texts: "Texts") -> Select:
    options = tuple(
        Option(chapter.key, cut(f"{n}. {chapter_title(texts, chapter.key)}", OPTION_TEXT), "", n == at + 1)
        for n, chapter in enumerate(found, 1)
    )
    return Select(control(ROOM, book.source, "at"), cut(texts.say("book.chapters"), PROMPT), options)


def _presets(book: Book, texts: "Texts") -> Select:
    options = tuple(
        Option(
            name, cut(texts.preset(name), OPTION_TEXT), cut(texts.preset_about(name), OPTION_TEXT), name == book.source
        )
        for name in PRESETS
    )
    return Select(control(ROOM, book.source, "of"), cut(texts.say("book.presets"), PROMPT), options)


def _turns(book: Book, found: tuple[Chapter, ...], at: int, texts: "Texts") -> Block:
    def button(words: str, to: int, way: str) -> Button:
        there = 0 <= to < len(found)
        key = found[to if there else at].key
        return Button(control(ROOM, book.source, way, key), cut(texts.say(words)), disabled=not there)

    return in_rows((button("book.back", at - 1, "back"), button("book.next", at + 1, "next")))[0]
