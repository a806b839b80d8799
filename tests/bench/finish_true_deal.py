"""Finishes the true deal after a play, with rule players in all seats, to compare with what a search believes."""

import random

from engine.deal.game import apply, to_act, view_for
from engine.deal.phases.states import Finished
from engine.model.actions import Play
from engine.players.levels import choose
from engine.players.search.rate_playouts import PER_POINT, DealEnd


def finish_deal(phase, seat, cards):
    """Return the worth for `seat` of the deal's result after its play, with rule players in all seats."""
    rng = random.Random(0)  # the same for all plays
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
