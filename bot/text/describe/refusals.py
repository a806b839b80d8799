"""Explains why an action or a set of rules was refused, and what would be allowed."""

import re
from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches
from typing import Any, Final, cast

from bot.play.refusals import TableRefusal, TableRefused
from bot.text.describe.cards import format_card, format_cards, format_shape, format_suit, format_units
from bot.text.describe.option_values import format_value, list_option_values
from bot.text.describe.rules import format_option, format_preset
from bot.text.describe.seat_names import NamesBySeat, escape_name, format_seat_names
from bot.text.messages import Messages
from engine.model.cards import Card, Rank, Suit
from engine.model.errors import IllegalAction, InvalidRules, Reason, RuleConflict
from engine.model.events import Declaration
from engine.model.notation import OPTION_DEFAULTS
from engine.model.presets import preset_with
from engine.model.validation import validate
from engine.model.validators.pack import MAX_DECKS, MAX_PLAYERS, MIN_PLAYERS, list_kitty_sizes
from engine.model.view import PhaseName

_EXAMPLES: Final = {"jokers": "2+2", "cuts": "3,3", "thresholds": "0:hold+1,80:turn+1", "kitty_table": "1:2,2:4,4:8"}
"""An example, as users type it, for each option whose value consists of several numbers."""
_LARGEST: Final = preset_with("looking-for-friends", players=MAX_PLAYERS, decks=MAX_DECKS)
_OTHER_RANGES: Final = {
    "kitty_size": (0, max(list_kitty_sizes(replace(_LARGEST, players=MIN_PLAYERS)))),
    "declare_min_count": (1, MAX_DECKS),
    "tractor_max_length": (2, len(Rank)),
}
"""The bounds of some numeric options. The errors of `validate` do not give these bounds."""
_MARKUP: Final = re.compile(r"[*`~|<>@#\\]|(?<![^\W_])_|_(?![^\W_])")
"""Characters that Discord treats as markup. An underscore inside a word is no markup."""
_LONGEST: Final = 40
"""The most characters of typed text that an answer repeats."""


def format_refusal(messages: Messages, refused: IllegalAction | TableRefused, names: NamesBySeat = None) -> str:
    """Return a refusal in words. Without `names`, seats are numbered."""
    if isinstance(refused, TableRefused):
        return _format_table_refusal(messages, refused)
    if refused.reason is Reason.NOT_YOUR_TURN:
        return _format_not_your_turn(messages, refused.facts, names)
    facts = {name: _format_fact(messages, name, value) for name, value in refused.facts.items()}
    return messages.say(_find_refusal_key(refused), **(facts | _list_extra_facts(messages, refused)))


def _find_refusal_key(refused: IllegalAction) -> str:
    key = f"refused.{refused.reason}"
    match refused.reason:
        case Reason.OWN_DECLARATION:
            return f"{key}.{refused.facts['may']}"
        case Reason.MUST_FOLLOW_SUIT:
            return f"{key}.some" if refused.facts["given"] else f"{key}.none"
        case Reason.WRONG_FRIEND:
            return f"{key}.{refused.facts['why']}"
        case Reason.NOT_HELD:
            return f"{key}.{_find_shortage(refused.facts)}"
        case _:
            return key


def _find_shortage(facts: Mapping[str, Any]) -> str:
    """Return `none` if the hand has none of the missing cards, `few` if it lacks copies of one card, else `some`."""
    if not facts["held"]:
        return "none"
    return "few" if len(set(facts["missing"])) == 1 else "some"


def _list_extra_facts(messages: Messages, refused: IllegalAction) -> dict[str, object]:
    facts: Mapping[str, Any] = refused.facts
    match refused.reason:
        case Reason.MUST_FOLLOW_SHAPE:
            return {"shape": format_shape(messages, facts["lead"])}
        case Reason.NOT_HELD:
            return {"card": format_card(messages, facts["missing"][0]), "count": len(facts["held"])}
        case Reason.TOO_MANY_POINTS:
            return {name: messages.say("count.points", count=facts[name]) for name in ("most", "given")}
        case Reason.NO_CLAIM:
            return {name: messages.say(f"count.{name}", count=facts[name]) for name in ("points", "trumps")}
        case _:
            return {}


def _format_not_your_turn(messages: Messages, facts: Mapping[str, Any], names: NamesBySeat) -> str:
    seats = [seat for seat in facts.get("to_act", ()) if seat >= 0]
    if not seats:
        return messages.say("refused.not_your_turn_nobody")
    return messages.say("refused.not_your_turn", count=len(seats), who=format_seat_names(messages, names, seats))


def _format_fact(messages: Messages, name: str, value: object) -> object:
    if isinstance(value, tuple):
        return _format_fact_list(messages, value)
    if name == "option":
        return format_option(messages, str(value))
    if name == "phase":
        return messages.say(f"phase.{PhaseName(str(value))}")
    if name == "seat" and isinstance(value, int):
        return value + 1
    return _format_value(messages, value)


def _format_value(messages: Messages, value: object) -> object:
    match value:
        case Card():
            return format_card(messages, value)
        case Suit():
            return format_suit(messages, value)
        case Declaration():
            return format_cards(messages, value.cards)
        case _:
            return value


