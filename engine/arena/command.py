"""The command `python -m engine arena`: reads its arguments, shows progress and prints the report."""

import argparse
import contextlib
import math
import signal
import sys
import time
from collections.abc import Callable, Iterator
from typing import Final, TextIO

from engine.arena.contest import DEFAULT_TIMEOUT, ArenaError, Contest, Entrant, PlayerMix
from engine.arena.player_names import PLAYER_FORMS
from engine.arena.report import ContestResult, counts_levels, format_interval, format_result
from engine.arena.run_contest import run_contest
from engine.arena.seated_player import seat_player
from engine.model.presets import PRESETS, preset_with

_MOST_JOBS: Final = 256
_MOST_PAIRS: Final = 10_000_000
_LONGEST_TIMEOUT: Final = 3600.0
_LINES_OF_PROGRESS: Final = 10
"""Lines of progress where the output is no terminal, if they come often enough."""
_MOST_SECONDS: Final = 60.0
"""From one line of progress to the next."""


def add_arena_command(parser: argparse.ArgumentParser, read_seed: Callable[[str], int]) -> None:
    """Give the command its arguments."""
    parser.add_argument("--a", required=True, metavar="PLAYER", help=PLAYER_FORMS)
    parser.add_argument("--b", required=True, metavar="PLAYER", help="the other player")
    for phase in ("declare", "bury", "lead", "follow"):
        parser.add_argument(f"--{phase}", metavar="PLAYER", help="who plays this phase for a, instead of a's player")
    parser.add_argument("--pairs", type=_read_count(_MOST_PAIRS), default=200, help="deals, each played twice")
    parser.add_argument("--rules", default="club", choices=list(PRESETS), metavar="PRESET")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="override an option")
    parser.add_argument("--seed", type=read_seed, default=1, help="a whole number; the same one gives the same deals")
    parser.add_argument("--jobs", type=_read_count(_MOST_JOBS), default=1, help="processes that share the work")
    parser.add_argument(
        "--timeout",
        type=_read_timeout,
        default=DEFAULT_TIMEOUT,
        metavar="SECONDS",
        help="that a program has for each decision",
    )
    departures_help = "finish the true deal after each departure of a search, and print believed and true gain"
    parser.add_argument("--departures", action="store_true", help=departures_help)
    parser.set_defaults(run=_run_arena)


def _read_count(most: int) -> Callable[[str], int]:
    def read(word: str) -> int:
        if not (word.isascii() and word.isdecimal() and len(word) <= len(str(most)) and 1 <= int(word) <= most):
            raise argparse.ArgumentTypeError(f"not a number from 1 to {most}: {word[:20]}")
        return int(word)

    return read


def _read_timeout(word: str) -> float:
    try:
        seconds = float(word)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds <= _LONGEST_TIMEOUT:
        raise argparse.ArgumentTypeError(f"not a number of seconds up to {_LONGEST_TIMEOUT:.0f}: {word[:20]}")
    return seconds


def _run_arena(options: argparse.Namespace) -> int:
    """Play the contest, and print the report of what was played, even if it ends early."""
    result, status = ContestResult(), 0
    try:
        contest = _read_contest(options)
    except ArenaError as error:
        return _complain(error)
    try:
        with _interrupted_by_termination():
            _play(contest, options.jobs, result)
    except ArenaError as error:
        status = _complain(error)
    except KeyboardInterrupt:
        sys.stderr.write(f"\nstopped after {len(result.scores)} of {contest.pairs} pairs\n")
        status = 128 + signal.SIGINT
    for line in format_result(contest, result) if result.scores else ():
        sys.stdout.write(f"{line}\n")
    return status


@contextlib.contextmanager
def _interrupted_by_termination() -> Iterator[None]:
    """Let SIGTERM do what Ctrl-C does, so that the pairs played are reported."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _complain(error: ArenaError) -> int:
    sys.stderr.write(f"{error}\n")
    return 2


def _read_contest(options: argparse.Namespace) -> Contest:
    """Return the contest of a command line. Raises ArenaError for an unknown player or an option without a value."""
    for word in options.option:
        if "=" not in word:
            raise ArenaError(f"--option takes NAME=VALUE, such as players=6, not {word!r}")
    overrides = dict(word.partition("=")[::2] for word in options.option)
    contest = Contest(
        a=PlayerMix(options.a, options.declare, options.bury, options.lead, options.follow),
        b=PlayerMix(options.b),
        rules=preset_with(options.rules, **overrides),
        pairs=options.pairs,
        seed=options.seed,
        timeout=options.timeout,
        with_departures=options.departures,
        rules_title=" ".join([options.rules, *options.option]),
    )
    for entrant in Entrant:
        seat_player(contest, entrant)  # an unknown player is reported here, not by a process of its own
    return contest


def _play(contest: Contest, jobs: int, result: ContestResult) -> None:
    progress = _Progress(contest, sys.stderr)
    for outcome in run_contest(contest, min(jobs, contest.pairs)):
        result.add(outcome)
        progress.show(result)


class _Progress:
    """Tells how much is played, how long the rest takes and how it stands."""

    def __init__(self, contest: Contest, output: TextIO) -> None:
        self._pairs = pairs = contest.pairs
        self._counts_levels = counts_levels(contest.rules)
        self._output = output
        self._live = output.isatty()
        self._every = 1 if self._live else max(1, pairs // _LINES_OF_PROGRESS)
        self._started = self._shown = time.monotonic()

    def show(self, result: ContestResult) -> None:
        """Write a line after a pair; in a terminal it replaces the one before."""
        played, now = len(result.scores), time.monotonic()
        if played % self._every and played < self._pairs and now < self._shown + _MOST_SECONDS:
            return
        self._shown = now
        left = (now - self._started) / played * (self._pairs - played)
        levels, points = f"{format_interval(result.levels, 2)} levels", f"{format_interval(result.points, 1)} points"
        stands = levels if self._counts_levels else points
        line = f"{played} of {self._pairs} pairs, {format_duration(left)} left, {stands}"
        end = "\r" if self._live and played < self._pairs else "\n"
        self._output.write(line.ljust(60) + end if self._live else line + end)
        self._output.flush()


def format_duration(seconds: float) -> str:
    """Return a time as minutes and seconds, with hours where needed."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
