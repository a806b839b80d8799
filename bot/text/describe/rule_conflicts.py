"""Explains why a set of rules cannot be played, and what would fit."""

import re
from collections.abc import Iterable
from dataclasses import fields, replace
from difflib import get_close_matches
from typing import Any, Final, cast

from bot.text.describe.option_values import format_value, list_option_values
from bot.text.describe.rules import format_option, format_preset
from bot.text.messages import Messages
from engine.model.cards import Rank
from engine.model.errors import InvalidRules, RuleConflict
from engine.model.presets import preset_with
from engine.model.rules import Rules
from engine.model.validation import validate
from engine.model.validators.pack import MAX_DECKS, MAX_PLAYERS, MIN_PLAYERS, list_kitty_sizes

_DEFAULTS: Final = {field.name: field.default for field in fields(Rules)}
_EXAMPLES: Final = {
    "jokers": "2+2",
    "cuts": "3,3",
    "thresholds": "0:hold+1,80:turn+1",
    "kitty_table": "1:2,2:4,4:8",
}
"""A typed value of each option that is several numbers."""
_LARGEST: Final = preset_with("looking-for-friends", players=MAX_PLAYERS, decks=MAX_DECKS)
_OTHER_RANGES: Final = {
    "kitty_size": (0, max(list_kitty_sizes(replace(_LARGEST, players=MIN_PLAYERS)))),
    "declare_min_count": (1, MAX_DECKS),
    "tractor_max_length": (2, len(Rank)),
}
"""The least and the greatest number, where a refusal names something else."""
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
            facts["fits"] = messages.format_or_list(
                f"`{_format_changes(messages, str(one))}`" for one in _list_numbers(facts["fits"])
            )
        case RuleConflict.NO_VALUE:
            facts["values"] = _format_possible_values(messages, str(facts["option"]))
        case _:
            pass
    key = f"clash.{bad.conflict}"
    if bad.conflict is RuleConflict.NO_OPTION and (near := _find_near_option(messages, str(facts["name"]))):
        key, facts["near"] = "clash.no_option_near", f"`{format_option(messages, near)}`"
    facts = {name: _format_fact(messages, name, value) for name, value in facts.items()}
    return messages.say(key, **facts)


def _find_near_option(messages: Messages, typed: str) -> str | None:
    """Return the option whose name, or name in the reader's language, is closest to what was typed."""
    names = {format_option(messages, name).casefold(): name for name in _DEFAULTS}
    found = get_close_matches(typed.casefold(), {**names, **dict.fromkeys(_DEFAULTS)}, n=1)
    return names.get(found[0], found[0]) if found else None


def _format_changes(messages: Messages, typed: str) -> str:
    """Return changes in the names that lists print, which can be typed."""
    pairs = (one.partition("=") for one in typed.split())
    named = (f"{format_option(messages, name)}={format_value(messages, name, value)[0]}" for name, _, value in pairs)
    return messages.say("list.separator").join(named)


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
    """Return the values in the words that lists print, which can be typed; for numbers their range."""
    default = _DEFAULTS[name]
    if values := list_option_values(name):
        return messages.format_or_list(f"`{format_value(messages, name, value)[0]}`" for value in values)
    if name in _EXAMPLES:
        return messages.say("clash.values_like", example=f"`{_EXAMPLES[name]}`")
    none = f"`{format_value(messages, name, 'none')[0]}`" if default is None or isinstance(default, frozenset) else ""
    if isinstance(default, frozenset):
        return messages.say("clash.levels_list", none=none)
    low, high = _find_range(name)
    number = messages.say("clash.number", low=low, high=high)
    return messages.format_or_list((number, none)) if none and name != "friends" else number


def _find_range(name: str) -> tuple[int, int]:
    """Return the least and the greatest number that an option can have with the most players and decks."""
    if name in _OTHER_RANGES:
        return _OTHER_RANGES[name]
    try:
        validate(replace(_LARGEST, **{name: cast("Any", -1)}))
    except InvalidRules as bad:
        return cast("int", bad.facts["low"]), cast("int", bad.facts["high"])
    raise AssertionError(f"{name} has no least number")
