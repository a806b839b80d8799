"""Disturbs SQLite at each call that changes a file: it kills the program, or lets the call fail.

`python crash_sweep.py SCENARIO FAULT [STRIDE [SEED]]` prints one line of JSON. It has the number of calls, the number
of runs, and each fault that was found, with the command that repeats it. Every STRIDE-th call is tried. The seed
chooses the first of them. Each run is a fork of this process, which itself never starts a thread.

These rules must hold. A database contains only whole commits, and all commits of the steps that had returned. A program
that starts after a crash, or goes on after an error, reaches the same final state as one that was never disturbed.
"""

import asyncio
import hashlib
import json
import os
import random
import sqlite3
import sys
import tempfile
import traceback
from contextlib import closing
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests/bot/store")]

from crash_scenarios import copy_folder, find_scenario, take  # noqa: E402 - the path is set first
from sqlite_faults import Fault, FaultyLayer  # noqa: E402 - the path is set first

DEADLY = {Fault.KILL, Fault.TORN, Fault.POWER}


def digest(file):
    """Check that a database is sound, and return a hash of everything in it except the leases."""
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)], "the database is damaged"
        assert not connection.execute("PRAGMA foreign_key_check").fetchall(), "a row refers to a missing row"
        lines = [line for line in connection.iterdump() if 'INTO "leases"' not in line]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def fork(run):
    """Run a function in a process of its own. Return the wait status of this process."""
    if (child := os.fork()) == 0:
        code = 1
        try:
            code = run() or 0
        except BaseException:  # noqa: BLE001 - reported, then this process ends
            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(code)
    return os.waitpid(child, 0)[1]


