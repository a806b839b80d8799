"""Writes the rulebook, with a sentence for each rule in the order a beginner needs, and then the glossary."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from bot.text.describe.lessons import GLOSSARY_KEYS, format_glossary
from bot.text.describe.levels_table import list_result_lines
from bot.text.describe.option_sentences import format_option_sentence
from bot.text.describe.options_in_effect import list_idle_options
from bot.text.describe.rules import RULE_SECTIONS
from bot.text.describe.rules_basics import LAST, list_basics
from bot.text.messages import Messages
from engine.model.errors import Reason
from engine.model.message_keys import MessageKey
from engine.model.rules import Rules

RULES_PREFIX: Final = "rules-"
"""Prefix of the keys of rule chapters."""
GLOSSARY_CHAPTERS: Final = ("words-1", "words-2")
CHAPTER_KEYS: Final = (*(f"{RULES_PREFIX}{one}" for one in RULE_SECTIONS), *GLOSSARY_CHAPTERS)
"""Keys of all possible chapters, in order. They are part of custom ids, so their meaning never changes."""
PLACE_SEPARATOR: Final = "."
"""Separates, in a place of the book, a chapter from a page's number or a sentence's name."""
RESULT_ROWS: Final = "results"
"""The name of the table of results among a chapter's sentences."""
_TABLE_SECTION: Final = "points"
_DECLARING, _LEADING, _FOLLOWING, _FRIENDS = "rules-declaring", "rules-leading", "rules-following", "rules-friends"
REASON_SENTENCES: Final[Mapping[MessageKey[Reason, ...], tuple[str, str]]] = {
    Reason.NOT_A_DECLARATION: (_DECLARING, "declare"),
    Reason.NOT_STRONGER: (_DECLARING, "declare_ladder"),
    Reason.OWN_DECLARATION: (_DECLARING, "own_declaration"),
    Reason.PARTNER_DECLARED: (_DECLARING, "partner_override"),
    Reason.NO_CLAIM: (_DECLARING, "redeal_claim"),
    Reason.MIXED_SUITS: (_LEADING, "lead"),
    Reason.BAD_GROUPING: (_LEADING, "lead"),
    Reason.MUST_FOLLOW_SUIT: (_FOLLOWING, "follow_suit"),
    Reason.MUST_FOLLOW_SHAPE: (_FOLLOWING, "follow"),
    Reason.MUST_PLAY_EXACTLY: (_FOLLOWING, "follow"),
    Reason.MUST_PLAY_RAINBOW: (_LEADING, "rainbows"),
    Reason.THROWS_OFF: ("rules-throws", "throws"),
    Reason.UNSAFE_THROW: ("rules-throws", "throws_safe_only"),
    Reason.MUST_BEAT: ("rules-throws", "must_beat_failed_throw"),
    Reason.WRONG_FRIEND: (_FRIENDS, "friend_cards"),
    Reason.WRONG_FRIEND_COUNT: (_FRIENDS, "friends"),
    Reason.TOO_MANY_POINTS: ("rules-kitty", "max_buried_points"),
    Reason.RESULT_STILL_OPEN: ("rules-points", "early_end"),
}
"""Chapter and name of the rule behind a refusal. Other refusals explain themselves."""


class LedUnit(StrEnum):
    """Single units whose following has a sentence of its own, by a word of custom ids, so it never changes."""

    PAIR = "pair"
    UNEVEN_TRACTOR = "uneven"


