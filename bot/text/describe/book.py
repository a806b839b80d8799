"""The rules as a book: the game told from the beginning, then every rule of a table, then the words of the game."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from bot.text.describe.basics import basics
from bot.text.describe.rules import SECTIONS, Section, rules_parts
from bot.text.describe.teaching import GLOSSARY, PRIMER, glossary, primer_parts
from bot.text.words import Words
from engine.rules import Rules

RULES: Final = "rules-"
"""What keys of the chapters about rules begin with: some are called as those of the primer are."""
WORDS: Final = ("words-1", "words-2")
CHAPTERS: Final = (*PRIMER, *(f"{RULES}{one}" for one in SECTIONS), *WORDS)
"""Keys of all chapters that a book can have, in order. They stand in ids, so none is ever given another meaning."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter: `key` finds it again, `changed` are the numbers of the lines that are not as in the usual rules."""

    key: str
    title: str
    lines: tuple[str, ...]
    changed: frozenset[int] = frozenset()


def chapters(words: Words, rules: Rules, usual: Rules | None = None) -> tuple[Chapter, ...]:
    """Return the book of these rules. `usual`: the rules that they were made from by changing some."""
    return (*_primer(words, rules), *_rules(words, rules, usual), *_glossary(words))


def chapter_key(key: str) -> str:
    """Return the key of the words that a chapter is called by."""
    return f"primer.{key}.title" if key in PRIMER else f"book.{key}"


def chapter_title(words: Words, key: str) -> str:
    """Return what a chapter is called."""
    return words.say(chapter_key(key))


def _primer(words: Words, rules: Rules) -> Iterator[Chapter]:
    for key, section in primer_parts(words, rules):
        yield Chapter(key, section.title, section.lines)


def _rules(words: Words, rules: Rules, usual: Rules | None) -> Iterator[Chapter]:
    known = {key: section.lines for key, section in rules_parts(words, usual)} if usual is not None else {}
    for key, section in rules_parts(words, rules, usual):
        lines = known.get(key, section.lines if usual is None else ())
        opening = basics(words, key, rules)
        changed = frozenset(n for n, line in enumerate(section.lines, len(opening)) if line not in lines)
        yield Chapter(RULES + key, chapter_title(words, RULES + key), (*opening, *section.lines), changed)


def _glossary(words: Words) -> Iterator[Chapter]:
    entries = [_entry(words, one) for one in glossary(words)]
    half = (len(GLOSSARY) + 1) // 2
    for key, part in zip(WORDS, (entries[:half], entries[half:]), strict=True):
        yield Chapter(key, chapter_title(words, key), tuple(part))


def _entry(words: Words, one: Section) -> str:
    return words.say("book.word", word=one.title, meaning=" ".join(one.lines))
