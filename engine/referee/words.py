"""Values as plain JSON: cards as text, enums as their values, tuples as lists."""

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any

from engine.cards import Card, Rank, cards_text
from engine.errors import IllegalAction
from engine.events import Declaration
from engine.rules import Level


def plain(value: object) -> Any:  # noqa: PLR0911 - one line for each kind of value
    """Return `value` as what JSON can carry."""
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
            return {"player": value.seat, "cards": texts(value.cards), "suit": plain(value.suit)}
        case Mapping():
            return {str(key): plain(one) for key, one in value.items()}
        case Iterable():
            return [plain(one) for one in value]
        case _:
            raise TypeError(f"no plain form of {value!r}")


def texts(cards: Iterable[Card]) -> list[str]:
    """Return cards as a list of their texts."""
    return cards_text(cards).split()


def refusal(refused: IllegalAction) -> dict[str, Any]:
    """Return the reason and the facts of a refusal."""
    return {"reason": refused.reason.value, "facts": plain(refused.facts)}
