"""The rules as questions and answers in JSON, for programs in any language; `engine/README.md` describes them."""

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from typing import Any, Final

from engine.model.errors import IllegalAction, InvalidRules, Reason
from engine.model.notation import OPTION_DEFAULTS, format_rules
from engine.model.options import Level
from engine.model.presets import PRESETS
from engine.model.rules import Rules
from engine.referee.bid_questions import KINDS as BID_KINDS
from engine.referee.card_questions import KINDS as CARD_KINDS
from engine.referee.decode import InvalidQuestion, Question, quote
from engine.referee.encode import to_json
from engine.referee.match_questions import KINDS as MATCH_KINDS
from engine.referee.play_questions import KINDS as PLAY_KINDS
from engine.referee.question_kind import QuestionKind, check_fields
from engine.referee.score_questions import KINDS as SCORE_KINDS
from engine.referee.team_questions import KINDS as TEAM_KINDS

__all__ = ["KINDS", "answer_lines", "answer_question"]

KINDS: Final[Mapping[str, QuestionKind]] = {
    **CARD_KINDS,
    **PLAY_KINDS,
    **BID_KINDS,
    **SCORE_KINDS,
    **MATCH_KINDS,
    **TEAM_KINDS,
}
_LONGEST_LINE: Final = 1_000_000


def answer_question(question: object) -> dict[str, Any]:
    """Return the answer to one question, or an error object. Raises RecursionError for a question nested too deeply."""
    identity = question.get("id") if isinstance(question, dict) else None
    try:
        return {"id": identity, "answer": _answer(question)}
    except InvalidQuestion as bad:
        return {"id": identity, "error": {"reason": bad.reason, "message": str(bad)}}
    except InvalidRules as bad:
        return {"id": identity, "error": {"reason": "bad_rules", "message": str(bad), "options": list(bad.options)}}
    except IllegalAction as refused:
        error = {"reason": refused.reason.value, "message": str(refused), "facts": to_json(refused.facts)}
        return {"id": identity, "error": error}
    except RecursionError:
        raise
    except Exception as fault:  # noqa: BLE001 - a fault of ours must not end the stream for all other questions
        return {"id": identity, "error": {"reason": "internal", "message": f"{type(fault).__name__}: {fault}"}}


def answer_lines(lines: Iterable[str]) -> Iterator[str]:
    """Yield one line of JSON for each line with a question; blank lines are skipped."""
    for line in lines:
        if line.strip():
            yield _answer_as_json(line)


def _answer_as_json(line: str) -> str:
    """Return the answer as JSON. It has only ASCII characters, which every output can show, whatever the id is."""
    try:
        return json.dumps(_read_and_answer(line), allow_nan=False)
    except RecursionError:
        return json.dumps({"id": None, "error": {"reason": "too_deep", "message": "the question is nested too deeply"}})


def _refuse_constant(text: str) -> float:
    raise ValueError(f"{text} is not a JSON number")


def _parse_finite(text: str) -> float:
    return float(text) if math.isfinite(float(text)) else _refuse_constant(text)


def _read_and_answer(line: str) -> dict[str, Any]:
    if len(line) > _LONGEST_LINE:
        return {
            "id": None,
            "error": {"reason": "too_long", "message": f"a line has at most {_LONGEST_LINE} characters"},
        }
    try:
        question = json.loads(line, parse_constant=_refuse_constant, parse_float=_parse_finite)
    except (ValueError, RecursionError) as wrong:
        return {"id": None, "error": {"reason": "bad_json", "message": str(wrong)}}
    return answer_question(question)


def _answer(question: object) -> dict[str, Any]:
    if not isinstance(question, dict):
        raise InvalidQuestion("not_an_object", "a question is a JSON object")
    name = question.get("kind")
    if name == "describe":
        return _describe(Question(question))
    if not isinstance(name, str) or name not in KINDS:
        raise InvalidQuestion("unknown_kind", f"no kind is called {quote(name)}; ask describe for the list")
    kind, asked = KINDS[name], Question(question)
    check_fields(asked.input, kind.fields)
    return kind.answer(asked)


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
"""Describes the values of options that are not from a fixed list."""


def _describe(asked: Question) -> dict[str, Any]:
    check_fields(asked.input, ())
    return {
        "kinds": {name: _describe_kind(name, kind) for name, kind in KINDS.items()},
        "presets": {name: format_rules(rules, Rules()) for name, rules in PRESETS.items()},
        "options": {name: _describe_option(name, default) for name, default in OPTION_DEFAULTS.items()},
        "reasons": {
            reason.value: {name: kind.__metadata__[0] for name, kind in reason.facts.items()}
            for reason in Reason.list_keys()
        },
        "cards": "suit letter and rank: S5, H10, DA; LJ, BJ",
    }


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
