"""Searches a rulebook for words in any of the bot's languages."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bot.text.describe.guide import Sentence
from bot.text.describe.guide_sentences import RESULTS
from bot.text.describe.option_values import OPTION_NAMES
from bot.text.describe.rulebook import HOUSE, OPTIONS, Chapter, list_chapters, sentence_place
from bot.text.describe.rules import format_option
from bot.text.languages import LANGUAGES
from bot.text.messages import Messages
from engine.model.rules import Rules

_SHORTEST_PLURAL: Final = 4
_TERM: Final = re.compile(r"\*\*(.+?)\*\*")
"""Matches a term, which is in bold in the sentence that explains it."""
_QUESTIONS: Final = sorted((word for language in LANGUAGES for word in language.typed.questions), key=len, reverse=True)


@dataclass(frozen=True, slots=True)
class Found:
    """A sentence with its chapter."""

    chapter: Chapter
    sentence: Sentence

    @property
    def place(self) -> str:
        """The sentence's place in the rulebook, in the form that custom_ids and command options have."""
        return sentence_place(self.chapter.key, self.sentence.name)


def search_rules(reader: Messages, languages: Sequence[Messages], rules: Rules, wanted: str) -> tuple[Found, ...]:
    """Return the sentences with all the words of `wanted`, best match first, in the reader's language.

    A word may be in any of the `languages`. If no sentence has all words, question words are dropped. If still none has
    all, the sentences that lack the fewest words are returned. None of these lacks over two thirds of the words.
    """
    words = wanted.casefold().split()
    found = _search(reader, languages, rules, words)
    asked = [one for word in words if (one := _drop_question(word))]
    if found or not asked:
        return found
    parts = [part for word in asked for part in _split_word(word)]
    return _search(reader, languages, rules, asked) or _search(reader, languages, rules, parts, len(parts) * 2 // 3)


def _split_word(word: str) -> list[str]:
    """Return an English word as it is. Split Chinese text, which has no spaces, into pairs of adjacent characters."""
    return [word] if word.isascii() else [word[at : at + 2] for at in range(max(1, len(word) - 1))]


def _drop_question(word: str) -> str:
    """Return the word without Chinese question words in it; an empty text if it is an English question word."""
    for question in _QUESTIONS:
        word = word.replace(question, "") if not question.isascii() else "" if word == question else word
    return word


def _search(
    reader: Messages, languages: Sequence[Messages], rules: Rules, words: Sequence[str], may_lack: int = 0
) -> tuple[Found, ...]:
    """Return the sentences that lack the fewest of `words`; none if even these lack more than `may_lack`."""
    ranked = []
    books = [_list_sentences(messages, rules) for messages in languages]
    for own, *same in zip(_list_sentences(reader, rules), *books, strict=True):
        if own.chapter.key == HOUSE:  # the chapter `OPTIONS` has the same rules
            continue
        names = [*(_name(*one) for one in zip(languages, same, strict=True)), *_list_other_names(own)]
        text = " ".join(one.sentence.text for one in same).casefold().replace("**", "")
        options = (format_option(messages, own.sentence.name).casefold() for messages in languages)
        whole = " ".join((text, own.sentence.name, *names, *options, *(one.chapter.title.casefold() for one in same)))
        if (lacks := _count_missing(whole, words)) <= may_lack:
            kind = (own.chapter.is_guide, own.chapter.key == OPTIONS, True).index(True)
            rank = (lacks, kind, min(_count_missing(name, words) for name in names), _count_missing(text, words))
            ranked.append((rank, own))
    ranked.sort(key=lambda one: one[0])
    return tuple(found for rank, found in ranked if rank[0] == ranked[0][0][0])


def _list_other_names(found: Found) -> Iterator[str]:
    for typed in (language.typed for language in LANGUAGES):
        yield from (typed.explained if found.chapter.is_guide else typed.options).get(found.sentence.name, ())


def _list_sentences(messages: Messages, rules: Rules) -> list[Found]:
    return [Found(chapter, one) for chapter in list_chapters(messages, rules) for one in chapter.sentences]


def _count_missing(text: str, words: Sequence[str]) -> int:
    """Count the `words` that begin no word of the text. The `s` of a plural is ignored."""
    return sum(not re.search(rf"(?<![a-z]){re.escape(_to_singular(word))}", text) for word in words)


def _to_singular(word: str) -> str:
    return word[:-1] if word.endswith("s") and len(word) >= _SHORTEST_PLURAL else word


def _name(messages: Messages, found: Found) -> str:
    """Return the name of the sentence's option, or else the terms that the sentence explains."""
    if not found.chapter.is_guide and found.sentence.name in OPTION_NAMES:
        return format_option(messages, found.sentence.name).casefold()
    return "" if found.sentence.name == RESULTS else " ".join(_TERM.findall(found.sentence.text)).casefold()
