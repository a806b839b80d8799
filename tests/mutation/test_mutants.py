"""Each mutant has one fault that a developer could make; a fault that no test notices survives."""

import ast
from pathlib import Path

import pytest

from tests.mutation import __main__ as command
from tests.mutation.mutants import list_mutants
from tests.mutation.trials import Trials

SOURCE = '''\
"""Numbers 1 and 2."""
_log = get()

def is_small(number: int = 7) -> bool:
    """Tell whether a number < 10."""
    _log.info("asked", number=number + 1)
    if number < 0 and not CHECKED:
        raise ValueError
    return number < 10  # 小
'''
FAULTS = {
    "numbers.is_small: 7 -> 8",
    "numbers.is_small: number < 0 and (not CHECKED) -> number < 0 or not CHECKED",
    "numbers.is_small: number < 0 -> number <= 0",
    "numbers.is_small: number < 0 -> number < 1",
    "numbers.is_small: not CHECKED -> CHECKED",
    "numbers.is_small: raise ValueError -> pass",
    "numbers.is_small: number < 10 -> number <= 10",
    "numbers.is_small: number < 10 -> number < 11",
}


def names(source):
    return [one.name for one in list_mutants(Path("numbers.py"), source)]


def test_no_fault_changes_texts_types_or_logs():
    assert set(names(SOURCE)) == FAULTS


def test_names_survive_changes_elsewhere_in_file():
    assert names('"""Another."""\n\nOTHER = [one for one in ()]\n' + SOURCE) == names(SOURCE)


def test_equal_faults_of_a_function_have_different_names():
    assert names("def f(a):\n    a.go()\n    a.go()\n") == [
        "numbers.f: a.go() -> pass",
        "numbers.f: a.go() -> pass (2)",
    ]


def test_each_fault_changes_one_line():
    for mutant in list_mutants(Path("numbers.py"), SOURCE):
        changed = mutant.apply(SOURCE)
        ast.parse(changed)
        apart = [(old, new) for old, new in zip(SOURCE.splitlines(), changed.splitlines(), strict=True) if old != new]
        assert len(apart) == 1


def test_same_seed_chooses_the_same_faults():
    first, again, other = (command.choose("bot/puzzles", seed, 10, "") for seed in (1, 1, 2))
    assert first == again != other


def test_equivalents_have_reasons_and_are_skipped():
    equivalents = command.read_equivalents()
    assert all(equivalents.values())
    assert not {one.name for one in command.choose("bot/puzzles", 1, 10**6, "")} & set(equivalents)


@pytest.mark.long
def test_noticed_faults_are_killed_and_others_survive(tmp_path):
    tree = tmp_path / "project"
    (tree / "engine").mkdir(parents=True)
    (tree / "engine" / "sizes.py").write_text("def f(a):\n    return a < 3\n\ndef g(a):\n    return a + 1\n")
    (tree / "pyproject.toml").write_text("[tool.pytest.ini_options]\npythonpath = ['.']\n")
    (tree / "tests" / "mutation").mkdir(parents=True)
    plugin = Path(command.__file__).with_name("choose_tests.py")
    (tree / "tests" / "mutation" / "choose_tests.py").write_text(plugin.read_text())
    (tree / "tests" / "test_sizes.py").write_text(
        "from engine.sizes import f\n\ndef test_f():\n    assert f(2) and not f(3)\n"
    )
    trials = Trials(tree, tmp_path / "scratch", "engine", ["tests/test_*.py"])
    trials.measure()
    mutants = list_mutants(Path("engine/sizes.py"), (tree / "engine" / "sizes.py").read_text())
    assert {one.name: trials.is_killed(one) for one in mutants} == {
        "sizes.f: a < 3 -> a <= 3": True,
        "sizes.f: a < 3 -> a < 4": True,
        "sizes.g: a + 1 -> a - 1": False,
        "sizes.g: a + 1 -> a + 2": False,
    }
    assert [trials.list_tests(one) for one in mutants] == [frozenset({"tests/test_sizes.py::test_f"})] * 2 + [
        frozenset()
    ] * 2
