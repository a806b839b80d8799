"""The text forms of actions and rules, one line each, and their parsers; `engine/README.md` describes them."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from enum import StrEnum
from functools import partial
from typing import Any, Final, TypeVar, cast

from engine.model import actions
from engine.model.actions import Action, CallFriends, FriendCall, Play, UnitCards
from engine.model.cards import Rank, format_cards, parse_card, parse_cards, parse_rank
from engine.model.errors import suggest
from engine.model.options import FriendCards, KittyStep, Level, Threshold
from engine.model.rules import Rules
from engine.model.seats import TABLE, Seat

T = TypeVar("T")

# --- actions ---------------------------------------------------------------------------------------------------------


def format_action(seat: Seat, action: Action) -> str:
    """Return the action as a line of text that `parse_action` reads. It has no line end."""
    who = "table" if seat == TABLE else str(seat)
    return f"{who} {_format_verb(action)}".rstrip()


_PLAIN: Final[Mapping[str, Action]] = {
    "close": actions.CloseWindow(),
    "pass": actions.Pass(),
    "claim": actions.ClaimRedeal(),
    "pickup": actions.PickUp(take=True),
    "leave": actions.PickUp(take=False),
    "takeback": actions.TakeBack(),
    "end": actions.EndDeal(),
}


def _format_verb(action: Action) -> str:  # noqa: PLR0911 - one line for each kind of action
    match action:
        case actions.Sit(seat, who):
            return f"sit {seat} {_format_id(who)}"
        case actions.Deal(order, first):
            return f"deal {first} {format_cards(order)}"
        case actions.Draw(count):
            return f"draw {count}"
        case actions.Undo(seat):
            return f"undo {seat}"
        case actions.Declare(cards):
            return f"declare {format_cards(cards)}"
        case actions.Bury(cards):
            return f"bury {format_cards(cards)}"
        case CallFriends(calls):
            return "call " + " ".join(f"{c.card}#{c.copy}" for c in calls)
        case Play(cards, grouping):
            units = " + ".join(format_cards(unit) for unit in grouping or () if unit)
            return f"play {format_cards(cards)} as {units}" if units else f"play {format_cards(cards)}"
        case _:
            return next(verb for verb, one in _PLAIN.items() if one == action)


def parse_action(text: str) -> tuple[Seat, Action]:
    """Return the seat and action of a line; blanks, case and card notation may vary. Raises ValueError."""
    who, _, rest = text.strip().partition(" ")
    verb, _, words = rest.strip().partition(" ")
    reader = _PARSERS.get(verb.lower())
    if reader is None:
        raise ValueError(f"not an action: {verb!r}" if verb else f"an action is missing after {who!r}")
    return (TABLE if who.lower() == "table" else Seat(_parse_number(who))), reader(words.strip())


def _parse_number(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) < 10):  # noqa: PLR2004 - enough digits for every use
        raise ValueError(f"not a number: {word!r}")
    return int(word)


def _format_id(who: str) -> str:
    """Return the id as it is if `parse_action` could read it back, and otherwise as a JSON string."""
    plain = who and who.isprintable() and not who.startswith('"') and len(who.split()) == 1 and who == who.strip()
    return who if plain else json.dumps(who)


def _parse_sit(words: str) -> actions.Sit:
    seat, _, who = words.partition(" ")
    return actions.Sit(_parse_number(seat), _parse_id(who.strip()))


def _parse_id(word: str) -> str:
    if not word.startswith('"'):
        return word
    who = json.loads(word)
    if not isinstance(who, str):
        raise ValueError(f"not an id: {word}")  # noqa: TRY004 - the text is wrong, not an argument's type
    return who


def _parse_deal(words: str) -> actions.Deal:
    first, _, cards = words.partition(" ")
    return actions.Deal(parse_cards(cards), _parse_number(first))


def _parse_call(word: str) -> FriendCall:
    face, mark, copy = word.partition("#")
    return FriendCall(parse_card(face), _parse_number(copy) if mark else 1)


def _parse_play(words: str) -> Play:
    cards, grouped, units = words.replace(" AS ", " as ").partition(" as ")
    if not grouped:
        return Play(parse_cards(cards))
    return Play(parse_cards(cards), tuple(_parse_unit(unit) for unit in units.split("+")))


def _parse_unit(words: str) -> UnitCards:
    unit = parse_cards(words)
    if not unit:
        raise ValueError("a unit without cards")
    return unit


def _without_arguments(action: Action, words: str) -> Action:
    if words:
        raise ValueError(f"too many words: {words!r}")
    return action


_PARSERS: Final[dict[str, Callable[[str], Action]]] = {
    "sit": _parse_sit,
    "deal": _parse_deal,
    "draw": lambda words: actions.Draw(_parse_number(words)),
    "undo": lambda words: actions.Undo(_parse_number(words)),
    "declare": lambda words: actions.Declare(parse_cards(words)),
    "bury": lambda words: actions.Bury(parse_cards(words)),
    "call": lambda words: CallFriends(tuple(map(_parse_call, words.split()))),
    "play": _parse_play,
    **{verb: partial(_without_arguments, action) for verb, action in _PLAIN.items()},
}

# --- rules -----------------------------------------------------------------------------------------------------------


ANY_CARD: Final = "any"
"""The text of the option `friend_cards` when it is empty."""


def format_rules(rules: Rules, base: Rules | None = None) -> str:
    """Return all options as `name=value` words. With `base`, return only those with other values than in `base`.

    `parse_rules` reads the words back only if `base` is None or `Rules()`.
    """
    named = [f.name for f in fields(Rules) if base is None or getattr(rules, f.name) != getattr(base, f.name)]
    return " ".join(f"{name}={format_option(name, getattr(rules, name))}" for name in named)


def parse_rules(text: str) -> Rules:
    """Read `name=value` words. Other options have their defaults, and nothing is validated. Raises ValueError."""
    options: dict[str, object] = {}
    for word in text.split():
        name, _, value = word.partition("=")
        if name in options:
            raise ValueError(f"option {name!r} is named twice")
        options[name] = parse_option(name, value)
    return Rules(**cast("dict[str, Any]", options))


def parse_option(name: str, text: str) -> object:
    """Read the value of one option. Raises ValueError if there is no such option or value."""
    if name not in OPTION_DEFAULTS:
        raise ValueError(f"no option is called {name!r}{suggest(name, OPTION_DEFAULTS)}")
    try:
        return _parse_value(name, text.strip())
    except ValueError as wrong:
        raise ValueError(f"option {name!r} cannot be {text!r}{_format_choices(name)}") from wrong


def _format_choices(name: str) -> str:
    default = OPTION_DEFAULTS[name]
    if isinstance(default, StrEnum):
        return f"; it can be {', '.join(type(default))}"
    return "; it can be yes or no" if isinstance(default, bool) else ""


def format_option(name: str, value: object) -> str:
    """Return the value of an option as text, which `parse_option` reads back."""
    if name == "cuts":
        return ",".join(rank.text for rank in cast("tuple[Rank, ...]", value)) or "none"
    return ANY_CARD if name == "friend_cards" and not value else _format_value(value)


def _format_value(value: object) -> str:  # noqa: PLR0911 - one line for each kind of value
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case Level() | Rank():
            return value.text
        case frozenset():
            return _format_set(value)
        case (int(), int()):
            return f"{value[0]}+{value[1]}"
        case tuple():
            return ",".join(map(_format_row, value)) or "none"
        case _:
            return str(value)


def _format_set(values: frozenset[object]) -> str:
    levels = sorted(one for one in values if isinstance(one, Level))
    conditions = (one for one in FriendCards if one in values)
    return ",".join([*(level.text for level in levels), *conditions]) or "none"


def _format_row(row: Threshold | KittyStep) -> str:
    if isinstance(row, KittyStep):
        return f"{row.cards}:{row.times}"
    return f"{row.points}:{'hold' if row.declarers_hold else 'turn'}+{row.levels}"


def _parse_value(name: str, text: str) -> object:
    if name in _OPTION_PARSERS:
        return _OPTION_PARSERS[name](text)
    default = OPTION_DEFAULTS[name]
    if isinstance(default, StrEnum):
        return type(default)(text)
    if isinstance(default, bool):
        if text not in {"yes", "no"}:
            raise ValueError(text)
        return text == "yes"
    if default is None and text == "none":
        return None
    return _parse_number(text)


def parse_level(text: str) -> Level:
    """Read `2` … `A` or `NT`, in either case. Raises ValueError for anything else."""
    return Level.NT if text.strip().upper() == "NT" else Level(parse_rank(text))


def _parse_list(parse: Callable[[str], T], text: str) -> Iterator[T]:
    return iter(()) if text == "none" else map(parse, text.split(","))


def _parse_levels(text: str) -> frozenset[Level]:
    return frozenset(_parse_list(parse_level, text))


def _parse_jokers(text: str) -> tuple[int, int] | None:
    little, _, big = text.partition("+")
    return None if text == "none" else (_parse_number(little), _parse_number(big))


def _parse_threshold(word: str) -> Threshold:
    points, _, outcome = word.partition(":")
    side, _, levels = outcome.partition("+")
    if side not in {"hold", "turn"}:
        raise ValueError(word)
    return Threshold(_parse_number(points), side == "hold", _parse_number(levels))


def _parse_kitty_step(word: str) -> KittyStep:
    cards, _, times = word.partition(":")
    return KittyStep(_parse_number(cards), _parse_number(times))


OPTION_DEFAULTS: Final[Mapping[str, object]] = {f.name: f.default for f in fields(Rules)}
_OPTION_PARSERS: Final[dict[str, Callable[[str], object]]] = {
    "jokers": _parse_jokers,
    "low_cut": parse_rank,
    "cuts": lambda text: tuple(sorted(_parse_list(parse_rank, text))),
    "start_level": parse_level,
    "final_level": parse_level,
    "compulsory_levels": _parse_levels,
    "must_defend_levels": _parse_levels,
    "hook_ranks": _parse_levels,
    "friend_cards": lambda text: frozenset(() if text == ANY_CARD else _parse_list(FriendCards, text)),
    "thresholds": lambda text: tuple(_parse_list(_parse_threshold, text)),
    "kitty_table": lambda text: tuple(_parse_list(_parse_kitty_step, text)),
}
