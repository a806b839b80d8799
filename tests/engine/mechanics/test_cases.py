"""The referee gives the answers of worked examples, which come from five published descriptions of the game."""

import json
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from engine.referee import KINDS, answer_question

FOLDER = Path(__file__).parents[2] / "cases"
CASES = [json.loads(line) for path in sorted(FOLDER.glob("*.jsonl")) for line in path.read_text().splitlines()]
IN_ORDER = {"high_to_low", "expands_to", "expands_to_best_first", "order"}


def are_same(name: str, expected: object, given: object) -> bool:
    """Return whether two answers are equal. The order of a list does not matter, but that of a list inside it does.

    For the fields IN_ORDER, the order of the outer list matters, and the order of the lists inside it does not.
    """
    if isinstance(expected, list) and isinstance(given, list):
        if name in IN_ORDER:
            return len(expected) == len(given) and all(
                are_same("", *pair) for pair in zip(expected, given, strict=True)
            )
        return Counter(map(json.dumps, expected)) == Counter(map(json.dumps, given))
    return expected == given


def test_all_cases_are_present():
    assert len(CASES) == 318
    assert len({case["id"] for case in CASES}) == 318
    assert {case["kind"] for case in CASES} <= KINDS.keys()


@pytest.mark.parametrize("kind", dict.fromkeys(case["kind"] for case in CASES))
def test_worked_examples_get_the_published_answers(kind):
    for case in (one for one in CASES if one["kind"] == kind):
        given = answer_question({key: case[key] for key in ("id", "kind", "rules", "trump", "input")})
        assert given["id"] == case["id"]
        assert "error" not in given, given
        for name, expected in case["expected"].items():
            assert are_same(name, expected, given["answer"][name]), (case["id"], name, expected, given["answer"])


@pytest.mark.long
@pytest.mark.skipif(shutil.which("node") is None, reason="NOT TESTED: a client in JavaScript needs Node.js")
def test_javascript_client_gets_the_same_answers():
    client = Path(__file__).with_name("referee_client.mjs")
    finished = subprocess.run(
        ["node", str(client), sys.executable, str(FOLDER.parents[1])],
        input="\n".join(map(json.dumps, CASES)), capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert finished.stdout.splitlines() == ["318 cases, 0 wrong"], finished.stdout + finished.stderr
