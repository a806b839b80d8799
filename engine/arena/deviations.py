"""Finishes the true deal after a search's play and after the rule player's: is the believed gain true?"""

import random
from typing import Final

from engine.arena.tally import Deviation
from engine.deal.game import Phase, apply, to_act, view_for
from engine.deal.phases.states import Finished
from engine.model.actions import Play
from engine.model.cards import Card
from engine.model.seats import Seat
from engine.model.view import Ask
from engine.players import choose
from engine.players.search.deal_worth import PER_POINT, DealEnd
from engine.players.search.search_player import SearchOutcome

_FINISHER: Final = "expert"


def measure_deviation(phase: Phase, seat: Seat, ask: Ask, outcome: SearchOutcome) -> Deviation:
    """Return what a deviation at `phase` was believed to gain and what it gains."""
    chosen, rule_play = (finish_deal(phase, seat, cards) for cards in (outcome.chosen, outcome.rule_play))
    return Deviation(ask, outcome.gain, chosen - rule_play)


def finish_deal(phase: Phase, seat: Seat, cards: tuple[Card, ...]) -> float:
    """Return the worth for `seat` of the deal's result after its play, with rule players in all seats."""
    rng = random.Random(0)  # noqa: S311 - the same for both plays
    rules = view_for(phase, seat).rules
    phase = apply(phase, seat, Play(cards)).phase
    while not isinstance(phase, Finished):
        turn = to_act(phase)[0]
        action = choose(_FINISHER, view_for(phase, turn), rng)
        assert action is not None, "nobody waits while tricks are played"
        phase = apply(phase, turn, action).phase
    result = phase.result
    end = DealEnd(result.opponents_points, result.last_trick not in result.declarers)
    worth = end.rate(rules, PER_POINT)
    return -worth if seat in result.declarers else worth
