"""The command `python -m engine arena`: reads its arguments, and prints the progress and the report."""

import argparse
import contextlib
import math
import signal
import sys
import textwrap
import time
from collections.abc import Callable
from typing import Final

from engine.arena.console import interrupted_once, is_told_in_terminal, tell
from engine.arena.contest import DEFAULT_TIMEOUT, PHASES, ArenaError, Contest, Contestant, PlayerMix
from engine.arena.contest_report import ContestResult, format_interval, format_result
from engine.arena.run_contest import run_contest
from engine.arena.seated_player import seat_player
from engine.model.presets import PRESETS, preset_with
from engine.players.levels import PLAYERS

_MOST_JOBS: Final = 256
_MOST_PAIRS: Final = 10_000_000
_LONGEST_TIMEOUT: Final = 3600.0
_LINES: Final = 10
"""About how many progress lines are printed outside a terminal. A contest that takes long prints more."""
_MOST_SECONDS: Final = 60.0
"""The most seconds without a progress line. After them, a line is printed when the next pair of deals ends."""
_GUIDE: Final = """\
players:
  {levels}, random
  master:SHARE, master:SHARE:SECONDS   a share of its usual deals, and a time limit for each decision
  search, search:DEALS                 the search, with DEALS sampled deals
  weights:FILE                         expert with the weights of a JSON file
  'cmd: PROGRAM'                       a program that answers questions in JSON

presets:
{presets}

The exit status is 0, 1 if an answer of a player had to be replaced, 2 if the contest cannot be played, and 130 if it
was stopped. docs/arena.md explains the report, the players and how to write a program.
"""


def add_arena_command(parser: argparse.ArgumentParser, read_seed: Callable[[str], int]) -> None:
    """Add the command's arguments and help text to the parser."""
    parser.description = "Match two computer players on the same deals: who is stronger, and how fast are they?"
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _GUIDE.format(
        levels=", ".join(PLAYERS), presets=textwrap.fill(", ".join(PRESETS), 100, break_on_hyphens=False)
    )
    parser.add_argument("--a", required=True, metavar="PLAYER", help="the player to measure, see below")
    parser.add_argument("--b", required=True, metavar="PLAYER", help="the player to compare it with")
    for phase in PHASES:
        parser.add_argument(f"--{phase}", metavar="PLAYER", help="who plays this phase for a, instead of a's player")
    _add_number(parser, "--pairs", _read_count(_MOST_PAIRS), 200, "deals, each played twice")
    rules_help = "the rules, see below (standard)"
    parser.add_argument("--rules", default="standard", choices=list(PRESETS), metavar="PRESET", help=rules_help)
    option_help = "override an option, such as players=6; may be repeated"
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help=option_help)
    _add_number(parser, "--seed", read_seed, 1, "a whole number; the same one gives the same deals")
    _add_number(parser, "--jobs", _read_count(_MOST_JOBS), 1, "processes that share the work")
    _add_number(parser, "--timeout", _read_timeout, DEFAULT_TIMEOUT, "seconds that a program has for each decision")
    parser.set_defaults(run=_run_arena)


def _add_number(
    parser: argparse.ArgumentParser, name: str, read: Callable[[str], float], usual: float, meaning: str
) -> None:
    parser.add_argument(name, type=read, default=usual, metavar="NUMBER", help=f"{meaning} ({usual:g})")


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
    result = ContestResult()
    contest = _read_contest(options)
    with interrupted_once():
        status = _play_until_stopped(contest, options.jobs, result)
        for line in format_result(contest, result) if result.scores else ():
            sys.stdout.write(f"{line}\n")
    return status or int(any(tally.faults for tally in result.tallies.values()))


def _play_until_stopped(contest: Contest, jobs: int, result: ContestResult) -> int:
    """Play all pairs, unless something stops the contest. Return the exit status."""
    try:
        progress = ArenaProgress(contest)
        with contextlib.closing(run_contest(contest, min(jobs, contest.pairs))) as outcomes:
            for outcome in outcomes:
                result.add(outcome)
                progress.show(result)
    except ArenaError as error:
        tell(str(error))
        return 2
    except KeyboardInterrupt:
        tell(f"stopped after {len(result.scores)} of {contest.pairs} pairs")
        return 128 + signal.SIGINT
    return 0


class ArenaProgress:
    """Prints a line of progress after each pair in a terminal, and less often elsewhere."""

    def __init__(self, contest: Contest) -> None:
        self._pairs = pairs = contest.pairs
        self._has_levels = contest.rules.has_levels
        self._live = is_told_in_terminal()
        self._every = 1 if self._live else max(1, pairs // _LINES)
        self._started = self._shown = time.monotonic()
        if self._live:
            tell(f"0 of {pairs} pairs", passing=True)

    def show(self, result: ContestResult) -> None:
        """Print the progress and the score after a pair, if a line is due."""
        played, now = len(result.scores), time.monotonic()
        if played % self._every and played < self._pairs and now < self._shown + _MOST_SECONDS:
            return
        self._shown = now
        left = (now - self._started) / played * (self._pairs - played)
        levels, points = f"{format_interval(result.levels, 2)} levels", f"{format_interval(result.points, 1)} points"
        stands = levels if self._has_levels else points
        line = f"{played} of {self._pairs} pairs, {format_duration(left)} left, {stands}"
        tell(line, passing=played < self._pairs)


def format_duration(seconds: float) -> str:
    """Return a time as minutes and seconds. From one hour on, add the hours."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _read_contest(options: argparse.Namespace) -> Contest:
    for word in options.option:
        if "=" not in word:
            raise ArenaError(f"--option takes NAME=VALUE, such as players=6, not {word!r}")
    overrides = dict(word.partition("=")[::2] for word in options.option)
    contest = Contest(
        a=PlayerMix(options.a, {phase: name for phase in PHASES if (name := getattr(options, phase)) is not None}),
        b=PlayerMix(options.b),
        rules=preset_with(options.rules, **overrides),
        pairs=options.pairs,
        seed=options.seed,
        timeout=options.timeout,
        rules_title=" ".join([options.rules, *options.option]),
    )
    for entrant in Contestant:
        seat_player(contest, entrant)  # an unknown player is reported here, not by a worker process
    return contest
