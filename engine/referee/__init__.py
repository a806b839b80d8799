"""The rules as questions and answers: one JSON object in, one out, so that a program in any language can use them.

A question reads `{"id": any, "kind": …, "rules": {"preset": "club", "overrides": {…}}, "trump": {"rank", "suit"},
"input": {…}}`. The answer is `{"id", "answer": {…}}`, a refusal by the rules carrying `reason` and `facts`, or
`{"id", "error": {"reason", "message"}}` where the question cannot be answered. `{"kind": "describe"}` lists all kinds.
"""

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from engine.errors import BadRules, IllegalAction
from engine.referee.asking import Bad, Question, said
from engine.referee.cards import KINDS as CARD_KINDS
from engine.referee.deals import KINDS as DEAL_KINDS
from engine.referee.kinds import Kind
from engine.referee.plays import KINDS as PLAY_KINDS
from engine.referee.words import plain

__all__ = ["KINDS", "answer", "run"]

KINDS: Final[Mapping[str, Kind]] = {**CARD_KINDS, **PLAY_KINDS, **DEAL_KINDS}
_LONGEST_LINE: Final = 1_000_000


def answer(question: object) -> dict[str, Any]:
    """Answer one question. Never raises: what cannot be answered gets an error object with a reason."""
    identity = question.get("id") if isinstance(question, dict) else None
    try:
        return {"id": identity, "answer": _answer(question)}
    except Bad as bad:
        return {"id": identity, "error": {"reason": bad.reason, "message": str(bad)}}
    except BadRules as bad:
        return {"id": identity, "error": {"reason": "bad_rules", "message": str(bad), "options": list(bad.options)}}
    except IllegalAction as refused:
        error = {"reason": refused.reason.value, "message": str(refused), "facts": plain(refused.facts)}
        return {"id": identity, "error": error}


def run(lines: Iterable[str]) -> Iterator[str]:
    """Answer one question a line, one line of JSON each; blank lines are skipped, bad ones get an error object."""
    for line in lines:
        if line.strip():
            yield _in_json(line)


def _in_json(line: str) -> str:
    """Return the answer in ASCII, which every output can carry, also half a surrogate pair in an id."""
    try:
        return json.dumps(_read_and_answer(line), allow_nan=False)
    except RecursionError:
        return json.dumps({"id": None, "error": {"reason": "too_deep", "message": "the question is nested too deeply"}})


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no number of JSON")


def _finite(text: str) -> float:
    return float(text) if math.isfinite(float(text)) else _no_number(text)


def _read_and_answer(line: str) -> dict[str, Any]:
    if len(line) > _LONGEST_LINE:
        return {
            "id": None,
            "error": {"reason": "too_long", "message": f"a line has at most {_LONGEST_LINE} characters"},
        }
    try:
        question = json.loads(line, parse_constant=_no_number, parse_float=_finite)
    except (ValueError, RecursionError) as wrong:
        return {"id": None, "error": {"reason": "bad_json", "message": str(wrong)}}
    return answer(question)


def _answer(question: object) -> dict[str, Any]:
    if not isinstance(question, dict):
        raise Bad("not_an_object", "a question is a JSON object")
    name = question.get("kind")
    if name == "describe":
        return _describe()
    if not isinstance(name, str) or name not in KINDS:
        raise Bad("unknown_kind", f"no kind is called {said(name)}; ask describe for the list")
    kind, asked = KINDS[name], Question(question)
    kind.check(asked)
    return kind.answer(asked)


def _describe() -> dict[str, Any]:
    described = {
        name: {"asks": kind.asks, "input": dict(kind.reads), "answer": dict(kind.gives)} for name, kind in KINDS.items()
    }
    return {"kinds": described, "cards": "suit letter and rank: S5, H10, DA; LJ, BJ"}
