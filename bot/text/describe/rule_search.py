"""Searches a rulebook for words of any language."""

import re
from collections.abc import Iterator, Sequence
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
Place = tuple[str, int]
"""A chapter's key and the index of a sentence in it."""


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
    searchable = _list_searchable(languages, rules)
    ranked = []
    for chapter in list_chapters(reader, rules):
        for at, sentence in enumerate(chapter.sentences if chapter.key != HOUSE else ()):  # all options have them too
            names, whole = searchable[chapter.key, at]
            if all(_has_word(whole, word) for word in words):
                rank = min(sum(not _has_word(name, word) for word in words) for name in names)
                ranked.append((rank, Found(chapter, sentence)))
    return tuple(found for _, found in sorted(ranked, key=lambda one: one[0]))


def _has_word(text: str, word: str) -> bool:
    """Return whether a text has a word, or one that begins with it; Chinese words have no space before them."""
    return bool(re.search(rf"(?<![a-z]){re.escape(word)}", text))


def _list_searchable(languages: Sequence[Messages], rules: Rules) -> dict[Place, tuple[list[str], str]]:
    """Return each sentence with its names, one for each language, and its whole searchable text."""
    names: dict[Place, list[str]] = {}
    texts: dict[Place, list[str]] = {}
    for messages in languages:
        for place, title, sentence in _list_places(messages, rules):
            name = _name(messages, sentence)
            names.setdefault(place, []).append(name.casefold())
            own = f"{title} {name} {sentence.name} {sentence.text} {' '.join(_OTHER_NAMES.get(sentence.name, ()))}"
            texts.setdefault(place, []).append(own.casefold())
    return {place: (names[place], " ".join(found).replace("**", "")) for place, found in texts.items()}


def _list_places(messages: Messages, rules: Rules) -> Iterator[tuple[Place, str, Sentence]]:
    for chapter in list_chapters(messages, rules):
        for at, sentence in enumerate(chapter.sentences):
            yield (chapter.key, at), chapter.title, sentence


def _name(messages: Messages, sentence: Sentence) -> str:
    """Return the name of the sentence's option, or the terms that it explains."""
    if sentence.name in OPTION_NAMES:
        return format_option(messages, sentence.name)
    return " ".join(_TERM.findall(sentence.text))
