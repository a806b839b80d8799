"""The examples in the engine's README run unchanged in a folder with nothing but the package `engine`."""

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.io.record import Replay, format_record, parse_record
from engine.model.notation import format_action, parse_action
from engine.model.presets import preset, with_options
from engine.model.rules import Rules
from engine.referee import KINDS, answer_lines, answer_question

ENGINE = Path(__file__).parents[3] / "engine"
TEXT = (ENGINE / "README.md").read_text(encoding="utf-8")


def code_blocks(language):
    found = re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    assert found
    return found


@pytest.fixture(scope="module")
def isolated_engine(tmp_path_factory):
    """Return a folder with a copy of `engine` and nothing else."""
    folder = tmp_path_factory.mktemp("alone")
    shutil.copytree(ENGINE, folder / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def run_python(folder, *arguments, given=""):
    """Run Python in a folder, without site packages."""
    command = [sys.executable, "-S", "-B", *arguments]
    return subprocess.run(
        command, cwd=folder, input=given, capture_output=True, text=True, encoding="utf-8", timeout=120, check=False,
        env={"PYTHONUTF8": "1"},
    )  # fmt: skip


def test_ten_line_example_plays_a_deal(isolated_engine):
    finished = run_python(isolated_engine, "-c", code_blocks("python")[0])
    assert finished.returncode == 0, finished.stderr
    assert re.match(r"(finished DealResult\(|ready None)", finished.stdout)


def test_pycon_examples_pass_doctest(isolated_engine):
    (isolated_engine / "examples.txt").write_text("\n".join(code_blocks("pycon")), encoding="utf-8")
    run_them = "import doctest; r = doctest.testfile('/'.join((__import__('os').getcwd(), 'examples.txt')), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL); print(r)"
    finished = run_python(isolated_engine, "-c", run_them)
    assert re.search(r"failed=0, attempted=\d\d", finished.stdout), finished.stdout + finished.stderr


def test_message_about_rules_in_readme_is_what_the_engine_says():
    assert (
        "4, 8 or 12 would"
        in answer_question({"kind": "deck", "rules": {"overrides": {"kitty_size": 7}}})["error"]["message"]
    )


def test_verify_example_agrees_with_engine(isolated_engine):
    """The example agrees with the engine on genuine and on changed records."""
    made = run_python(isolated_engine, "-m", "engine", "play", "--seed", "3", "--deals", "2", "--record", "match.txt")
    assert made.returncode == 0, made.stderr
    text = (isolated_engine / "match.txt").read_text(encoding="utf-8")
    scope = {}
    exec(code_blocks("python")[1], scope)  # the example imports only the standard library
    good = Replay(parse_record(text)).proofs
    assert list(scope["verify"](text)) == list(good) == [True] * len(good)
    proof = next(line for line in text.splitlines() if line.startswith("proof "))
    other = text.replace(proof, proof.replace('""', '"somebody else"'), 1)
    assert next(iter(scope["verify"](other))) is Replay(parse_record(other)).proofs[0] is False
    deal = next(line for line in text.splitlines() if line.startswith("table deal "))
    words = deal.split(" ")
    words[3], words[-1] = words[-1], words[3]
    assert words[3] != words[-1]
    assert next(iter(scope["verify"](text.replace(deal, " ".join(words), 1)))) is False


@pytest.mark.parametrize("name", ["forty-points", "looking-for-friends"])
def test_verify_example_knows_unusual_packs(name):
    from engine.deal.fair_shuffle import commit_to, full_pack, make_fair_deal
    from engine.model.notation import format_rules

    scope = {}
    exec(code_blocks("python")[1], scope)
    whole = [preset(name, players) for players in ({preset(name).players, 9} if "friends" in name else {4})]
    short = [
        with_options(whole[0], decks=3, cuts="3,5", auto_cut=True),
        with_options(whole[0], decks=4, auto_cut=True, kitty_size=3),
    ]
    for rules in [*whole, *(short if "friends" in name else ())]:
        options = dict(word.split("=") for word in format_rules(rules).split())
        assert scope["pack"](options) == [str(card) for card in full_pack(rules)]
        secret = bytes(range(40))
        order = [str(card) for card in make_fair_deal(rules, secret, "王 \u2028").order]
        assert scope["fair"](options, commit_to(secret), secret.hex(), "王 \u2028", order)


def test_shown_record_can_be_read():
    record = parse_record(code_blocks("record")[0])
    assert record.headers == (("Event", "a friendly match"),)
    assert [format_action(move.seat, move.action) for move in record.moves] == [
        "table sit 0 user-81", "table draw 4", "0 pass",
    ]  # fmt: skip
    assert parse_record(format_record(record)) == record


def test_action_table_lists_every_verb():
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


def test_referee_answers_as_shown(isolated_engine):
    lines = code_blocks("jsonl")[0].splitlines()
    questions = [line[2:] for line in lines if line.startswith("> ")]
    answers = [json.loads(line[2:]) for line in lines if line.startswith("< ")]
    assert len(questions) == len(answers) >= 6
    assert [json.loads(line) for line in answer_lines(questions)] == answers
    finished = run_python(isolated_engine, "-m", "engine", "referee", given="\n".join(questions) + "\n")
    assert [json.loads(line) for line in finished.stdout.splitlines()] == answers


def test_question_kinds_are_listed_with_fields():
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", TEXT, re.MULTILINE))
    for name, kind in KINDS.items():
        for field in (*kind.reads, *kind.gives):
            assert f"`{field}`" in rows[name], (name, field)


@pytest.mark.long
def test_shown_commands_run(isolated_engine):
    (isolated_engine / "questions.jsonl").write_text('{"kind": "describe"}\n', encoding="utf-8")
    for line in code_blocks("sh")[0].splitlines():
        words = shlex.split(line)
        given = (isolated_engine / words[-1]).read_text(encoding="utf-8") if "<" in words else ""
        words = words[: words.index("<")] if "<" in words else words
        assert words[0] == "python"
        finished = run_python(isolated_engine, *words[1:], given=given)
        assert finished.returncode == 0, finished.stderr
        assert finished.stdout


def test_preset_and_option_counts_are_right():
    from engine.model.presets import PRESETS

    assert len(PRESETS) == 13
    assert f"their {len(Rules.__dataclass_fields__)} options" in TEXT


def test_every_shown_name_exists():
    """Each name in the README exists: modules, what is in them, and the parameters of calls."""
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
    options = re.search(r"need only a view:.*?would form\.", prose, re.DOTALL).group()
    mentioned = set(re.findall(r"`(\w+)[`(]", options))
    assert {"check_action", "lead_of", "as_lead", "friends_to_call"} <= mentioned
    assert all(hasattr(importlib.import_module("engine.deal.legal_actions"), name) for name in mentioned)


def test_module_table_lists_folders_with_their_contents():
    rows = re.search(
        r"^\| folder \| contents \| what for \|\n\|---\|---\|---\|\n(.*?)\n\n", TEXT, re.MULTILINE | re.DOTALL
    )
    listed, folder = {}, ""
    for row in rows.group(1).splitlines():
        first, contents = (re.findall(r"`(\w+)`", cell) for cell in row.split("|")[1:3])
        folder = first[0] if first else folder
        listed.setdefault(folder, set()).update(contents)
    folders = {path.parent.name for path in ENGINE.glob("*/__init__.py")}
    assert set(listed) == folders | {"engine"}
    for folder in ("model", "cards_in_play", "deal", "io"):
        there = {path.stem for path in (ENGINE / folder).glob("*.py")} - {"__init__"}
        there |= {path.parent.name for path in (ENGINE / folder).glob("*/__init__.py")}
        assert listed[folder] == there
    from engine.players import levels

    assert listed["players"] == set(levels.__all__) - {"Player"}
    assert listed["referee"] == {"answer_question", "answer_lines"}
    assert listed["engine"] == {"cli"}
