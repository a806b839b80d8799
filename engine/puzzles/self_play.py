"""Plays a deal between computer players that play by rules. Puzzles choose from its positions."""

import hashlib
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from engine.deal.fair_shuffle import make_fair_deal
from engine.deal.game import Phase, apply, continue_dealing, start, to_act, view_for
from engine.deal.phases.states import Finished, Ready
from engine.io.record import Move, Record
from engine.model.actions import Action, Deal
from engine.model.options import Level
from engine.model.rules import Rules
from engine.model.seats import TABLE, Seat
from engine.model.view import View
from engine.players.levels import RULES_LEVEL, choose

_MOST_REDEALS: Final = 20


@dataclass(frozen=True, slots=True)
class SeatQuestion:
    """A decision that a seat has to make, as its view and the record up to this moment."""

    view: View
    record: Record


def play_deal(rules: Rules, seed: str) -> Iterator[SeatQuestion]:
    """Yield each decision of the deal that the seed determines. Cancelled deals are dealt again, at most 20 times."""
    rng = random.Random(seed)  # noqa: S311 - the players' choices; the shuffle has its own randomness
    levels, moves, dealt = (pick_level(rules, rng),) * rules.players, list[Move](), 0
    phase = start(rules, levels)
    while not isinstance(phase, Finished) and dealt <= _MOST_REDEALS:
        if isinstance(phase, Ready):
            move, dealt = Move(TABLE, make_seeded_deal(rules, seed, dealt)), dealt + 1
        else:
            view, move = find_move(phase, lambda view: choose(RULES_LEVEL, view, rng))
            if view is not None:
                yield SeatQuestion(view, Record(rules, tuple(moves), levels))
        phase = apply(phase, move.seat, move.action).phase
        moves.append(move)


def make_seeded_deal(rules: Rules, seed: str, cancelled: int, declarer: Seat | None = None) -> Deal:
    """Return the deal that `seed` gives after `cancelled` deals were cancelled. A known `declarer` draws first."""
    secret = hashlib.sha256(f"{seed} deal {cancelled}".encode()).digest()
    return make_fair_deal(rules, secret, declarer=declarer)


def find_move(phase: Phase, answer: Callable[[View], Action | None]) -> tuple[View | None, Move]:
    """Return the move of the first seat that wants to act, with its view. If none does, the table goes on dealing."""
    for seat in to_act(phase):
        view = view_for(phase, seat)
        action = answer(view)
        if action is not None:
            return view, Move(seat, action)
    return None, Move(TABLE, continue_dealing(phase))


def pick_level(rules: Rules, rng: random.Random) -> Level:
    """Return a random level from the lowest rank of the pack to the final level, but at most the ace."""
    last = min(rules.final_level, Level.ACE)
    return rng.choice([level for level in Level if rules.low_cut <= level <= last])
