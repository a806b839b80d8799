"""Explains why an action was refused, and what would have been right."""

from collections.abc import Mapping
from typing import Any

from bot.play.refusals import TableRefusal, TableRefused
from bot.text.describe.cards import format_card, format_cards, format_shape, format_suit, format_units
from bot.text.describe.rule_conflicts import format_rule_conflict
from bot.text.describe.rules import format_option
from bot.text.describe.seat_names import NamesBySeat, escape_name, format_seat_names
from bot.text.messages import Messages
from engine.model.cards import Card, Suit
from engine.model.errors import IllegalAction, InvalidRules, Reason
from engine.model.events import Declaration
from engine.model.view import PhaseName


def format_refusal(messages: Messages, refused: IllegalAction | TableRefused, names: NamesBySeat | None = None) -> str:
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
    """Return the problem with cards that are not held: `none` of them, too `few` copies of one, or only `some`."""
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


def _format_not_your_turn(messages: Messages, facts: Mapping[str, Any], names: NamesBySeat | None) -> str:
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
    """Return the typed `name` of rules, and the `names` to choose from, which may have commas in them."""
    named = {"name": escape_name(facts["name"])} if "name" in facts else {}
    if "names" not in facts:
        return named
    return named | {"names": messages.format_or_list(f"**{escape_name(name)}**" for name in facts["names"])}
