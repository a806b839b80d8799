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
    rng = random.Random(seed)  # noqa: S311 - the players' choices; the shuffle has its own randomness
    levels, moves, dealt = (pick_level(rules, rng),) * rules.players, list[Move](), 0
    phase = start(rules, levels)
    while not isinstance(phase, Finished) and dealt <= _MOST_REDEALS:
        if isinstance(phase, Ready):
            secret = hashlib.sha256(f"{seed} deal {dealt}".encode()).digest()
            move, dealt = Move(TABLE, make_fair_deal(rules, secret)), dealt + 1
        elif (answer := _find_answer(phase, rng)) is not None:
            view, move = answer
            yield SeatQuestion(view, Record(rules, tuple(moves), levels))
        else:
            move = Move(TABLE, continue_dealing(phase))
        phase = apply(phase, move.seat, move.action).phase
        moves.append(move)


def _find_answer(phase: Phase, rng: random.Random) -> tuple[View, Move] | None:
    """Return the view and the action of the first seat that wants to act; None if none does."""
    for seat in to_act(phase):
        view = view_for(phase, seat)
        action = choose(_LEVEL, view, rng)
        if action is not None:
            return view, Move(seat, action)
    return None


def pick_level(rules: Rules, rng: random.Random) -> Level:
    """Return any level that has trumps."""
    last = min(rules.final_level, Level.ACE)
    return rng.choice([level for level in Level if rules.low_cut <= level <= last])
