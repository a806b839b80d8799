"""Writes the rulebook: how to play, what differs from the standard rules, all options in effect, and the glossary."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain, groupby
from typing import Final

from bot.text.describe.guide import PAGES, Sentence, list_guide
from bot.text.describe.option_values import format_option_line, format_short_value
from bot.text.describe.options_in_effect import QUADRUPLE, list_idle_options
from bot.text.describe.rules import OPTION_SECTIONS, format_option
from bot.text.messages import Messages
from engine.model.errors import Reason
from engine.model.message_keys import MessageKey
from engine.model.options import Follow
from engine.model.presets import PRESETS
from engine.model.rules import Rules

GLOSSARY_KEYS: Final = (
    *("declarer", "declarers", "level", "level_card", "trump", "declare", "overrule", "kitty", "bury", "capture"),
    *("trick", "ruff", "tuple", "tractor", "unit", "throw", "points", "hold", "turn", "friend", "deal"),
)
HOUSE: Final = "house"
"""The key of the chapter on what differs from the standard rules."""
OPTIONS: Final = "options"
GLOSSARY_CHAPTERS: Final = ("words-1", "words-2")
CHAPTER_KEYS: Final = (*PAGES, HOUSE, OPTIONS, *GLOSSARY_CHAPTERS)
"""The keys of all possible chapters, in order. They are part of custom ids, so their meaning never changes."""
_LIKE_SECTIONS: Final = frozenset({"cards", "leading", "following", "winning", "points"})
PLACE_SEPARATOR: Final = "."
"""Separates the two parts of a place in the rulebook. They are a chapter's key and a page number or sentence name."""
STANDARD: Final = next(iter(PRESETS))
REASON_SENTENCES: Final[Mapping[MessageKey[Reason, ...], str]] = {
    Reason.NOT_A_DECLARATION: "declare",
    Reason.NOT_STRONGER: "ladder",
    Reason.OWN_DECLARATION: "may",
    Reason.PARTNER_DECLARED: "may",
    Reason.NO_CLAIM: "redeal_claim",
    Reason.MIXED_SUITS: "lead",
    Reason.BAD_GROUPING: "lead",
    Reason.MUST_FOLLOW_SUIT: "suit",
    Reason.MUST_FOLLOW_SHAPE: "follow",
    Reason.MUST_PLAY_EXACTLY: "follow",
    Reason.MUST_PLAY_RAINBOW: "rainbows",
    Reason.THROWS_OFF: "throws",
    Reason.UNSAFE_THROW: "throws_safe_only",
    Reason.MUST_BEAT: "must_beat_failed_throw",
    Reason.WRONG_FRIEND: "friend_cards",
    Reason.WRONG_FRIEND_COUNT: "friends",
    Reason.TOO_MANY_POINTS: "max_buried_points",
    Reason.RESULT_STILL_OPEN: "early_end",
}
"""The name of the sentence that states the rule behind a refusal, by reason. Other refusals explain themselves."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of the rulebook."""

    key: str
    title: str
    sentences: tuple[Sentence, ...] = field(default=())

    @property
    def is_guide(self) -> bool:
        """Whether the chapter explains in connected text how to play."""
        return self.key in PAGES


@lru_cache(maxsize=64)
def list_chapters(messages: Messages, rules: Rules, usual: Rules | None = None) -> tuple[Chapter, ...]:
    """Return the chapters of the rulebook. A sentence is marked if it differs from that for the rules `usual`."""
    lists = {HOUSE: _list_house_rules(messages, rules, usual), OPTIONS: _list_values(messages, rules, usual)}
    chapters = [Chapter(key, format_chapter_title(messages, key), tuple(found)) for key, found in lists.items()]
    return (*_list_guide_chapters(messages, rules, usual), *chapters, *_list_glossary_chapters(messages))