def _format_fact_list(messages: Messages, value: tuple[object, ...]) -> str:
    if all(isinstance(one, Card) for one in value):
        return format_cards(messages, (one for one in value if isinstance(one, Card)))
    if all(isinstance(one, tuple) for one in value):
        return format_units(messages, [one for one in value if isinstance(one, tuple)])
    return messages.format_list(str(_format_fact(messages, "", one)) for one in value)


def _format_table_refusal(messages: Messages, refused: TableRefused) -> str:
    facts: dict[str, Any] = dict(refused.facts)
    match refused.reason:
        case TableRefusal.INVALID_RULES:
            if isinstance(refused.__cause__, InvalidRules):
                return format_rule_conflict(messages, refused.__cause__)
            return messages.say("table.invalid_rules_somehow")
        case TableRefusal.INVALID_CARDS if not str(facts["text"]).strip():
            return messages.say("table.invalid_cards_none")
        case TableRefusal.INVALID_CARDS:
            facts["text"] = escape_name(facts["text"])
        case TableRefusal.NOT_HOST:
            facts["host"] = f"<@{facts['host']}>"
        case TableRefusal.NOT_IN_CHANNEL:
            facts["channels"] = messages.format_list(f"<#{channel}>" for channel in facts["channels"])
        case TableRefusal.SEATED_ELSEWHERE | TableRefusal.TOO_MANY_HOSTED:
            facts["tables"] = messages.format_list(
                messages.say("elsewhere.table", table=table, channel=f"<#{channel}>")
                for table, channel in facts["tables"]
            )
        case TableRefusal.HOUSE_RULES_OUTDATED:
            cause = refused.__cause__
            why = format_rule_conflict(messages, cause) if isinstance(cause, InvalidRules) else ""
            facts = {"name": escape_name(facts["name"]), "why": why}
        case TableRefusal.NOT_ALLOWED_HERE:
            keys = {one: f"permission.{one}" for one in facts["permissions"]}
            known = (messages.say(key) if messages.has(key) else one for one, key in keys.items())
            facts["permissions"] = messages.format_list(known)
        case _:
            facts |= _format_rule_set_names(messages, facts)
    return messages.say(f"table.{refused.reason}", **facts)


def _format_rule_set_names(messages: Messages, facts: Mapping[str, Any]) -> dict[str, str]:
    """Return the typed `name` of rules and the known `names`. These are bold, because they may contain commas."""
    named = {"name": escape_name(facts["name"])} if "name" in facts else {}
    if "names" not in facts:
        return named
    return named | {"names": messages.format_or_list(f"**{escape_name(name)}**" for name in facts["names"])}


def format_rule_conflict(messages: Messages, bad: InvalidRules) -> str:
    """Return why the rules cannot be played, and what would fit."""
    facts: dict[str, Any] = dict(bad.facts)
    match bad.conflict:
        case RuleConflict.KITTY if not facts["fits"]:
            return messages.say("clash.kitty_none", **facts)
        case RuleConflict.KITTY:
            facts["fits"] = messages.format_or_list(map(str, facts["fits"]))
        case RuleConflict.DECLARE_RARELY | RuleConflict.CLAIM_WITHOUT_SUIT:
            facts["fits"] = messages.format_or_list(f"`{_format_changes(messages, one)}`" for one in facts["fits"])
        case RuleConflict.NO_VALUE:
            facts["values"] = _format_possible_values(messages, facts["option"])
        case _:
            pass
    key = f"clash.{bad.conflict}"
    if bad.conflict is RuleConflict.NO_OPTION and (near := _find_near_option(messages, facts["name"])):
        key, facts["near"] = "clash.no_option_near", f"`{format_option(messages, near)}`"
    return messages.say(key, **{name: _format_typed_fact(messages, name, value) for name, value in facts.items()})


def _find_near_option(messages: Messages, typed: str) -> str | None:
    """Return the option whose id or name (in the reader's language) resembles the typed text; None if none does."""
    names = {format_option(messages, name).casefold(): name for name in OPTION_DEFAULTS}
    found = get_close_matches(typed.casefold(), {**names, **dict.fromkeys(OPTION_DEFAULTS)}, n=1)
    return names.get(found[0], found[0]) if found else None


def _format_changes(messages: Messages, typed: str) -> str:
    """Return changes of options in the words of the reader's language, which users can type."""
    pairs = (one.partition("=") for one in typed.split())
    named = (f"{format_option(messages, name)}={format_value(messages, name, value)[0]}" for name, _, value in pairs)
    return messages.say("list.separator").join(named)


def _format_typed_fact(messages: Messages, name: str, value: object) -> object:
    if name == "option":
        return format_option(messages, str(value))
    if name == "preset":
        return format_preset(messages, str(value))
    if name in {"name", "value"}:  # typed text, shown without Discord's markup
        return _MARKUP.sub("", str(value)).strip()[:_LONGEST] or "?"
    return value


def _format_possible_values(messages: Messages, name: str) -> str:
    """Return what users can type as an option's value: all values, the range of a number, or an example of a list."""
    default = OPTION_DEFAULTS[name]
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
    """Return the bounds of a numeric option in a game with as many players and decks as possible."""
    if name in _OTHER_RANGES:
        return _OTHER_RANGES[name]
    try:
        validate(replace(_LARGEST, **{name: cast("Any", -1)}))
    except InvalidRules as bad:
        return cast("int", bad.facts["low"]), cast("int", bad.facts["high"])
    raise AssertionError(f"the range of {name} is unknown")
