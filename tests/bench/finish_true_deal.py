"""Plays a true deal to its end with rule players, to check the values that a search expects."""

import random

from engine.deal.game import apply, to_act, view_for
from engine.deal.phases.states import Finished
from engine.model.actions import Play
from engine.players.levels import choose
from engine.players.search.rate_playouts import PER_POINT, DealEnd


def finish_deal(phase, seat, cards):
    """Let `seat` play `cards`, and rule players all that follows. Return the result's value for the side of `seat`."""
    rng = random.Random(0)  # each play that is compared gets the same random choices
    rules = view_for(phase, seat).rules
    phase = apply(phase, seat, Play(cards)).phase
    while not isinstance(phase, Finished):
        turn = to_act(phase)[0]
        action = choose("expert", view_for(phase, turn), rng)
        assert action is not None, "nobody waits while tricks are played"
        phase = apply(phase, turn, action).phase
    result = phase.result
    end = DealEnd(result.opponents_points, result.last_trick not in result.declarers)
    worth = end.rate(rules, PER_POINT)
    return -worth if seat in result.declarers else worth
