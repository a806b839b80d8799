"""The text forms of actions and of rules, one line each, and the way back.

An action reads `SEAT VERB …`, the seat a number from 0 in play order or `table`::

    table sit 2 user-81          table deal 3 S5 H10 BJ …     table draw 25          table close
    0 declare H2 H2              1 pass                       2 claim                0 bury S3 S4 C10
    0 call HA#1 SK#2             0 play S5 S5                 0 play S2 S2 S3 S3 S3 as S2 S2 + S3 S3 S3
    2 pickup                     2 leave                      3 takeback             0 end

Rules read `option=value option=value …`; lists have commas, jokers read `2+2`, thresholds `0:hold+3,80:turn+0`.
"""

import json
from collections.abc import Callable
from dataclasses import fields
from enum import StrEnum
from functools import partial
from typing import Any, Final, cast

from engine.actions import (
    Action,
    Bury,
    CallFriends,
    ClaimRedeal,
    CloseWindow,
    Deal,
    Declare,
    Draw,
    EndDeal,
    FriendCall,
    Pass,
    PickUp,
    Play,
    Sit,
    TakeBack,
    Unit,
)
from engine.cards import Rank, cards_text, parse_card, parse_cards, parse_rank
from engine.rules import Level, Rules, Threshold
from engine.seats import TABLE, Seat

# --- actions ---------------------------------------------------------------------------------------------------------


def action_text(seat: Seat, action: Action) -> str:
    """Return the action as one line without its end; `parse_action` reads it back."""
    who = "table" if seat == TABLE else str(seat)
    return f"{who} {_words(action)}".rstrip()


def _words(action: Action) -> str:  # noqa: C901, PLR0911, PLR0912 - one line for each kind of action
    match action:
        case Sit(seat, who):
            return f"sit {seat} {_id_text(who)}"
        case Deal(order, first):
            return f"deal {first} {cards_text(order)}"
        case Draw(count):
            return f"draw {count}"
        case CloseWindow():
            return "close"
        case Declare(cards):
            return f"declare {cards_text(cards)}"
        case Pass():
            return "pass"
        case ClaimRedeal():
            return "claim"
        case Bury(cards):
            return f"bury {cards_text(cards)}"
        case CallFriends(calls):
            return "call " + " ".join(f"{c.card}#{c.copy}" for c in calls)
        case Play(cards, grouping):
            units = " + ".join(cards_text(unit) for unit in grouping or () if unit)
            return f"play {cards_text(cards)} as {units}" if units else f"play {cards_text(cards)}"
        case PickUp(take):
            return "pickup" if take else "leave"
        case TakeBack():
            return "takeback"
        case EndDeal():
            return "end"


def parse_action(text: str) -> tuple[Seat, Action]:
    """Read one line of `action_text`; blanks, letter case and the notation of cards may vary.

    Raises:
        ValueError: it is no action; the message says which word is wrong.
    """
    who, _, rest = text.strip().partition(" ")
    verb, _, words = rest.strip().partition(" ")
    reader = _READERS.get(verb.lower())
    if reader is None:
        raise ValueError(f"not an action: {verb!r}" if verb else f"an action is missing after {who!r}")
    return _seat(who), reader(words.strip())


def _seat(word: str) -> Seat:
    return TABLE if word.lower() == "table" else Seat(_number(word))


def _number(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) < 10):  # noqa: PLR2004 - longer numbers count nothing here
        raise ValueError(f"not a number: {word!r}")
    return int(word)


def _id_text(who: str) -> str:
    """Return an id as it is, or in quotes where it would not come back as it was."""
    plain = who and who.isprintable() and not who.startswith('"') and len(who.split()) == 1 and who == who.strip()
    return who if plain else json.dumps(who)


def _read_sit(words: str) -> Sit:
    seat, _, who = words.partition(" ")
    return Sit(_number(seat), _read_id(who.strip()))


def _read_id(word: str) -> str:
    if not word.startswith('"'):
        return word
    who = json.loads(word)
    if not isinstance(who, str):
        raise ValueError(f"not an id: {word}")  # noqa: TRY004 - what is wrong is the text
    return who


def _read_deal(words: str) -> Deal:
    first, _, cards = words.partition(" ")
    return Deal(parse_cards(cards), _number(first))


def _read_calls(words: str) -> CallFriends:
    return CallFriends(tuple(_read_call(word) for word in words.split()))


def _read_call(word: str) -> FriendCall:
    face, mark, copy = word.partition("#")
    return FriendCall(parse_card(face), _number(copy) if mark else 1)


def _read_play(words: str) -> Play:
    cards, grouped, units = words.replace(" AS ", " as ").partition(" as ")
    if not grouped:
        return Play(parse_cards(cards))
    return Play(parse_cards(cards), tuple(_read_unit(unit) for unit in units.split("+")))


