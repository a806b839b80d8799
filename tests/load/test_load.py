"""The load test with two tables for a moment, and the tool that fills a database."""

import re
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from tests.load import __main__ as load
from tests.load.bare_presses import measure_bare_bot
from tests.load.fill_database import PROBE_DEALS, PROBES, fill
from tests.load.processes import ROOT


def step(tables, p99, unanswered=0):
    return load.Step(tables, 1.0, 100, 0.05, 0.1, p99, 0.5, 0.02, 100.0 + tables, 0.1, 1.0, unanswered)


def test_summary_says_how_many_tables_are_carried():
    given = load.parse(["--people", "4"])
    summary = load.format_summary(given, [step(20, 0.3), step(40, 0.8), step(60, 1.2, unanswered=2)], 154.0)
    assert "p99 stayed below 1 s with 40 tables" in summary
    assert "grows by 1.00 MB per table" in summary
    assert "154 presses/s" in summary
    assert "2 presses were not answered" in summary
    assert len(re.findall(r"^\| \d+ \|", summary, re.MULTILINE)) == 3


@pytest.mark.parametrize("words", [["--people", "2"], ["--database", "mysql"]])
def test_unknown_options_are_refused(words):
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
@pytest.mark.timeout(240)
def test_people_play_at_a_bot_in_another_process():
    words = ("--people", "4", "--start", "2", "--most", "2", "--seconds", "4", "--every", "0.5", "--pace", "20")
    command = (sys.executable, "-m", "tests.load", *words, "--no-bare")
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr[-2000:]
    (row,) = re.findall(r"^\| 2 \|.*$", ended.stdout, re.MULTILINE)
    plays, presses, cpu = (float(re.sub(r"[^\d.]", "", row.split("|")[n])) for n in (2, 3, 8))
    assert plays > 0
    assert presses > 0
    assert cpu > 0


@pytest.mark.long
async def test_bare_bot_answers_presses(tmp_path):
    assert await measure_bare_bot(tmp_path, seconds=0.3) > 0