def find_sentence(messages: Messages, rules: Rules, name: str) -> tuple[str, Sentence] | None:
    """Return a chapter's key and its sentence `name`, from the guide if possible; None if there is no such sentence."""
    every = ((one.key, sentence) for one in list_chapters(messages, rules) for sentence in one.sentences)
    return next(((key, sentence) for key, sentence in every if sentence.name == name and key != HOUSE), None)


def sentence_place(chapter: str, name: str) -> str:
    """Return the place of a sentence in the rulebook, in the form that custom_ids and command options have."""
    return f"{chapter}{PLACE_SEPARATOR}{name}"


def resolve_chapter(key: str) -> str:
    """Return a chapter's key unchanged, or the first chapter's key if it is unknown."""
    return key if key in CHAPTER_KEYS else CHAPTER_KEYS[0]


def chapter_title_key(key: str) -> str:
    """Return the message key of a chapter's title. Some chapters share their title with a heading of options."""
    return f"{'rules.section' if key in _LIKE_SECTIONS else 'book'}.{key}"


def format_chapter_title(messages: Messages, key: str) -> str:
    """Return a chapter's title."""
    return messages.say(chapter_title_key(key))


def list_differences(rules: Rules) -> tuple[str, ...]:
    """Return the options with an effect that differ from the standard rules."""
    return tuple(name for name in _list_options(rules) if _differs(rules, name))


def _differs(rules: Rules, name: str) -> bool:
    values = {getattr(rules, name), getattr(PRESETS[STANDARD], name)}
    if values == {Follow.SHAPES, Follow.SHAPES_NO_NEW_TRACTORS}:
        return rules.decks >= QUADRUPLE  # the two values differ only if a quadruple is led
    return len(values) > 1


def _list_options(rules: Rules) -> tuple[str, ...]:
    idle = list_idle_options(rules)
    return tuple(one for one in chain.from_iterable(OPTION_SECTIONS.values()) if one not in idle)


def _list_guide_chapters(messages: Messages, rules: Rules, usual: Rules | None) -> Iterator[Chapter]:
    known = None if usual is None else frozenset(one.text for one in list_guide(messages, usual))
    for page, found in groupby(list_guide(messages, rules), lambda one: one.page):
        sentences = (replace(one, is_changed=known is not None and one.text not in known) for one in found)
        yield Chapter(page, format_chapter_title(messages, page), tuple(sentences))


def _list_house_rules(messages: Messages, rules: Rules, usual: Rules | None) -> Iterator[Sentence]:
    names = list_differences(rules)
    for name in names:
        yield Sentence(name, format_option_line(messages, name, rules), _is_changed(name, rules, usual))
    if not names:
        yield Sentence(STANDARD, messages.say("book.standard"))


def _list_values(messages: Messages, rules: Rules, usual: Rules | None) -> Iterator[Sentence]:
    there = _list_options(rules)
    for section, names in OPTION_SECTIONS.items():
        heading = messages.say(f"rules.section.{section}")
        for name in (one for one in names if one in there):
            value = format_short_value(messages, name, rules)
            text = messages.say("book.word", word=format_option(messages, name), meaning=value)
            yield Sentence(name, text, _is_changed(name, rules, usual), heading=heading)
            heading = ""


def _is_changed(name: str, rules: Rules, usual: Rules | None) -> bool:
    return usual is not None and getattr(rules, name) != getattr(usual, name)


def _list_glossary_chapters(messages: Messages) -> Iterator[Chapter]:
    half = (len(GLOSSARY_KEYS) + 1) // 2
    for key, part in zip(GLOSSARY_CHAPTERS, (GLOSSARY_KEYS[:half], GLOSSARY_KEYS[half:]), strict=True):
        entries = (Sentence(name, _format_term(messages, name)) for name in part)
        yield Chapter(key, format_chapter_title(messages, key), tuple(entries))


def _format_term(messages: Messages, name: str) -> str:
    term, meaning = messages.say(f"glossary.{name}.term"), messages.say(f"glossary.{name}")
    return messages.say("book.word", word=term, meaning=meaning)
