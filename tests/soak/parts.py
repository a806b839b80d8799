"""The parts of a long search for faults, each a list of processes to run."""

import argparse
import itertools
import json
import random
import shlex
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path += [str(ROOT / "tests" / folder) for folder in ("crash", "bot/store", "flows", "faults")]

from crash_scenarios import SCENARIOS  # noqa: E402 - the path is set first
from discord_faults import TROUBLES  # noqa: E402 - the path is set first
from fault_scenes import SCENES  # noqa: E402 - the path is set first
from sqlite_faults import Fault  # noqa: E402 - the path is set first

from bot.text.languages import LANGUAGES  # noqa: E402 - the path is set first
from engine.model.presets import PRESETS  # noqa: E402 - the path is set first
from engine.model.view import PhaseName  # noqa: E402 - the path is set first

KILLS_AT_ONCE = 25
"""How often the bot is killed in one session."""
TROUBLES_AT_ONCE = 3
"""How many kinds of trouble one process tries. It first plays each scene once without trouble."""
STEPS = 660
"""The number of interactions in one session; the bot restarts after half of them."""
TRICKS = ("1", "5", "9")
"""The numbers of tricks after which two deals are compared, each in a job of its own."""


Found = tuple[dict[str, float], list[str], dict[str, tuple[int, int]]]
Read = Callable[[str], Found]


@dataclass(frozen=True)
class Job:
    """A process whose last line of output is JSON."""

    command: tuple[str, ...]
    read: Read
    """A function that reads the last line. It returns the counts, the faults, and how often each thing went well and
    failed."""
    env: dict[str, str] = field(default_factory=dict)

    @property
    def again(self) -> str:
        """The command that runs the job alone."""
        return " ".join(
            (
                *(f"{k}={v}" for k, v in self.env.items()),
                "PYTHONPATH=.:tests/flows .venv/bin/python",
                *map(shlex.quote, self.command),
            )
        )


def _pick(*names: str) -> Read:
    def read(line: str) -> Found:
        found: dict[str, Any] = json.loads(line)
        return {name: found[name] for name in names}, found["faults"], found.get("table", {})

    return read


def list_kills(given: argparse.Namespace) -> list[Job]:
    """List the jobs that kill the bot while people play: some at random moments, others at a call to SQLite."""
    read = _pick("kills", "by_call", "acknowledged", "entries")
    sizes = [KILLS_AT_ONCE] * (given.kills // KILLS_AT_ONCE) + [given.kills % KILLS_AT_ONCE]
    return [
        Job(("tests/flows/kill_session.py", str(kills), str(given.seed * 1000 + n), "3"), read)
        for n, kills in enumerate(sizes)
        if kills
    ]


def list_calls(given: argparse.Namespace) -> list[Job]:
    """List a job for each scenario and each fault. The job causes the fault at calls by which SQLite changes a file."""
    read = _pick("runs")
    return [
        Job(("tests/crash/crash_sweep.py", scenario, fault, str(given.stride), str(given.seed)), read)
        for scenario, fault in itertools.product(SCENARIOS, Fault)
    ]


def list_troubles(given: argparse.Namespace) -> list[Job]:
    """List a job for each scene and each trouble of Discord. The job causes the trouble at requests of the scene."""
    read = _pick("runs", "not reached")
    return [
        Job(("tests/faults/fault_sweep.py", scene, trouble, str(given.stride), str(given.seed)), read)
        for scene, trouble in itertools.product(SCENES, TROUBLES)
    ]


def list_callers(given: argparse.Namespace) -> list[Job]:
    """List the jobs that cause each trouble of Discord once for each function of the bot that makes requests."""
    read = _pick("runs", "not reached")
    names = [",".join(list(TROUBLES)[n : n + TROUBLES_AT_ONCE]) for n in range(0, len(TROUBLES), TROUBLES_AT_ONCE)]
    return [Job(("tests/faults/fault_sweep.py", "callers", some, str(given.seed)), read) for some in names]


def list_presses(given: argparse.Namespace) -> list[Job]:
    """List the jobs in which people press and type at random; they use every preset in turn."""
    read = _pick("steps", "deals")
    chance, presets = random.Random(given.seed), itertools.cycle(PRESETS)
    return [
        Job(("tests/flows/random_session.py", next(presets), str(chance.randrange(10**6)), str(STEPS)), read)
        for _ in range(-(-given.presses // STEPS))
    ]


def list_leaks(given: argparse.Namespace) -> list[Job]:
    """List the jobs that compare two deals which one player cannot distinguish.

    For each preset, there is a job for each phase of a deal and for each number in `TRICKS`. The languages take turns.
    A phase that no deal of a preset reaches is counted as unreachable.
    """
    read = _pick("compared", "unreachable", "bytes")
    locales = [language.discord_locales[0] for language in LANGUAGES if language.discord_locales]
    stops = [name.value for name in PhaseName if name is not PhaseName.READY] + list(TRICKS)
    return [
        Job(("tests/flows/leak_search.py", rules, stop, str(given.seed % 1000 + n), locales[n % len(locales)]), read)
        for n, (rules, stop) in enumerate(itertools.product(PRESETS, stops))
    ]


def list_evenings(given: argparse.Namespace) -> list[Job]:
    """List one job, which plays for ten minutes. Meanwhile, figures such as the memory may not grow much."""
    words = ("--tables", "20", "--minutes", "10", "--seed", str(given.seed))
    return [Job(("-m", "tests.load.evening", *words), _pick("minutes"))]


PARTS: dict[str, Callable[[argparse.Namespace], list[Job]]] = {
    "kills": list_kills,
    "calls": list_calls,
    "callers": list_callers,
    "troubles": list_troubles,
    "leaks": list_leaks,
    "presses": list_presses,
    "evenings": list_evenings,
}
