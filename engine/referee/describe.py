"""Describes the referee: its kinds of questions, the presets, the options and the reasons of refusals."""

from collections.abc import Mapping
from dataclasses import fields
from enum import Enum
from typing import Any, Final

from engine.model.errors import Reason
from engine.model.message_keys import MessageKey
from engine.model.notation import format_rules
from engine.model.options import Level
from engine.model.presets import PRESETS
from engine.model.rules import Rules
from engine.referee.encode import to_json
from engine.referee.question_kind import QuestionKind

_LEVELS: Final = [one.text for one in Level]
_NUMBER: Final = "a whole number"
_FREE_VALUES: Final[Mapping[str, str]] = {
    "jokers": "null, or little and big jokers in the pack: [2, 2]",
    "thresholds": "rows of points, declarers_hold and levels, rising",
    "kitty_table": "rows of cards and times, rising from 1 card",
    "low_cut": "the lowest rank of the pack, 2 to A",
    "cuts": "lowest ranks of shorter decks, rising, as text",
    "compulsory_levels": "levels",
    "must_defend_levels": "levels",
    "hook_ranks": "levels, 2 to A",
    "friend_cards": "any of no_trumps, no_points and no_highest",
}
"""The values of options that have no closed list of values."""


def describe_referee(kinds: Mapping[str, QuestionKind]) -> dict[str, Any]:
    """Return, as JSON, all that a client must know to ask questions."""
    return {
        "kinds": {name: _describe_kind(name, kind) for name, kind in kinds.items()},
        "presets": {name: format_rules(rules, Rules()) for name, rules in PRESETS.items()},
        "options": {one.name: _describe_option(one.name, one.default) for one in fields(Rules)},
        "reasons": {reason.value: _describe_facts(reason) for reason in Reason.list_keys()},
        "cards": "suit letter and rank: S5, H10, DA; LJ, BJ",
    }


def _describe_facts(reason: MessageKey[Reason, ...]) -> dict[str, str]:
    return {name: kind.__metadata__[0] for name, kind in reason.facts.items()}


def _describe_kind(name: str, kind: QuestionKind) -> dict[str, Any]:
    example = {"kind": name, **kind.example}
    return {"asks": kind.asks, "input": dict(kind.reads), "answer": dict(kind.gives), "example": example}


def _describe_option(name: str, default: object) -> dict[str, Any]:
    values = _FREE_VALUES.get(name) or _list_values(default)
    shown = [to_json(one) for one in sorted(default)] if isinstance(default, frozenset) else to_json(default)
    return {"default": shown, "values": values}


def _list_values(default: object) -> object:
    match default:
        case bool():
            return [False, True]
        case Level():
            return _LEVELS
        case Enum():
            return [one.value for one in type(default)]
        case None:
            return f"null or {_NUMBER}"
        case _:
            return _NUMBER