class Sweep:
    """Runs a scenario again and again. Each run has the same fault at another call."""

    def __init__(self, folder, name, fault, seed):
        self.folder, self.name, self.fault, self.seed = folder, name, fault, seed
        self.scenario = find_scenario(name)
        self.prepared, self.run_folder, self.notes = folder / "prepared", folder / "run", folder / "notes"

    def prepare(self):
        """Make the database, take all steps undisturbed, and record its state after each commit."""
        self.prepared.mkdir()
        assert fork(lambda: asyncio.run(self.scenario.prepare(self.prepared))) == 0
        assert fork(lambda: asyncio.run(self._take_undisturbed())) == 0
        notes = [json.loads(line) for line in self.notes.read_text().splitlines()]
        self.boundaries = [notes[0]["digest"]]
        self.done = [0]
        for note in notes[1:]:
            if note["digest"] not in self.boundaries:
                self.boundaries.append(note["digest"])
            if "step" in note:
                self.done.append(self.boundaries.index(note["digest"]))
        self.calls = notes[-1]["calls"]

    async def _take_undisturbed(self):
        copy_folder(self.prepared, self.run_folder)
        states, layer = self.folder / "states", FaultyLayer()
        states.mkdir()
        taken = [0]

        def keep(path):
            """Copy the database at the end of a commit, after the last write to its files."""
            if path.endswith("-wal") and "copy.db" not in path:
                taken[0] += 1
                copy_folder(self.run_folder, states / str(taken[0]))

        def note(step):
            layer.heal()
            self._note(step=step, calls=layer.calls, digest=digest(self.run_folder / "tractor.db"), states=taken[0])
            layer.armed = True

        note(0)
        layer.on_synced = keep
        layer.calls = 0
        await take(self.run_folder, self.scenario, note)
        self._note(calls=layer.calls, digest=digest(self.run_folder / "tractor.db"), states=taken[0])
        self._sort_states(states)

    def _sort_states(self, states):
        """Add a line for each commit to the file of notes. It precedes the line of the step that made the commit."""
        notes, written = [json.loads(line) for line in self.notes.read_text().splitlines()], 0
        self.notes.unlink()
        for note in notes:
            for number in range(written + 1, note["states"] + 1):
                self._note(digest=digest(states / str(number) / "tractor.db"))
            written = note["states"]
            self._note(**note)

    def _note(self, **values):
        with self.notes.open("a") as file:
            file.write(json.dumps(values) + "\n")

    # ------------------------------------------------------------------ one run

    def run(self, at):
        """Take the steps with the fault at call `at`. Return a description of what is wrong afterwards, or None."""
        copy_folder(self.prepared, self.run_folder)
        self.notes.unlink(missing_ok=True)
        self.notes.touch()
        status = fork(lambda: asyncio.run(self._take_disturbed(at)))
        if self.fault is Fault.POWER:
            (self.run_folder / "tractor.db-shm").unlink(missing_ok=True)
        try:
            return self._judge(status)
        except (AssertionError, sqlite3.Error) as error:
            return f"{type(error).__name__}: {error}"

    async def _take_disturbed(self, at):
        layer, done = FaultyLayer(self.fault, at, seed=self.seed * 10_000 + at), [0]

        def acknowledge(number):
            done[0] = number
            self._note(step=number)

        def go_on(error):
            """Repair the disk after an error, and return the step with which the program continues."""
            layer.heal()
            return self._find_step(self._locate(done[0]))

        layer.armed = True
        await take(self.run_folder, self.scenario, acknowledge, on_error=None if self.fault in DEADLY else go_on)

    def _judge(self, status):
        notes = [json.loads(line) for line in self.notes.read_text().splitlines()]
        done = max((note["step"] for note in notes), default=0)
        if status and self.fault not in DEADLY:
            return f"after step {done} the program failed in a way that it does not know"
        return self._carry_on(self._locate(done))

    def _locate(self, done):
        """Return the number of commits in the database. Fail if a commit is only partly there or is missing."""
        found = digest(self.run_folder / "tractor.db")
        assert found in self.boundaries, f"after step {done} the database is between two commits"
        reached = self.boundaries.index(found)
        least, most = self.done[done], self.done[min(done + 1, len(self.done) - 1)]
        assert least <= reached <= most, f"step {done} had returned at commit {least}, but the database is at {reached}"
        return reached

    def _find_step(self, reached):
        """Return the number of the first step that is not wholly in the database."""
        if not self.scenario.opens:
            return 0
        return max(step for step, commits in enumerate(self.done) if commits <= reached)

    def _carry_on(self, reached):
        """Take the remaining steps in a new program; return a description of what is wrong, or None."""
        first = self._find_step(reached)
        if fork(lambda: asyncio.run(take(self.run_folder, self.scenario, first=first))):
            return f"from commit {reached} the next program does not go on"
        if digest(self.run_folder / "tractor.db") != self.boundaries[-1]:
            return f"from commit {reached} the next program comes to another end"
        return self._judge_copy()

    def _judge_copy(self):
        copy = self.run_folder / "copy.db"
        if self.name == "backup" and digest(copy) != digest(self.run_folder / "tractor.db"):
            return "the copy is not the database"
        return "a backup left its folder" if list(self.run_folder.glob(".backup-*")) else None


def sweep(name, fault, stride=1, seed=0):
    """Disturb every `stride`-th call, each in a run of its own. Return the numbers and the faults as a dict."""
    with tempfile.TemporaryDirectory() as folder:
        made = Sweep(Path(folder), name, Fault(fault), seed)
        made.prepare()
        first = random.Random(f"{name} {fault} {seed}").randint(1, stride)
        faults = {at: wrong for at in range(first, made.calls + 1, stride) if (wrong := made.run(at))}
        runs = len(range(first, made.calls + 1, stride))
        commits = len(made.boundaries) - 1
    again = f"crash_sweep.py {name} {fault} {stride} {seed}"
    report = {"calls": made.calls, "runs": runs, "commits": commits, "steps": len(made.scenario.steps)}
    return report | {"faults": [f"{again}: call {at}: {wrong}" for at, wrong in faults.items()]}


def main(name, fault, stride="1", seed="0"):
    print(json.dumps(sweep(name, fault, int(stride), int(seed))))


if __name__ == "__main__":
    main(*sys.argv[1:])
