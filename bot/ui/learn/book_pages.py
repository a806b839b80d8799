"""Divides a chapter of the rulebook into pages that fit the screen of a phone."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final
from unicodedata import east_asian_width

from bot.render.learning.rule_examples_scene import measure_example
from bot.text.catalogue import Texts
from bot.text.describe.guide import MOST_SENTENCES, Sentence
from bot.text.describe.guide_sentences import RESULTS
from bot.text.describe.rulebook import Chapter
from bot.ui.learn.illustrations import EXAMPLE_NAMES, RuleExample, build_picture, list_examples
from engine.model.rules import Rules

SPACE: Final = 520
"""The height in pixels that a page's sentences and picture may have on a phone whose screen is 390 pixels wide."""
_LINE: Final = 22
_LINE_WIDTH: Final = 290
"""Width of a line of text, in pixels."""
_NARROW, _WIDE = 7.7, 17.0
"""The widths of a letter and of a Chinese character or suit sign, in pixels. The estimates are a little too wide."""
_PICTURE_SCALE: Final = 0.5
"""The size of a picture on a phone, as a fraction of its full size."""
_PICTURE_MARGIN: Final = 44
_LONGEST: Final = 3000
"""The most characters of a list on one page, because Discord limits the length of a message."""
_TOGETHER: Final = 2
"""How many examples belong together. Most pairs have a right example and a wrong one."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the rulebook, with sentences and the examples of some of them."""

    chapter: Chapter
    number: int
    """The number of the page in its chapter, from 1."""
    sentences: tuple[Sentence, ...]
    examples: tuple[RuleExample, ...]


def list_pages(chapters: tuple[Chapter, ...], rules: Rules, texts: Texts) -> tuple[Page, ...]:
    """Return all pages of a book."""
    return tuple(page for chapter in chapters for page in _divide(chapter, rules, texts))


def _divide(chapter: Chapter, rules: Rules, texts: Texts) -> Iterator[Page]:
    groups: list[list[Sentence]] = [[]]
    for sentence in chapter.sentences:
        if groups[-1] and _is_full(chapter, [*groups[-1], sentence]):
            groups.append([])
        groups[-1].append(sentence)
    for number, group in enumerate(groups, 1):
        examples = tuple(_list_fitting_examples(group, rules, texts)) if chapter.is_guide else ()
        yield Page(chapter, number, tuple(group), examples)


def _is_full(chapter: Chapter, sentences: Sequence[Sentence]) -> bool:
    if chapter.is_guide:
        return sum(one.name != RESULTS for one in sentences) > MOST_SENTENCES
    return sum(len(one.text) for one in sentences) > _LONGEST


def _list_fitting_examples(sentences: Sequence[Sentence], rules: Rules, texts: Texts) -> Iterator[RuleExample]:
    """Yield the examples that fit on the page. If only one example of a pair fits, yield the first."""
    left = SPACE - _PICTURE_MARGIN - _measure_paragraphs(sentences)
    names = {one.name for one in sentences}
    for name in (one for one in EXAMPLE_NAMES if one in names):
        examples = list_examples(name, rules)
        for at in range(0, len(examples), _TOGETHER):
            pair = examples[at : at + _TOGETHER]
            fitting = next((one for one in (pair, pair[:1]) if _measure_picture(one, texts) <= left), ())
            left -= _measure_picture(fitting, texts)
            yield from fitting


def _measure_paragraphs(sentences: Sequence[Sentence]) -> int:
    paragraphs: list[str] = []
    for one in sentences:
        if one.starts or not paragraphs:
            paragraphs.append("")
        paragraphs[-1] += f" {one.text}"
    return sum(map(_measure_text, paragraphs))


def _measure_text(text: str) -> int:
    width = sum(_WIDE if east_asian_width(letter) in "WFA" else _NARROW for letter in text.replace("**", ""))
    return _LINE * ceil(width / _LINE_WIDTH)


def _measure_picture(examples: tuple[RuleExample, ...], texts: Texts) -> int:
    picture = build_picture(examples, texts, four_colour=True)
    return ceil(sum(measure_example(one) for one in picture.examples) * _PICTURE_SCALE)
