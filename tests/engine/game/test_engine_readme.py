"""What the engine's README shows is run as it stands, by a Python that has the folder `engine` and nothing else."""

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.notation import action_text, parse_action
from engine.presets import preset
from engine.record import check_proofs, read, write
from engine.referee import KINDS, answer, run
from engine.rules import Rules

ENGINE = Path(__file__).parents[3] / "engine"
TEXT = (ENGINE / "README.md").read_text(encoding="utf-8")


def blocks(language):
    found = re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    assert found
    return found


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """A folder with a copy of `engine` alone."""
    folder = tmp_path_factory.mktemp("alone")
    shutil.copytree(ENGINE, folder / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def python(folder, *arguments, given=""):
    """Run a Python without site packages there."""
    command = [sys.executable, "-S", "-B", *arguments]
    return subprocess.run(
        command, cwd=folder, input=given, capture_output=True, text=True, encoding="utf-8", timeout=120, check=False,
        env={"PYTHONUTF8": "1"},
    )  # fmt: skip


def test_a_deal_in_ten_lines(alone):
    told = python(alone, "-c", blocks("python")[0])
    assert told.returncode == 0, told.stderr
    assert re.match(r"(finished DealResult\(|ready None)", told.stdout)


def test_the_examples_say_what_they_say(alone):
    (alone / "examples.txt").write_text("\n".join(blocks("pycon")), encoding="utf-8")
    run_them = "import doctest; r = doctest.testfile('/'.join((__import__('os').getcwd(), 'examples.txt')), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL); print(r)"
    told = python(alone, "-c", run_them)
    assert re.search(r"failed=0, attempted=\d\d", told.stdout), told.stdout + told.stderr


def test_the_message_of_bad_rules_is_the_real_one():
    assert "4, 8 or 12 would" in answer({"kind": "deck", "rules": {"overrides": {"kitty_size": 7}}})["error"]["message"]


def test_anyone_can_verify_a_deal(alone):
    """The few lines agree with the engine, on good records and on those that somebody has changed."""
    made = python(alone, "-m", "engine", "play", "--seed", "3", "--deals", "2", "--record", "match.txt")
    assert made.returncode == 0, made.stderr
    text = (alone / "match.txt").read_text(encoding="utf-8")
    scope = {}
    exec(blocks("python")[1], scope)  # its imports are of the standard library only
    good = check_proofs(read(text))
    assert list(scope["verify"](text)) == list(good) == [True] * len(good)
    proof = next(line for line in text.splitlines() if line.startswith("proof "))
    other = text.replace(proof, proof.replace('""', '"somebody else"'), 1)
    assert next(iter(scope["verify"](other))) is check_proofs(read(other))[0] is False
    deal = next(line for line in text.splitlines() if line.startswith("table deal "))
    words = deal.split(" ")
    words[3], words[-1] = words[-1], words[3]
    assert words[3] != words[-1]
    assert next(iter(scope["verify"](text.replace(deal, " ".join(words), 1)))) is False


@pytest.mark.parametrize("name", ["forty-points", "looking-for-friends"])
def test_the_few_lines_know_every_pack(name):
    from engine.fairness import commitment, fair_deal, pack
    from engine.notation import rules_text

    scope = {}
    exec(blocks("python")[1], scope)
    for players in {preset(name).players, 9} if "friends" in name else {4}:
        rules = preset(name, players)
        options = dict(word.split("=") for word in rules_text(rules).split())
        assert scope["pack"](options) == [str(card) for card in pack(rules)]
        secret = bytes(range(40))
        order = [str(card) for card in fair_deal(rules, secret, "王 \u2028").order]
        assert scope["fair"](options, commitment(secret), secret.hex(), "王 \u2028", order)


def test_the_record_is_read_and_goes_as_far_as_it_is_good():
    record = read(blocks("record")[0])
    assert record.headers == (("Event", "a friendly match"),)
    assert [action_text(move.seat, move.action) for move in record.moves] == [
        "table sit 0 user-81", "table draw 4", "0 pass",
    ]  # fmt: skip
    assert read(write(record)) == record


def test_every_action_in_the_table_is_one():
    lines = [
        line for row in re.findall(r"^\| (`[^|]*) \|", TEXT, re.MULTILINE) for line in re.findall(r"`([^`]*)`", row)
    ]
    actions = [line for line in lines if re.match(r"(table|\d) ", line)]
    verbs = {line.split()[1] for line in actions}
    assert verbs == {
        "sit",
        "deal",
        "draw",
        "close",
        "declare",
        "pass",
        "claim",
        "bury",
        "call",
        "play",
        "pickup",
        "leave",
        "takeback",
        "end",
    }
    for line in actions:
        assert parse_action(line.replace(" …", "")), line


def test_the_referee_answers_as_shown(alone):
    said = blocks("jsonl")[0].splitlines()
    questions = [line[2:] for line in said if line.startswith("> ")]
    answers = [json.loads(line[2:]) for line in said if line.startswith("< ")]
    assert len(questions) == len(answers) >= 6
    assert [json.loads(line) for line in run(questions)] == answers
    told = python(alone, "-m", "engine", "referee", given="\n".join(questions) + "\n")
    assert [json.loads(line) for line in told.stdout.splitlines()] == answers


def test_all_kinds_are_listed_with_their_fields():
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", TEXT, re.MULTILINE))
    for name, kind in KINDS.items():
        for field in (*kind.reads, *kind.gives):
            assert f"`{field}`" in rows[name], (name, field)


def test_the_command_lines_work(alone):
    (alone / "questions.jsonl").write_text('{"kind": "describe"}\n', encoding="utf-8")
    for line in blocks("sh")[0].splitlines():
        words = shlex.split(line)
        given = (alone / words[-1]).read_text(encoding="utf-8") if "<" in words else ""
        words = words[: words.index("<")] if "<" in words else words
        assert words[0] == "python"
        told = python(alone, *words[1:], given=given)
        assert told.returncode == 0, told.stderr
        assert told.stdout


def test_there_are_so_many_presets_and_options():
    from engine.presets import PRESETS

    assert len(PRESETS) == 13
    assert 65 <= len(Rules.__dataclass_fields__) <= 75


def test_every_name_that_is_shown_exists():
    """Modules, what they define, and the parameters of what is written as a call."""
    import importlib
    import inspect
    import pkgutil

    import engine

    modules = [
        importlib.import_module(found.name)
        for found in pkgutil.walk_packages(engine.__path__, "engine.")
        if not found.name.endswith("__main__")
    ]
    known = {name: thing for module in modules for name, thing in vars(module).items() if not name.startswith("_")}
    prose = re.sub(r"^```.*?^```$", "", TEXT, flags=re.MULTILINE | re.DOTALL)
    calls = re.findall(r"`(?:engine\.)?([\w.]+)\(([\w, =]+)\)`", prose) + re.findall(r", `(\w+)\((phase)\)`", prose)
    assert len(calls) >= 6
    for name, written in calls:
        parameters = inspect.signature(known[name.rpartition(".")[2]]).parameters
        assert [word.partition("=")[0].strip() for word in written.split(",")] == list(parameters), name
    dotted = set(re.findall(r"`engine\.([\w.]+)`", prose))
    assert len(dotted) >= 6
    names = {module.__name__.removeprefix("engine.") for module in modules}
    for path in dotted:
        parent, _, last = path.rpartition(".")
        assert path in names or hasattr(importlib.import_module(f"engine.{parent}"), last), path
    options = re.search(r"What can be done from a view alone.*?led\.", prose, re.DOTALL).group()
    mentioned = set(re.findall(r"`(\w+)[`(]", options))
    assert {"check", "lead_of", "as_lead", "calls_wanted"} <= mentioned
    assert all(hasattr(importlib.import_module("engine.options"), name) for name in mentioned)


def test_the_table_of_modules_lists_real_ones_and_all_that_strangers_need():
    rows = re.search(r"^\| module \| what for \|\n\|---\|---\|\n(.*?)\n\n", TEXT, re.MULTILINE | re.DOTALL).group(1)
    listed = {name for row in rows.splitlines() for name in re.findall(r"`(\w+)`", row.split("|")[1])}
    there = {path.stem for path in ENGINE.glob("*.py")} | {path.parent.name for path in ENGINE.glob("*/__init__.py")}
    assert listed <= there
    within = {"__init__", "__main__", "seating", "quick"}  # how the others are made
    assert there - listed == within
