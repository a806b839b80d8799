"""The measurement of an evening names figures that grow, and finds none in a short evening."""

import json
import subprocess
import sys

import pytest

from tests.load.evening import Reading, compute_slopes, find_growth
from tests.load.processes import ROOT


def evening(*, memory=0.0, handles=0.0, tasks=0.0):
    """Return the readings of an hour in which the figures grow by these amounts."""
    return [
        Reading(n / 60, 250 + memory * n / 60, 43 + handles * n / 60, 300 + tasks * n / 60, n / 10) for n in range(60)
    ]


def test_slope_is_growth_per_hour():
    slopes = compute_slopes(evening(memory=12.0))
    assert slopes == pytest.approx({"memory": 12.0, "handles": 0.0, "tasks": 0.0, "database": 6.0})


def test_figures_that_grow_are_named():
    assert find_growth(evening(memory=4.0, handles=2.0)) == []
    (leak,) = find_growth(evening(memory=80.0))
    assert leak.startswith("memory grew from ")
    assert len(find_growth(evening(handles=100.0, tasks=600.0))) == 2


@pytest.mark.long
@pytest.mark.timeout(900)
def test_no_figure_grows_in_short_evening():
    words = ("--tables", "3", "--minutes", "0.2", "--every", "1", "--pace", "10", "--people", "4")
    command = (sys.executable, "-m", "tests.load.evening", *words)
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr[-2000:]
    *_, slopes, last = ended.stdout.splitlines()
    assert slopes.startswith("in an hour: ")
    assert json.loads(last) == {"minutes": 0.2, "faults": []}
