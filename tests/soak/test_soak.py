"""The long search counts what its processes find, fails if one of them fails, and repeats them by their seed."""

import argparse
import json

import pytest

from tests.soak import __main__ as soak
from tests.soak import parts
from tests.soak.parts import PARTS, Job

GIVEN = {"kills": 60, "presses": 2000, "stride": 1, "seed": 3}


def given(**changes):
    return argparse.Namespace(**GIVEN | changes)


def say(**found):
    line = json.dumps(found)
    return Job(("-c", f"print('progress'); print({line!r})"), parts._pick("runs"))


def test_seed_repeats_the_same_processes():
    for make in PARTS.values():
        assert [job.command for job in make(given())] == [job.command for job in make(given())]
        assert [job.command for job in make(given())] != [job.command for job in make(given(seed=4))]


def test_jobs_add_up_to_requested_numbers():
    assert sum(int(job.command[1]) for job in parts.list_kills(given())) == 60
    assert len(parts.list_presses(given())) * parts.STEPS >= 2000
    assert len(parts.list_calls(given())) == len(parts.SCENARIOS) * len(parts.Fault)
    assert len(parts.list_troubles(given())) == len(parts.SCENES) * len(parts.TROUBLES)


def test_progress_and_faults_are_counted():
    shown = []
    part = soak.run_part("calls", [say(runs=2, faults=[]), say(runs=3, faults=["lost"])], 2, shown.append)
    assert (part.done, part.counts, len(part.faults)) == (2, {"runs": 5}, 1)
    assert "lost" in part.faults[0]
    assert "2/2  5 runs; 1 faults" in shown[-1]


def test_successes_and_failures_are_added_up():
    part = soak.run_part("troubles", [say(runs=1, faults=[], table={"POST /x": (1, 2)})] * 2, 2, lambda _: None)
    assert list(part.list_tried()) == ["POST /x: 2 ok, 4 failed"]


@pytest.mark.parametrize("program", ["raise SystemExit(3)", "pass"])
def test_process_without_a_report_is_a_fault(program):
    part = soak.run_part("calls", [Job(("-c", program), parts._pick("runs"))], 1, lambda _: None)
    assert len(part.faults) == 1


def test_unknown_parts_are_refused():
    with pytest.raises(SystemExit, match="no such part: walks"):
        list(soak.choose_parts("kills,walks"))


@pytest.mark.long
def test_short_search_ends_with_a_summary(capsys):
    status = soak.main(["--only", "kills", "--kills", "1", "--seed", "1", "--workers", "1"])
    said = capsys.readouterr().out
    assert status == 0, said
    assert "kills: 1/1" in said
