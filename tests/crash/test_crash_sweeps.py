"""No commit is lost or torn, no matter at which SQLite call the program dies or the disk fails.

These tests try a few calls of each scenario; `make soak` tries every call with every fault.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from crash_scenarios import CARELESS, SCENARIOS
from sqlite_faults import Fault, is_reachable

SWEEP = Path(__file__).parent / "crash_sweep.py"
pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not is_reachable(), reason="Python's SQLite is built in and cannot be reached by ctypes"),
]
PAIRS = (
    *(("play", Fault.KILL, 40), ("season", Fault.ERROR, 18), ("ruling", Fault.TORN, 18), ("import", Fault.FULL, 25)),
    *(("event", Fault.POWER, 60), ("migration", Fault.KILL, 12), ("backup", Fault.FULL, 60)),
)
"""(scenario, fault, stride) for each sweep. Each stride leaves about four calls."""


def sweep(scenario, fault, stride):
    done = subprocess.run(
        [sys.executable, SWEEP, scenario, fault, str(stride), os.environ.get("SEED", "0")],
        stdout=subprocess.PIPE, check=True,
    )  # fmt: skip
    return json.loads(done.stdout)


@pytest.mark.parametrize(("scenario", "fault", "stride"), PAIRS)
def test_no_commit_is_lost_or_torn(scenario, fault, stride):
    report = sweep(scenario, fault, stride)
    assert report["faults"] == []
    assert report["runs"] >= 2
    assert report["commits"] >= report["steps"] or scenario == "backup"


def test_every_scenario_and_fault_is_tried():
    assert {scenario for scenario, _, _ in PAIRS} == SCENARIOS.keys()
    assert {fault for _, fault, _ in PAIRS} == set(Fault)


def test_lost_commits_are_noticed():
    """If files are not synchronised, a power failure loses finished commits. The sweep must report them."""
    report = sweep(CARELESS, Fault.POWER, 60)
    assert any("had returned" in fault for fault in report["faults"])
