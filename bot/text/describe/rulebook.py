"""The rulebook: the primer, every rule of a table, then the glossary."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from bot.text.describe.primer import GLOSSARY_KEYS, PRIMER_KEYS, format_glossary, format_keyed_primer_sections
from bot.text.describe.rules import FORMER_SECTIONS, RULE_SECTIONS, format_keyed_rules_sections
from bot.text.describe.rules_basics import list_rules_basics
from bot.text.messages import Messages
from engine.model.rules import DeclareLadder, Rules, Teams

RULES_PREFIX: Final = "rules-"
"""Prefix of the keys of rule chapters; some share their name with a part of the primer."""
GLOSSARY_CHAPTERS: Final = ("words-1", "words-2")
CHAPTER_KEYS: Final = (*PRIMER_KEYS, *(f"{RULES_PREFIX}{one}" for one in RULE_SECTIONS), *GLOSSARY_CHAPTERS)
"""Keys of all possible chapters, in order. They are part of custom ids, so their meaning never changes."""

FORMER_CHAPTERS: Final = {RULES_PREFIX + old: RULES_PREFIX + new for old, new in FORMER_SECTIONS.items()}
"""Keys of chapters in old messages, with the chapter that has their rules now."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter; `changed` are the numbers of the lines that differ from the preset."""

    key: str
    title: str
    lines: tuple[str, ...]
    changed_lines: frozenset[int] = frozenset()


def list_chapters(messages: Messages, rules: Rules, usual: Rules | None = None) -> tuple[Chapter, ...]:
    """Return the rulebook. `usual`: the preset that the rules were changed from."""
    return (
        *_list_primer_chapters(messages, rules),
        *_list_rules_chapters(messages, rules, usual),
        *_list_glossary_chapters(messages),
    )


def chapter_title_key(key: str) -> str:
    """Return the key of a chapter's title."""
    if key in PRIMER_KEYS:
        return f"primer.{key}.title"
    return f"rules.section.{key.removeprefix(RULES_PREFIX)}" if key.startswith(RULES_PREFIX) else f"book.{key}"


def format_chapter_title(messages: Messages, key: str) -> str:
    """Return a chapter's title."""
    return messages.say(chapter_title_key(key))


def _list_primer_chapters(messages: Messages, rules: Rules) -> Iterator[Chapter]:
    for key, section in format_keyed_primer_sections(messages, rules):
        yield Chapter(key, section.title, section.lines)


def _list_rules_chapters(messages: Messages, rules: Rules, usual: Rules | None) -> Iterator[Chapter]:
    also = frozenset(_list_refusing_options(rules))
    before = format_keyed_rules_sections(messages, usual, also=also) if usual is not None else ()
    known = {key: section.lines for key, section in before}
    for key, section in format_keyed_rules_sections(messages, rules, usual, also):
        lines = known.get(key, section.lines if usual is None else ())
        opening = list_rules_basics(messages, key, rules)
        changed = frozenset(n for n, line in enumerate(section.lines, len(opening)) if line not in lines)
        own_key = RULES_PREFIX + key
        yield Chapter(own_key, format_chapter_title(messages, own_key), (*opening, *section.lines), changed)


def _list_refusing_options(rules: Rules) -> Iterator[str]:
    """Yield the options behind refusals that the rulebook explains even with their default."""
    if rules.declare_ladder is not DeclareLadder.JOKER_TEN:
        yield "own_declaration"
    if rules.teams is Teams.FRIENDS:
        yield "friend_call"


def _list_glossary_chapters(messages: Messages) -> Iterator[Chapter]:
    glossary = format_glossary(messages)
    entries = [messages.say("book.word", word=one.title, meaning=" ".join(one.lines)) for one in glossary]
    half = (len(GLOSSARY_KEYS) + 1) // 2
    for key, part in zip(GLOSSARY_CHAPTERS, (entries[:half], entries[half:]), strict=True):
        yield Chapter(key, format_chapter_title(messages, key), tuple(part))
