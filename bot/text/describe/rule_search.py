"""Search in a rulebook, with the words of any language."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.text.describe.option_values import OPTION_NAMES
from bot.text.describe.rulebook import Chapter, Sentence, list_chapters
from bot.text.describe.rules import format_option
from bot.text.messages import Messages
from engine.model.rules import Rules

Place = tuple[str, int]
"""A chapter's key and the index of a sentence in it."""


@dataclass(frozen=True, slots=True)
class Found:
    """A sentence that was looked for, with its chapter."""

    chapter: Chapter
    sentence: Sentence


def search_rules(reader: Messages, languages: Sequence[Messages], rules: Rules, wanted: str) -> tuple[Found, ...]:
    """Return the sentences that have all the words of `wanted`, in the reader's language, the likeliest first.

    Words count in any of the `languages`: in a sentence, in its option's name, and in its chapter's title.
    """
    words = wanted.casefold().split()
    searchable = _list_searchable(languages, rules)
    ranked = []
    for chapter in list_chapters(reader, rules):
        for at, sentence in enumerate(chapter.sentences):
            names, whole = searchable[chapter.key, at]
            if all(word in whole for word in words):
                rank = min(sum(word not in name for word in words) for name in names)
                ranked.append((rank, Found(chapter, sentence)))
    return tuple(found for _, found in sorted(ranked, key=lambda one: one[0]))


def _list_searchable(languages: Sequence[Messages], rules: Rules) -> dict[Place, tuple[list[str], str]]:
    """Return for each sentence its names, one for each language, and everything that can be searched."""
    names: dict[Place, list[str]] = {}
    texts: dict[Place, list[str]] = {}
    for messages in languages:
        for place, title, sentence in _list_places(messages, rules):
            name = format_option(messages, sentence.name) if sentence.name in OPTION_NAMES else sentence.name
            names.setdefault(place, []).append(name.casefold())
            texts.setdefault(place, []).append(f"{title} {name} {sentence.name} {sentence.text}".casefold())
    return {place: (names[place], " ".join(found).replace("**", "")) for place, found in texts.items()}


def _list_places(messages: Messages, rules: Rules) -> Iterator[tuple[Place, str, Sentence]]:
    for chapter in list_chapters(messages, rules):
        for at, sentence in enumerate(chapter.sentences):
            yield (chapter.key, at), chapter.title, sentence
