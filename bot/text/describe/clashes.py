"""Why a set of rules cannot be played, and what would fit; and which values an option can have at all."""

from collections.abc import Iterable
from dataclasses import fields
from enum import StrEnum
from typing import Final

from bot.text.describe.rules import option
from bot.text.words import Words
from engine.cards import Rank
from engine.errors import BadRules, Clash
from engine.rules import Level, Rules

_DEFAULTS: Final = {field.name: field.default for field in fields(Rules)}
_LONGEST: Final = 40
"""Characters of what somebody typed that are said back to him."""


def clash(words: Words, bad: BadRules) -> str:
    """Return why the rules cannot be played, and what would fit."""
    facts = dict(bad.facts)
    match bad.clash:
        case Clash.KITTY if not facts["fits"]:
            return words.say("clash.kitty_none", **facts)
        case Clash.KITTY:
            facts["fits"] = words.either(map(str, _numbers(facts["fits"])))
        case Clash.NO_VALUE:
            facts["values"] = _possible(words, str(facts["option"]))
        case _:
            pass
    facts = {name: _said(words, name, value) for name, value in facts.items()}
    return words.say(f"clash.{bad.clash}", **facts)


def _said(words: Words, name: str, value: object) -> object:
    if name == "option":
        return option(words, str(value))
    return _plain(str(value)) if name in {"name", "value"} else value


def _plain(text: str) -> str:
    """Return what somebody typed without what Discord would take for marks, and not too long."""
    return "".join(sign for sign in text if sign not in "*_`~|<>@#\\").strip()[:_LONGEST] or "?"


def _numbers(value: object) -> Iterable[object]:
    return value if isinstance(value, tuple) else ()


def _possible(words: Words, name: str) -> str:
    """Return the values that an option can have, as they are typed."""
    values = values_of(name)
    if values:
        return words.either(f"`{value}`" for value in values)
    if isinstance(_DEFAULTS[name], frozenset):
        return words.say("clash.levels_list")
    return words.say("clash.number")


def values_of(name: str) -> tuple[str, ...]:
    """Return the values that an option can have, as they are typed; nothing where it is a number or a list."""
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
