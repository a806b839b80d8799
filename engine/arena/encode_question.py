"""Encodes the questions to other programs as lines of JSON, and parses their answers (see docs/arena.md)."""

import json
from dataclasses import fields, is_dataclass, replace
from itertools import islice
from typing import Any, Final

from engine.arena.contest import DecisionFault, PlayerFaultError
from engine.deal.legal_actions import legal_actions_of
from engine.model.actions import Action, TakeBack
from engine.model.notation import format_action, format_rules, parse_action
from engine.model.rules import Rules
from engine.model.seats import Seat
from engine.model.trump import Trump
from engine.model.view import PlayView, View
from engine.referee.encode import to_json

_LISTED: Final = 50
"""The most legal actions that a question lists."""
WAIT: Final = "wait"
"""The answer of a seat that declares nothing for now."""
_SHOWN: Final = 60
"""How many characters of a wrong answer are shown."""


def encode_question(number: int, seed: int, view: View) -> str:
    """Return the question to the view's seat as one line of JSON, without a line end."""
    question = {"id": number, "seat": view.seat, "seed": seed, "view": _encode(view), "legal": _list_legal(view)}
    return json.dumps(question, separators=(",", ":"))


def _encode(value: object) -> Any:
    match value:
        case Rules():
            return format_rules(value)
        case Trump():
            return {"rank": to_json(value.rank), "suit": to_json(value.suit)}
        case tuple():
            return [_encode(one) for one in value]
        case frozenset():
            return [_encode(one) for one in sorted(value)]
        case _ if is_dataclass(value):
            shown = _sort_cards(value) if isinstance(value, PlayView) else value
            return {field.name: _encode(getattr(shown, field.name)) for field in fields(shown)}
        case _:
            return to_json(value)


def _sort_cards(play: PlayView) -> PlayView:
    """Return the play with its cards sorted, because a player could send signals to a partner by their order."""
    units = tuple(tuple(sorted(unit)) for unit in play.units)
    return replace(play, cards=tuple(sorted(play.cards)), units=units, attempt=tuple(sorted(play.attempt)))


def _list_legal(view: View) -> list[str]:
    found = (one for one in legal_actions_of(view) if not isinstance(one, TakeBack))
    return [format_answer(one) for one in islice(found, _LISTED)]


def format_answer(action: Action) -> str:
    """Return the text of an action as a program writes it, without the seat."""
    return format_action(Seat(0), action).partition(" ")[2]


def parse_answer(line: str, number: int, seat: Seat) -> Action | None:
    """Return the action in the answer to question `number`. None means that the seat waits. Raises PlayerFaultError."""
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise PlayerFaultError(DecisionFault.ERROR, f"the answer is not JSON: {shorten(line)}") from error
    if not isinstance(answer, dict) or answer.get("id") != number or not isinstance(answer.get("action"), str):
        words = f'an answer has the "id" of its question, here {number}, and an "action": {shorten(line)}'
        raise PlayerFaultError(DecisionFault.ERROR, words)
    if answer["action"] == WAIT:
        return None
    try:
        return parse_action(f"{seat} {answer['action']}")[1]
    except (ValueError, RecursionError) as error:
        raise PlayerFaultError(DecisionFault.ERROR, str(error)) from error


def shorten(line: str) -> str:
    """Return a text in quotes, cut off if it is long."""
    line = line.strip()
    return repr(line if len(line) <= _SHOWN else f"{line[:_SHOWN]}…")
