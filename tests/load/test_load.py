"""The load test, run briefly with two tables, and the tool that fills a database."""

import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing

import pytest

from tests.load import __main__ as load
from tests.load.bare_presses import measure_bare_bot
from tests.load.fill_database import PROBE_DEALS, PROBES, fill
from tests.load.players import Stopwatch
from tests.load.processes import ROOT, CpuUse, get_cpu_use
from tests.load.steps import Cpu, Step, format_summary


def cpu(loop=0.1, discord=0.1, players=0.1, idle=1.0):
    return Cpu(CpuUse(loop, 0.2, 0.3), CpuUse(discord), CpuUse(players), idle)


def step(tables, p99=0.1, plays=100, **given):
    values = {"wanted": 100.0, "unanswered": 0, "cpu": cpu(), "memory": 100.0 + tables, "late": 0} | given
    return Step(tables, 10.0, [0.05] * 98 + [p99] * 2, plays, **values)


@pytest.mark.parametrize(
    ("failed", "why"),
    [
        (step(60, p99=1.2), "p99 is over 1 s"),
        (step(60, plays=89), "89 plays are less than 90% of the 100 wanted"),
        (step(60, unanswered=2), "2 presses were not answered"),
        (step(60, late=3), "3 tables did not begin to play"),
    ],
)
def test_summary_names_capacity_and_its_limit(failed, why):
    summary = format_summary("four people", [step(20), step(40, p99=0.9, plays=90), failed], 154.0)
    assert "four people: 40 tables are carried" in summary
    assert "grows by 1.00 MB per table" in summary
    assert "154 presses/s" in summary
    rows = re.findall(r"^\| \d+ \|.*$", summary, re.MULTILINE)
    assert [row.endswith("| nothing | yes |") for row in rows] == [True, True, False]
    assert why in rows[-1]


@pytest.mark.parametrize(
    ("used", "bottleneck"),
    [
        (cpu(loop=0.95, idle=0.1), "the bot's event loop"),
        (cpu(discord=0.95), "the local Discord"),
        (cpu(players=0.95), "the players"),
        (cpu(idle=0.02), "the machine"),
        (cpu(idle=0.5), "nothing"),
    ],
)
def test_bottleneck_is_resource_that_is_full(used, bottleneck):
    assert used.find_bottleneck() == bottleneck


def test_processor_time_of_children_is_counted_separately():
    program = (
        "import subprocess, sys, time\n"
        "while time.process_time() < 0.1: pass\n"  # this is longer than the kernel's unit of processor time
        "child = subprocess.Popen([sys.executable, '-c', 'while True: pass'])\n"
        "print('ready', flush=True); child.wait()"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, start_new_session=True) as process:
        try:
            process.stdout.readline()
            deadline = time.monotonic() + 120
            while (use := get_cpu_use(process.pid)).helpers <= use.loop and time.monotonic() < deadline:
                time.sleep(0.05)
        finally:
            os.killpg(process.pid, signal.SIGKILL)
    assert use.helpers > use.loop > 0
    assert use.total == use.loop + use.threads + use.helpers


def test_stopwatch_adds_up_seconds_while_it_runs(monkeypatch):
    now = [100.0]
    monkeypatch.setattr("tests.load.players.time.monotonic", lambda: now[0])
    watch = Stopwatch()
    now[0] += 5
    assert watch.read() == 0
    for seconds in (3, 4):
        watch.start()
        now[0] += seconds
        watch.start()
        now[0] += 1
        watch.stop()
        now[0] += 10
    assert watch.read() == 9


@pytest.mark.parametrize("words", [["--people", "2"], ["--database", "mysql"]])
def test_unknown_values_of_options_are_refused(words):
    with pytest.raises(SystemExit):
        load.parse(words)


def test_filled_database_is_sound(tmp_path):
    fill(tmp_path / "full.db", people=500, deals=1000)
    with closing(sqlite3.connect(tmp_path / "full.db")) as connection:
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        counts = {
            table: connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            for table in ("deal_results", "deal_result_seats", "rating_changes", "tables", "seats")
        }
        mine = connection.execute("SELECT count(*) FROM deal_result_seats WHERE user_id = ?", PROBES[:1]).fetchone()
    assert counts == {
        "deal_results": 1000,
        "deal_result_seats": 4000,
        "rating_changes": 4000,
        "tables": 100,
        "seats": 400,
    }
    assert mine == (PROBE_DEALS,)


@pytest.mark.long
@pytest.mark.timeout(900)
def test_load_test_measures_two_tables():
    words = ("--people", "4", "--start", "2", "--most", "2", "--seconds", "4", "--every", "1", "--pace", "20")
    command = (sys.executable, "-m", "tests.load", *words, "--no-bare")
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr[-2000:]
    (row,) = re.findall(r"^\| 2 \|.*$", ended.stdout, re.MULTILINE)
    plays, wanted, presses, cost = (float(re.sub(r"[^\d.]", "", row.split("|")[n])) for n in (2, 3, 4, 11))
    requests, counted = (float(row.split("|")[n]) for n in (8, 9))
    assert 0 < counted < requests, "answers to presses do not count towards Discord's limit"
    assert 0 < plays <= wanted + 0.5  # with two tables, one more play may fall into the four seconds
    assert presses > 0
    assert cost > 0


@pytest.mark.long
async def test_bare_bot_answers_presses(tmp_path):
    assert await measure_bare_bot(tmp_path, seconds=0.3) > 0
