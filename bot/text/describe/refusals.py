"""Why something was refused, said so that a player knows what would have been right."""

from collections.abc import Mapping
from typing import Any

from bot.play.refusals import Refused, Why
from bot.text.describe import cards as say
from bot.text.describe.clashes import clash
from bot.text.describe.people import Names, all_of
from bot.text.describe.rules import option
from bot.text.words import Words
from engine.cards import Card, Suit
from engine.errors import BadRules, IllegalAction, Reason
from engine.events import Declaration
from engine.view import PhaseName


def refusal(words: Words, refused: IllegalAction | Refused, names: Names | None = None) -> str:
    """Return a refusal in words. `names` say whose turn it is; without them seats are numbered."""
    if isinstance(refused, Refused):
        return _by_table(words, refused)
    if refused.reason is Reason.NOT_YOUR_TURN:
        return _not_your_turn(words, refused.facts, names)
    facts = {name: _fact(words, name, value) for name, value in refused.facts.items()}
    return words.say(_key(refused), **(facts | _extra(words, refused)))


def _key(refused: IllegalAction) -> str:
    key = f"refused.{refused.reason}"
    match refused.reason:
        case Reason.OWN_DECLARATION:
            return f"{key}.{refused.facts['may']}"
        case Reason.MUST_FOLLOW_SUIT:
            return f"{key}.some" if refused.facts["given"] else f"{key}.none"
        case Reason.WRONG_FRIEND:
            return f"{key}.{refused.facts['why']}"
        case _:
            return key


def _extra(words: Words, refused: IllegalAction) -> dict[str, object]:
    """Return what is said beside, or in place of, the facts themselves."""
    facts: Mapping[str, Any] = refused.facts
    match refused.reason:
        case Reason.MUST_FOLLOW_SHAPE:
            return {"shape": say.shape(words, facts["lead"])}
        case Reason.NO_CLAIM:
            return {name: words.say(f"count.{name}", count=facts[name]) for name in ("points", "trumps")}
        case _:
            return {}


def _not_your_turn(words: Words, facts: Mapping[str, Any], names: Names | None) -> str:
    seats = [seat for seat in facts.get("to_act", ()) if seat >= 0]
    if not seats:
        return words.say("refused.not_your_turn_nobody")
    return words.say("refused.not_your_turn", count=len(seats), who=all_of(words, names, seats))


def _fact(words: Words, name: str, value: object) -> object:
    """Return a fact as it is said: game values in words, numbers and text as they are."""
    if isinstance(value, tuple):
        return _listed(words, value)
    if name == "option":
        return option(words, str(value))
    if name == "phase":
        return words.say(f"phase.{PhaseName(str(value))}")
    if name == "seat" and isinstance(value, int):
        return value + 1
    return _value(words, value)


def _value(words: Words, value: object) -> object:
    match value:
        case Card():
            return say.card(words, value)
        case Suit():
            return say.suit(words, value)
        case Declaration():
            return say.cards(words, value.cards)
        case _:
            return value


def _listed(words: Words, value: tuple[object, ...]) -> str:
    if all(isinstance(one, Card) for one in value):
        return say.cards(words, (one for one in value if isinstance(one, Card)))
    if all(isinstance(one, tuple) for one in value):
        return say.units(words, [one for one in value if isinstance(one, tuple)])
    return words.listed(str(_fact(words, "", one)) for one in value)


def _by_table(words: Words, refused: Refused) -> str:
    facts: dict[str, Any] = dict(refused.facts)
    match refused.why:
        case Why.BAD_RULES:
            return _bad_rules(words, refused)
        case Why.BAD_CARDS if not str(facts["text"]).strip():
            return words.say("table.bad_cards_none")
        case Why.NOT_HOST:
            facts["host"] = f"<@{facts['host']}>"
        case Why.NOT_IN_CHANNEL:
            facts["channels"] = words.listed(f"<#{channel}>" for channel in facts["channels"])
        case Why.SITS_ELSEWHERE:
            facts["tables"] = words.listed(
                words.say("elsewhere.table", table=table, channel=f"<#{channel}>") for table, channel in facts["tables"]
            )
        case Why.NOT_ALLOWED_HERE:
            facts["permissions"] = words.listed(_permission(words, one) for one in facts["permissions"])
        case _:
            pass
    return words.say(f"table.{refused.why}", **facts)


def _permission(words: Words, which: str) -> str:
    key = f"permission.{which}"
    return words.say(key) if words.has(key) else which


def _bad_rules(words: Words, refused: Refused) -> str:
    cause = refused.__cause__
    return clash(words, cause) if isinstance(cause, BadRules) else words.say("table.bad_rules_somehow")
