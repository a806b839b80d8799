"""Searches a rulebook for words of any language."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.text.describe.option_values import OPTION_NAMES
from bot.text.describe.rulebook import HOUSE, Chapter, Sentence, list_chapters
from bot.text.describe.rules import format_option
from bot.text.languages import LANGUAGES
from bot.text.messages import Messages
from engine.model.rules import Rules

_SHORTEST_PLURAL: Final = 4
_TERM: Final = re.compile(r"\*\*(.+?)\*\*")
"""A term stands in bold where it is explained."""
_OTHER_NAMES: Final = {name: words for language in LANGUAGES for name, words in language.typed.options.items()}


@dataclass(frozen=True, slots=True)
class Found:
    """A sentence that was looked for, with its chapter."""

    chapter: Chapter
    sentence: Sentence


def search_rules(reader: Messages, languages: Sequence[Messages], rules: Rules, wanted: str) -> tuple[Found, ...]:
    """Return the sentences that have all the words of `wanted`, in the reader's language, the likeliest first.

    Words count in any of the `languages`: in a sentence, in its option's name, and in its chapter's title. A sentence
    that explains the words, or whose option is called so, comes first.
    """
    words = wanted.casefold().split()
    found = _search(reader, languages, rules, words)
    return found or _search(reader, languages, rules, [_to_singular(word) for word in words])


def _to_singular(word: str) -> str:
    """Return an English word without the ending of its plural."""
    return word[:-1] if word.endswith("s") and len(word) >= _SHORTEST_PLURAL else word


def _search(reader: Messages, languages: Sequence[Messages], rules: Rules, words: Sequence[str]) -> tuple[Found, ...]:
    ranked = []
    books = [_list_sentences(messages, rules) for messages in languages]
    for own, *same in zip(_list_sentences(reader, rules), *books, strict=True):
        if own.chapter.key == HOUSE:  # all options have them too
            continue
        names = [_name(*one).casefold() for one in zip(languages, same, strict=True)]
        text = " ".join(f"{one.chapter.title} {one.sentence.text}" for one in same).casefold().replace("**", "")
        whole = " ".join((text, *names, own.sentence.name, *_OTHER_NAMES.get(own.sentence.name, ())))
        if all(_has_word(whole, word) for word in words):
            ranked.append((min(sum(not _has_word(name, word) for word in words) for name in names), own))
    return tuple(found for _, found in sorted(ranked, key=lambda one: one[0]))


def _list_sentences(messages: Messages, rules: Rules) -> list[Found]:
    return [Found(chapter, one) for chapter in list_chapters(messages, rules) for one in chapter.sentences]


def _has_word(text: str, word: str) -> bool:
    """Return whether a text has a word, or one that begins with it; Chinese words have no space before them."""
    return bool(re.search(rf"(?<![a-z]){re.escape(word)}", text))


def _name(messages: Messages, found: Found) -> str:
    """Return the name of the sentence's option, or the terms that it explains."""
    if found.sentence.name in OPTION_NAMES:
        return format_option(messages, found.sentence.name)
    return " ".join(_TERM.findall(found.sentence.text))
