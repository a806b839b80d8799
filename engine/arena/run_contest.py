"""Plays a contest in one process or in several, with the same results."""

import contextlib
import multiprocessing
import os
from collections import deque
from collections.abc import Generator, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing.util import Finalize
from threading import Thread
from typing import Final

from engine.arena.console import heed_termination_only, held_back
from engine.arena.contest import KINDS, ArenaError, Contest, Contestant, DecisionTally, FaultNotices, Flags
from engine.arena.deal_pairs import DealPlay, DealSetup, PairScore, score_pair, set_up_deal
from engine.arena.program_player import ProgramPlayer
from engine.arena.seated_player import seat_player
from engine.model.events import DealResult

_PAIRS_AHEAD: Final = 4
"""How many pairs are queued for each process."""


@dataclass(frozen=True, slots=True)
class PairOutcome:
    """The score of a pair of deals, and the decisions of each player, counted over both deals."""

    score: PairScore
    tallies: dict[Contestant, DecisionTally]


class Arena:
    """A contest's players. Each of the two contestants has one player for every seat. `close` ends their programs."""

    def __init__(self, contest: Contest, notices: FaultNotices | None = None) -> None:
        notices = notices or FaultNotices()
        self._contest = contest
        self._players = {
            (entrant, seat): seat_player(contest, entrant, notices)
            for entrant in Contestant
            for seat in range(contest.rules.players)
        }

    def close(self) -> None:
        """Ask all programs to end, and stop those that do not end in time."""
        for program in self._programs:
            program.end_input()
        for program in self._programs:
            program.close()

    def kill(self) -> None:
        """End all programs by force and without waiting."""
        for program in self._programs:
            program.kill()

    @property
    def _programs(self) -> Iterator[ProgramPlayer]:
        return (program for player in self._players.values() for program in player.programs)

    def play_pair(self, pair: int) -> PairOutcome:
        """Play the same deal twice, the second time with the players' seats swapped."""
        setup = set_up_deal(self._contest.rules, self._contest.seed, pair)
        tallies = {entrant: DecisionTally() for entrant in Contestant}
        results = [self._play_game(setup, game, tallies) for game in (0, 1)]
        return PairOutcome(score_pair(setup, results), tallies)

    def _play_game(self, setup: DealSetup, game: int, tallies: dict[Contestant, DecisionTally]) -> DealResult:
        entrants = [setup.entrant_at(seat, game) for seat in range(setup.rules.players)]
        players = [self._players[entrant, seat] for seat, entrant in enumerate(entrants)]
        for seat, player in enumerate(players):
            player.begin_game(f"{setup.words} {entrants[seat]} {seat}")
        result = DealPlay(setup, players).run()
        for entrant, player in zip(entrants, players, strict=True):
            tallies[entrant].add(player.tally)
        return result


def run_contest(contest: Contest, jobs: int = 1) -> Generator[PairOutcome, None, None]:
    """Yield the outcome of each pair in order. Raises ArenaError."""
    if jobs > 1:
        yield from _run_in_processes(contest, jobs)
        return
    with contextlib.closing(Arena(contest)) as arena:
        yield from map(arena.play_pair, range(contest.pairs))


def _run_in_processes(contest: Contest, jobs: int) -> Iterator[PairOutcome]:
    context = multiprocessing.get_context("spawn")
    told = context.RawArray("b", KINDS)
    with ProcessPoolExecutor(jobs, context, _Worker.start, (contest, told)) as pool:
        played = 0
        try:
            for outcome in _play_in_order(pool, contest.pairs, _PAIRS_AHEAD * jobs):
                played += 1
                yield outcome
        except BrokenProcessPool as error:
            raise ArenaError("a worker process of the arena has ended unexpectedly") from error
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            if played < contest.pairs:  # the contest was stopped, and the pairs in progress are not needed
                for process in multiprocessing.active_children():
                    process.terminate()


def _play_in_order(pool: Executor, pairs: int, ahead: int) -> Iterator[PairOutcome]:
    """Yield the outcomes in order. Only about `ahead` pairs are queued at a time, which saves memory."""
    waiting: deque[Future[PairOutcome]] = deque()
    for pair in range(pairs):
        with held_back():  # `submit` may start a process, and a new process has no signal handlers yet
            waiting.append(pool.submit(_Worker.play_pair, pair))
        if len(waiting) > ahead:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


class _Worker:
    """The arena of a worker process, which ends when its parent process ends."""

    arena: Arena

    @classmethod
    def start(cls, contest: Contest, told: Flags) -> None:
        cls.arena = Arena(contest, FaultNotices(told))
        Finalize(cls, cls.arena.close, exitpriority=1)
        heed_termination_only(cls._end)  # Ctrl-C reaches all processes, so only the parent ends the workers
        Thread(target=cls._end_with_parent, daemon=True).start()

    @classmethod
    def play_pair(cls, pair: int) -> PairOutcome:
        return cls.arena.play_pair(pair)

    @classmethod
    def _end_with_parent(cls) -> None:
        parent = multiprocessing.parent_process()
        if parent is not None:
            parent.join()
            cls._end()

    @classmethod
    def _end(cls) -> None:
        cls.arena.kill()
        os._exit(1)
