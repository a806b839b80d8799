"""Searches for faults for hours: `make soak ARGS="--kills 1000 --presses 1000000 --seed 1"`.

Each part runs in processes of its own. The seed decides what they do. The progress shows the time left, and the summary
shows how to repeat every fault. The exit status is 1 if there was a fault. `--only kills,calls` runs only these parts.
"""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path

from tests.soak.parts import PARTS, Found, Job


@dataclass
class Part:
    """The progress of one part, and what its jobs have found so far."""

    name: str
    jobs: int
    done: int = 0
    counts: dict[str, float] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    tried: dict[str, tuple[int, int]] = field(default_factory=dict)
    """The successes and the failures of each thing that the jobs tried. Empty if the jobs do not count them."""
    began: float = field(default_factory=time.monotonic)

    def add(self, job: Job, found: Found) -> list[str]:
        """Add what a job has found; return its faults, with the command that repeats them."""
        counts, faults, tried = found
        self.done += 1
        for name, (good, bad) in tried.items():
            before = self.tried.get(name, (0, 0))
            self.tried[name] = before[0] + good, before[1] + bad
        for name, count in counts.items():
            self.counts[name] = self.counts.get(name, 0) + count
        described = [f"{job.again}\n    {fault}" for fault in faults]
        self.faults += described
        return described

    def list_tried(self) -> Iterator[str]:
        """Yield a line for each thing tried, with how often it went well and how often it failed."""
        for name, (good, bad) in sorted(self.tried.items()):
            yield f"{name}: {good} ok, {bad} failed"

    def describe(self) -> str:
        """Return a line with the part's progress, its counts and the time left."""
        counts = ", ".join(f"{value:,.0f} {name}" for name, value in self.counts.items())
        taken = time.monotonic() - self.began
        left = taken / self.done * (self.jobs - self.done) if self.done else 0.0
        return f"{self.name}: {self.done}/{self.jobs}  {counts}; {len(self.faults)} faults; {_time(left)} left"


def _time(seconds: float) -> str:
    hours, minutes = divmod(int(seconds) // 60, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min {int(seconds) % 60:02} s"


def run_job(job: Job) -> tuple[Job, Found]:
    """Run the process of a job. Return the job and what its last line reports, or a fault if the process failed."""
    path = os.pathsep.join((str(Path.cwd()), "tests/flows"))
    ended = subprocess.run(
        [sys.executable, *job.command],
        check=False,
        env=os.environ | {"PYTHONPATH": path} | job.env,
        capture_output=True,
        text=True,
    )
    if ended.returncode or not ended.stdout.strip():
        tail = (ended.stdout + ended.stderr)[-2000:]
        return job, ({}, [f"it ended with status {ended.returncode}: {tail}"], {})
    return job, job.read(ended.stdout.splitlines()[-1])


def run_part(name: str, jobs: list[Job], workers: int, show: Callable[[str], None]) -> Part:
    """Run all jobs of a part, and show its progress."""
    part, shown = Part(name, len(jobs)), 0.0
    with ThreadPoolExecutor(workers) as pool:
        for running in as_completed([pool.submit(run_job, job) for job in jobs]):
            for fault in part.add(*running.result()):
                print(f"  ! {fault}", flush=True)
            if time.monotonic() - shown >= 1.0 or part.done == part.jobs:
                shown = time.monotonic()
                show(part.describe())
    return part


def choose_parts(only: str) -> Iterator[str]:
    """Return the parts to run, in their order."""
    wanted = [name.strip() for name in only.split(",") if name.strip()] or list(PARTS)
    if unknown := set(wanted) - PARTS.keys():
        raise SystemExit(f"no such part: {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    return (name for name in PARTS if name in wanted)


def parse_arguments(arguments: list[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="make soak", description="Searches for faults for hours.")
    parser.add_argument("--kills", type=int, default=1000, help="how often the bot is killed while people play")
    parser.add_argument("--presses", type=int, default=1_000_000, help="how often random people press and type")
    parser.add_argument("--stride", type=int, default=1, help="of SQLite's calls, try every this many")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="repeats the same search")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes at a time")
    parser.add_argument("--only", default="", help=f"some of {', '.join(PARTS)}")
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> int:
    """Run the parts; return the exit status."""
    given = parse_arguments(arguments)
    live = sys.stderr.isatty()
    print(f"seed {given.seed}: --seed {given.seed} repeats this search")
    parts = []
    for name in choose_parts(given.only):
        parts.append(
            run_part(
                name,
                PARTS[name](given),
                given.workers,
                lambda line: print(line, end="\r" if live else "\n", flush=True),
            )
        )
        if live:
            print()
    print("\nSummary")
    for part in parts:
        print(f"  {part.describe()}")
        print(*(f"    {line}" for line in part.list_tried()), sep="\n")
        print(*(f"  ! {fault}" for fault in part.faults), sep="\n")
    return int(any(part.faults for part in parts))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
