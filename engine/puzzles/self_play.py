"""A deal between computer players that play by rules, which yields positions to choose from."""

import hashlib
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from engine.deal.fair_shuffle import make_fair_deal
from engine.deal.game import Phase, apply, continue_dealing, start, to_act, view_for
from engine.deal.phases.states import Finished, Ready
from engine.io.record import Move, Record
from engine.model.options import Level
from engine.model.rules import Rules
from engine.model.seats import TABLE
from engine.model.view import View
from engine.players import choose

_LEVEL: Final = "expert"
_MOST_REDEALS: Final = 20


@dataclass(frozen=True, slots=True)
class SeatQuestion:
    """A seat's question, with its view and the record up to then."""

    view: View
    record: Record


def play_deal(rules: Rules, seed: str) -> Iterator[SeatQuestion]:
    """Yield each decision of the deal that the seed determines, to its end; a deal without trumps is dealt again."""
    return _DealPlay(rules, seed).run()


class _DealPlay:
    """A deal in progress."""

    def __init__(self, rules: Rules, seed: str) -> None:
        self._seed = seed
        self._rng = random.Random(seed)  # noqa: S311 - the players' choices; the shuffle has its own randomness
        level = pick_level(rules, self._rng)
        self._levels = (level,) * rules.players
        self._rules = rules
        self._moves: list[Move] = []
        self._phase: Phase = start(rules, self._levels)

    def run(self) -> Iterator[SeatQuestion]:
        """Yield each decision."""
        dealt = 0
        while not isinstance(self._phase, Finished) and dealt <= _MOST_REDEALS:
            if isinstance(self._phase, Ready):
                secret = hashlib.sha256(f"{self._seed} deal {dealt}".encode()).digest()
                self._take(Move(TABLE, make_fair_deal(self._rules, secret)))
                dealt += 1
            else:
                yield from self._ask_seats()

    def _ask_seats(self) -> Iterator[SeatQuestion]:
        """Let the first seat act that wants to; if none does, draw cards or close the window."""
        for seat in to_act(self._phase):
            view = view_for(self._phase, seat)
            action = choose(_LEVEL, view, self._rng)
            if action is not None:
                yield SeatQuestion(view, Record(self._rules, tuple(self._moves), self._levels))
                self._take(Move(seat, action))
                return
        self._take(Move(TABLE, continue_dealing(self._phase)))

    def _take(self, move: Move) -> None:
        self._phase = apply(self._phase, move.seat, move.action).phase
        self._moves.append(move)


def pick_level(rules: Rules, rng: random.Random) -> Level:
    """Return any level that has trumps."""
    last = min(rules.final_level, Level.ACE)
    return rng.choice([level for level in Level if rules.low_cut <= level <= last])
