"""Encodes values as plain JSON: cards, ranks and levels as text, other enums as their values, tuples as lists."""

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import Any, Final

from engine.model.cards import Card, Rank, format_cards
from engine.model.errors import IllegalAction
from engine.model.events import Declaration
from engine.model.options import Level

REFUSED: Final = {"reason?": "why not", "facts?": "what the reason is about"}
"""Describes the fields that an answer has in addition if something is refused."""


def to_json(value: object) -> Any:  # noqa: PLR0911 - one line for each kind of value
    """Return `value` in a form that JSON can carry."""
    match value:
        case Card():
            return str(value)
        case Level() | Rank():
            return value.text
        case Enum():
            return value.value
        case None | bool() | int() | str():
            return value
        case Declaration():
            return {"player": value.seat, "cards": card_texts(value.cards), "suit": to_json(value.suit)}
        case Mapping():
            return {str(key): to_json(one) for key, one in value.items()}
        case Iterable():
            return [to_json(one) for one in value]
        case _:
            raise TypeError(f"no plain form of {value!r}")


def card_texts(cards: Iterable[Card]) -> list[str]:
    """Return cards as a list of their texts."""
    return format_cards(cards).split()


def judge(check: Callable[[], object]) -> dict[str, Any]:
    """Return the answer to a check. It says whether something is legal. For a refusal, it adds the reason and facts."""
    try:
        check()
    except IllegalAction as refused:
        return {"legal": False, **refusal_to_json(refused)}
    return {"legal": True}


def refusal_to_json(refused: IllegalAction) -> dict[str, Any]:
    """Return the reason and the facts of a refusal."""
    return {"reason": refused.reason.value, "facts": to_json(refused.facts)}