def _read_unit(words: str) -> Unit:
    unit = parse_cards(words)
    if not unit:
        raise ValueError("a unit without cards")
    return unit


def _bare(action: Action, words: str) -> Action:
    if words:
        raise ValueError(f"too many words: {words!r}")
    return action


_READERS: Final[dict[str, Callable[[str], Action]]] = {
    "sit": _read_sit,
    "deal": _read_deal,
    "draw": lambda words: Draw(_number(words)),
    "close": partial(_bare, CloseWindow()),
    "declare": lambda words: Declare(parse_cards(words)),
    "pass": partial(_bare, Pass()),
    "claim": partial(_bare, ClaimRedeal()),
    "bury": lambda words: Bury(parse_cards(words)),
    "call": _read_calls,
    "play": _read_play,
    "pickup": partial(_bare, PickUp(take=True)),
    "leave": partial(_bare, PickUp(take=False)),
    "takeback": partial(_bare, TakeBack()),
    "end": partial(_bare, EndDeal()),
}

# --- rules -----------------------------------------------------------------------------------------------------------


def rules_text(rules: Rules) -> str:
    """Return every option as `name=value`, parted by blanks, in the order of `Rules`; `parse_rules` reads it back.

    Defaults are written too, so that a record means the same when a default changes.
    """
    return " ".join(f"{f.name}={_value_text(getattr(rules, f.name))}" for f in fields(Rules))


def parse_rules(text: str) -> Rules:
    """Read `name=value` words in any order; what is not named has its default. The set is not checked as a whole.

    Raises:
        ValueError: an unknown option, a value it does not have, or an option named twice.
    """
    options: dict[str, object] = {}
    for word in text.split():
        name, _, value = word.partition("=")
        if name in options:
            raise ValueError(f"option {name!r} is named twice")
        options[name] = option_value(name, value)
    return Rules(**cast("dict[str, Any]", options))


def option_value(name: str, text: str) -> object:
    """Read the value of one option.

    Raises:
        ValueError: there is no such option, or it has no such value.
    """
    if name not in _DEFAULTS:
        raise ValueError(f"no option is called {name!r}")
    try:
        return _read_option(name, text.strip())
    except ValueError as wrong:
        raise ValueError(f"option {name!r} cannot be {text!r}") from wrong


def _value_text(value: object) -> str:  # noqa: PLR0911 - one line for each kind of value
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case Level() | Rank():
            return value.text
        case frozenset():
            return ",".join(level.text for level in sorted(cast("frozenset[Level]", value))) or "none"
        case (int(), int()):
            return f"{value[0]}+{value[1]}"
        case tuple():
            return ",".join(map(_threshold_text, value)) or "none"
        case _:
            return str(value)


def _threshold_text(row: Threshold) -> str:
    return f"{row.points}:{'hold' if row.declarers_hold else 'turn'}+{row.levels}"


def _read_option(name: str, text: str) -> object:
    if name in _SPECIAL:
        return _SPECIAL[name](text)
    default = _DEFAULTS[name]
    if isinstance(default, StrEnum):
        return type(default)(text)
    if isinstance(default, bool):
        return {"yes": True, "no": False}[text] if text in {"yes", "no"} else _refuse(text)
    if default is None and text == "none":
        return None
    return _number(text)


def _refuse(text: str) -> object:
    raise ValueError(text)


def parse_level(text: str) -> Level:
    """Read `2` … `A` or `NT`, in either case.

    Raises:
        ValueError: it is no level.
    """
    return Level.NT if text.strip().upper() == "NT" else Level(parse_rank(text))


def _read_levels(text: str) -> frozenset[Level]:
    return frozenset() if text == "none" else frozenset(parse_level(word) for word in text.split(","))


def _read_jokers(text: str) -> tuple[int, int] | None:
    little, _, big = text.partition("+")
    return None if text == "none" else (_number(little), _number(big))


def _read_thresholds(text: str) -> tuple[Threshold, ...]:
    return () if text == "none" else tuple(_read_threshold(word) for word in text.split(","))


def _read_threshold(word: str) -> Threshold:
    points, _, outcome = word.partition(":")
    side, _, levels = outcome.partition("+")
    if side not in {"hold", "turn"}:
        raise ValueError(word)
    return Threshold(_number(points), side == "hold", _number(levels))


_DEFAULTS: Final = {f.name: f.default for f in fields(Rules)}
_SPECIAL: Final[dict[str, Callable[[str], object]]] = {
    "jokers": _read_jokers,
    "low_cut": parse_rank,
    "start_level": parse_level,
    "final_level": parse_level,
    "compulsory_levels": _read_levels,
    "must_defend_levels": _read_levels,
    "thresholds": _read_thresholds,
}
