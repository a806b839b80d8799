"""Explains why a set of rules cannot be played, what would fit, and which values an option can have."""

import re
from collections.abc import Iterable
from dataclasses import fields
from difflib import get_close_matches
from enum import StrEnum
from typing import Final

from bot.text.describe.rules import format_option, format_preset
from bot.text.messages import Messages
from engine.model.cards import Rank
from engine.model.errors import InvalidRules, RuleConflict
from engine.model.notation import ANY_CARD
from engine.model.options import FriendCards, Level
from engine.model.rules import Rules

_DEFAULTS: Final = {field.name: field.default for field in fields(Rules)}
_EXAMPLES: Final = {
    "jokers": "2+2",
    "cuts": "3,3",
    "thresholds": "0:hold+1,80:turn+1",
    "kitty_table": "1:2,2:4,4:8",
}
"""A typed value of each option that is several numbers."""
_MARKUP: Final = re.compile(r"[*`~|<>@#\\]|(?<![^\W_])_|_(?![^\W_])")
"""Discord's markup; within a word a low line is none."""
_LONGEST: Final = 40
"""The most characters of typed text that an answer repeats."""


def format_rule_conflict(messages: Messages, bad: InvalidRules) -> str:
    """Return why the rules cannot be played, and what would fit."""
    facts = dict(bad.facts)
    match bad.conflict:
        case RuleConflict.KITTY if not facts["fits"]:
            return messages.say("clash.kitty_none", **facts)
        case RuleConflict.KITTY:
            facts["fits"] = messages.format_or_list(map(str, _list_numbers(facts["fits"])))
        case RuleConflict.DECLARE_RARELY | RuleConflict.CLAIM_WITHOUT_SUIT:
            facts["fits"] = messages.format_or_list(f"`{one}`" for one in _list_numbers(facts["fits"]))
        case RuleConflict.NO_VALUE:
            facts["values"] = _format_possible_values(messages, str(facts["option"]))
        case _:
            pass
    key = f"clash.{bad.conflict}"
    if bad.conflict is RuleConflict.NO_OPTION and (near := _find_near_option(messages, str(facts["name"]))):
        key, facts["near"] = "clash.no_option_near", f"`{near}`"
    facts = {name: _format_fact(messages, name, value) for name, value in facts.items()}
    return messages.say(key, **facts)


def _find_near_option(messages: Messages, typed: str) -> str | None:
    """Return the option whose name, or name in the reader's language, is closest to what was typed."""
    names = {format_option(messages, name).casefold().replace(" ", ""): name for name in _DEFAULTS}
    found = get_close_matches(typed.casefold(), {**names, **dict.fromkeys(_DEFAULTS)}, n=1)
    return names.get(found[0], found[0]) if found else None


def _format_fact(messages: Messages, name: str, value: object) -> object:
    if name == "option":
        return format_option(messages, str(value))
    if name == "preset":
        return format_preset(messages, str(value))
    if name in {"name", "value"}:  # typed text, shown without Discord's markup
        return _MARKUP.sub("", str(value)).strip()[:_LONGEST] or "?"
    return value


def _list_numbers(value: object) -> Iterable[object]:
    return value if isinstance(value, tuple) else ()


def _format_possible_values(messages: Messages, name: str) -> str:
    values = list_option_values(name)
    if values:
        return messages.format_or_list(f"`{value}`" for value in values)
    if name in _EXAMPLES:
        return messages.say("clash.values_like", example=f"`{_EXAMPLES[name]}`")
    if isinstance(_DEFAULTS[name], frozenset):
        return messages.say("clash.levels_list")
    return messages.say("clash.number")


def list_option_values(name: str) -> tuple[str, ...]:
    """Return the values that an option can have, as they are typed; empty for numbers and lists."""
    if name == "friend_cards":
        return (ANY_CARD, *FriendCards)
    match _DEFAULTS[name]:
        case StrEnum() as default:
            return tuple(one.value for one in type(default))
        case bool():
            return ("yes", "no")
        case Level():
            return tuple(one.text for one in Level if one is not Level.NT or name == "final_level")
        case Rank():
            return tuple(rank.text for rank in Rank)
        case _:
            return ()
