"""Prepares worker processes, and has the functions that run in them. The functions know only their arguments."""

import os
import random
import signal
import threading
import time
from multiprocessing import connection, parent_process
from typing import Final

from bot.play.computers.search_limits import COMPARE_SECONDS, PUZZLE_SECONDS
from bot.stopping import STOP_SIGNALS
from engine.model.actions import Action
from engine.model.cards import Card
from engine.model.rules import Rules
from engine.model.view import View
from engine.players.advice.compare_plays import ComparedPlay, CompareEffort, compare_given, compare_plays
from engine.players.levels import choose
from engine.players.search.effort import PlayoutClock
from engine.players.search.oracle import OpenDeal, choose_openly
from engine.puzzles.find_lead import LeadPuzzle, find_lead

_NICENESS: Final = 10
"""The niceness of worker processes. They give way to the main process, because its event loop serves every table."""
_SHARE_TO_TRY: Final = 0.4
"""The part of a comparison's time in which all plays are tried. In the rest, only the best are compared."""


def start_process() -> None:
    """Prepare a new worker process: it ignores stop signals, and ends once its parent has ended."""
    if hasattr(os, "nice"):  # Windows has no niceness
        os.nice(_NICENESS)
    for number in STOP_SIGNALS:  # stop signals reach the whole process group, but only the parent may stop the workers
        signal.signal(number, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    if (parent := parent_process()) is not None:
        connection.wait([parent.sentinel])
        os._exit(0)


def search_play(view: View, level: str, seed: str, seconds: float) -> Action | None:
    """Return the choice of a computer player of `level` after at most about `seconds`."""
    return choose(level, view, random.Random(seed), PlayoutClock.of(time.monotonic, seconds))  # noqa: S311 - a game's choice, not a secret


def search_openly(deal: OpenDeal, seed: str, seconds: float) -> Action | None:
    """Return the oracle's play after at most about `seconds`. No other function of this module gets all hands."""
    return choose_openly(deal, random.Random(seed), PlayoutClock.of(time.monotonic, seconds))  # noqa: S311 - a game's choice, not a secret


def compare_in_process(view: View, cards: tuple[Card, ...], seed: str, seconds: float) -> tuple[ComparedPlay, ...]:
    """Return how the deal is expected to end after a play and after the best others."""
    seconds = max(seconds, COMPARE_SECONDS)
    return compare_plays(
        view,
        cards,
        random.Random(seed),  # noqa: S311 - as above
        CompareEffort(),
        PlayoutClock.of(time.monotonic, seconds),
        PlayoutClock.of(time.monotonic, _SHARE_TO_TRY * seconds),
    )


def find_lead_in_process(rules: Rules, seed: str, seconds: float) -> LeadPuzzle | None:
    """Return the position that a seed makes, or None if no kind of lead seems clearly the best there."""
    end = time.monotonic() + max(seconds, PUZZLE_SECONDS)
    return find_lead(rules, seed, lambda: time.monotonic() < end)


def compare_given_in_process(
    view: View, plays: tuple[tuple[Card, ...], ...], deals: int, seed: str, seconds: float
) -> tuple[ComparedPlay, ...]:
    """Return how the deal is expected to end after each of these plays."""
    return compare_given(view, plays, random.Random(seed), deals, PlayoutClock.of(time.monotonic, seconds))  # noqa: S311 - as above


def warm_up() -> int:
    """Return the process's id. To run this function, a worker must import this module, which loads the engine."""
    return os.getpid()
