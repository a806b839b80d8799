"""The compiled copy of the search plays exactly as the modules in Python do."""

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PLAY = """
import random
from engine.arena.contest import Contest, PlayerMix
from engine.arena.run_contest import run_contest
from engine.model.presets import preset
from engine.players.playouts.run_playout import run_rule_playout
print(type(run_rule_playout).__name__)
for rules in ("standard", "finding-friends"):
    contest = Contest(PlayerMix("search:3"), PlayerMix("expert"), preset(rules), 1, 5)
    print([(one.score.levels, one.score.points) for one in run_contest(contest, 1)])
"""


def play_in(folder):
    found = subprocess.run([sys.executable, "-c", PLAY], cwd=folder, capture_output=True, text=True, check=True)
    kind, *scores = found.stdout.splitlines()
    return kind, scores


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.skipif(
    shutil.which("cc") is None and shutil.which("gcc") is None,
    reason="NO C COMPILER: the compiled search is not tested",
)
def test_compiled_search_plays_the_same(tmp_path, monkeypatch):
    # without optimisation, compiling takes half the time and the search plays the same
    monkeypatch.setenv("MYPYC_OPT_LEVEL", "0")
    spec = importlib.util.spec_from_file_location("compile_search", ROOT / ".ci" / "compile_search.py")
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    modules = tool.compile_search(tmp_path / "copy")
    assert any(path.name.startswith("deal_sampler") for path in modules)
    assert sum("playout" in path.parent.name for path in modules) >= 8
    plain, compiled = play_in(ROOT), play_in(tmp_path / "copy")
    assert (plain[0], compiled[0]) == ("function", "builtin_function_or_method")
    assert plain[1] == compiled[1]
