"""Divides a chapter of the rulebook into pages that fit the screen of a phone."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil
from typing import Final
from unicodedata import east_asian_width

from bot.render.learning.rule_examples_scene import measure_example
from bot.text.catalogue import Texts
from bot.text.describe.rulebook import RULES_PREFIX, Chapter, Sentence
from bot.ui.learn.illustrations import RuleExample, build_picture, list_examples
from engine.model.rules import Rules

SPACE: Final = 438
"""The pixels of a page 390 columns wide for its sentences and their picture, besides headings and controls."""
_LINE: Final = 22
_LINE_WIDTH: Final = 250
"""Width of a line of a list, in pixels."""
_NARROW, _WIDE = 7.7, 17.0
"""Width of a letter, and of a Chinese character or a suit's sign, in pixels; rather too wide than too narrow."""
_PICTURE_SCALE: Final = 0.5
"""The scale of a picture on a phone."""
_PICTURE_MARGIN: Final = 44
_CHANGED: Final = 20
"""The pixels of a second line below the sentences, which explains the mark."""
_TOGETHER: Final = 2
"""How many examples belong together: one that is right and one that is wrong."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page: sentences, and the examples of some of them."""

    chapter: Chapter
    number: int
    """The number of the page in its chapter, from 1."""
    sentences: tuple[Sentence, ...]
    examples: tuple[RuleExample, ...]


@dataclass(frozen=True, slots=True)
class _Entry:
    """A sentence with its examples."""

    sentence: Sentence
    examples: tuple[RuleExample, ...]
    height: int
    picture_height: int


def list_pages(chapters: tuple[Chapter, ...], rules: Rules, texts: Texts) -> tuple[Page, ...]:
    """Return all pages of a book."""
    return tuple(page for chapter in chapters for page in _divide(chapter, rules, texts))


def _divide(chapter: Chapter, rules: Rules, texts: Texts) -> Iterator[Page]:
    groups: list[list[_Entry]] = [[]]
    for entry in _list_entries(chapter, rules, texts):
        if groups[-1] and _measure([*groups[-1], entry]) > SPACE:
            groups.append([])
        groups[-1].append(entry)
    for number, group in enumerate(groups, 1):
        examples = tuple(one for entry in group for one in entry.examples)
        yield Page(chapter, number, tuple(entry.sentence for entry in group), examples)


def _list_entries(chapter: Chapter, rules: Rules, texts: Texts) -> Iterator[_Entry]:
    section, shown = chapter.key.removeprefix(RULES_PREFIX), set[str]()
    for sentence in chapter.sentences:
        examples = () if sentence.name in shown else list_examples(section, sentence.name, rules)
        shown.add(sentence.name)
        yield from _split_entry(_make_entry(sentence, examples, texts), texts)


def _make_entry(sentence: Sentence, examples: tuple[RuleExample, ...], texts: Texts) -> _Entry:
    return _Entry(sentence, examples, _measure_text(sentence.text), _measure_picture(examples, texts))


def _split_entry(entry: _Entry, texts: Texts) -> Iterator[_Entry]:
    """Yield the entry; one with too many examples is yielded several times, each with as many pairs as fit."""
    if len(entry.examples) <= _TOGETHER or _measure([entry]) <= SPACE:
        yield entry
        return
    fitting = (
        one
        for number in range(len(entry.examples) - _TOGETHER, 0, -_TOGETHER)
        if _measure([one := _make_entry(entry.sentence, entry.examples[:number], texts)]) <= SPACE
    )
    first = next(fitting, _make_entry(entry.sentence, entry.examples[:_TOGETHER], texts))
    yield first
    yield from _split_entry(_make_entry(entry.sentence, entry.examples[len(first.examples) :], texts), texts)


def _measure(entries: list[_Entry]) -> int:
    pictures = sum(entry.picture_height for entry in entries)
    foot = _CHANGED if any(entry.sentence.is_changed for entry in entries) else 0
    return sum(entry.height for entry in entries) + pictures + (_PICTURE_MARGIN if pictures else 0) + foot


def _measure_text(text: str) -> int:
    width = sum(_WIDE if east_asian_width(letter) in "WFA" else _NARROW for letter in text.replace("**", ""))
    return _LINE * ceil(width / _LINE_WIDTH)


def _measure_picture(examples: tuple[RuleExample, ...], texts: Texts) -> int:
    picture = build_picture(examples, texts, four_colour=True)
    return ceil(sum(measure_example(one) for one in picture.examples) * _PICTURE_SCALE)