_LED_SENTENCES: Final[Mapping[LedUnit, tuple[str, str]]] = {
    LedUnit.PAIR: (_FOLLOWING, "follow_pair"),
    LedUnit.UNEVEN_TRACTOR: (_FOLLOWING, "follow_uneven"),
}
"""The rule behind a refusal to follow the unit; the sentence of `follow` may concern only other tractors."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A rule in words. `name` is an option, a general sentence, a row of results, or a glossary entry.

    `is_changed`: the rules it is compared with say something else.
    """

    name: str
    text: str
    is_changed: bool = False


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of the rulebook."""

    key: str
    title: str
    sentences: tuple[Sentence, ...] = field(default=())

    @property
    def lines(self) -> tuple[str, ...]:
        """The sentences as text."""
        return tuple(one.text for one in self.sentences)


def list_chapters(messages: Messages, rules: Rules, usual: Rules | None = None) -> tuple[Chapter, ...]:
    """Return the rulebook; changes are marked relative to the rules `usual`."""
    known = None if usual is None else frozenset(one.text for one in list_sentences(messages, usual))
    return (*_list_rules_chapters(messages, rules, known), *_list_glossary_chapters(messages))


def list_sentences(messages: Messages, rules: Rules) -> tuple[Sentence, ...]:
    """Return all rules, without the glossary."""
    return tuple(one for chapter in _list_rules_chapters(messages, rules, None) for one in chapter.sentences)


def find_sentence(messages: Messages, rules: Rules, chapter: str, name: str) -> Sentence | None:
    """Return a sentence by its name; None if these rules have none."""
    key = resolve_chapter(chapter)
    found = (one for one in _list_rules_chapters(messages, rules, None) if one.key == key)
    return next((one for part in found for one in part.sentences if one.name == name), None)


def find_reason_place(reason: MessageKey[Reason, ...], led: LedUnit | None = None) -> tuple[str, str] | None:
    """Return chapter and name of the rule behind a refusal; None if the refusal explains itself."""
    if led is not None and reason is Reason.MUST_FOLLOW_SHAPE:
        return _LED_SENTENCES[led]
    return REASON_SENTENCES.get(reason)


def find_reason_sentence(
    messages: Messages, rules: Rules, reason: MessageKey[Reason, ...], led: LedUnit | None = None
) -> Sentence | None:
    """Return the rule behind a refusal; None if the refusal explains itself."""
    place = find_reason_place(reason, led)
    return None if place is None else find_sentence(messages, rules, *place)


def sentence_place(chapter: str, name: str) -> str:
    """Return the place of a sentence in the form of ids and options."""
    return f"{chapter}{PLACE_SEPARATOR}{name}"


def resolve_chapter(key: str) -> str:
    """Return the chapter of a key; the first if there is no such chapter."""
    return key if key in CHAPTER_KEYS else CHAPTER_KEYS[0]


def chapter_title_key(key: str) -> str:
    """Return the key of a chapter's title."""
    return f"rules.section.{key.removeprefix(RULES_PREFIX)}" if key.startswith(RULES_PREFIX) else f"book.{key}"


def format_chapter_title(messages: Messages, key: str) -> str:
    """Return a chapter's title."""
    return messages.say(chapter_title_key(key))


def _list_rules_chapters(messages: Messages, rules: Rules, known: frozenset[str] | None) -> Iterator[Chapter]:
    for section in RULE_SECTIONS:
        sentences = tuple(
            Sentence(name, text, known is not None and text not in known)
            for name, text in _list_section_sentences(messages, section, rules)
        )
        if sentences:
            key = RULES_PREFIX + section
            yield Chapter(key, format_chapter_title(messages, key), sentences)


def _list_section_sentences(messages: Messages, section: str, rules: Rules) -> Iterator[tuple[str, str]]:
    """Yield name and text of each sentence, with general ones around the options that they belong to."""
    idle = list_idle_options(rules)
    basics = list(list_basics(section, rules))
    for option in ("", *RULE_SECTIONS[section], LAST):
        if option not in {"", LAST} and option not in idle:
            yield option, format_option_sentence(messages, option, rules)
        for basic, key in basics:
            if basic.after == option:
                yield basic.name, messages.say(key, **basic.facts(messages, rules))
        if section == _TABLE_SECTION and option == "scoring":
            yield from ((RESULT_ROWS, line) for line in list_result_lines(messages, rules))


def _list_glossary_chapters(messages: Messages) -> Iterator[Chapter]:
    glossary = format_glossary(messages)
    entries = [
        Sentence(name, messages.say("book.word", word=one.title, meaning=" ".join(one.lines)))
        for name, one in zip(GLOSSARY_KEYS, glossary, strict=True)
    ]
    half = (len(GLOSSARY_KEYS) + 1) // 2
    for key, part in zip(GLOSSARY_CHAPTERS, (entries[:half], entries[half:]), strict=True):
        yield Chapter(key, format_chapter_title(messages, key), tuple(part))
