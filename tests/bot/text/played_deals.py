"""Plays whole deals at random, so that tests can put their views and events into words."""

import random
from collections.abc import Iterator
from itertools import islice

from engine.deal import legal_actions
from engine.deal.fair_shuffle import make_fair_deal
from engine.deal.game import Phase, apply, spectator_view, start, to_act, view_for
from engine.model.actions import Bury, CallFriends, CloseWindow, Deal, Draw, Pass, Play
from engine.model.errors import IllegalAction
from engine.model.events import Event
from engine.model.rules import Rules
from engine.model.seats import TABLE, Seat
from engine.model.view import Ask, PhaseName, View


def play_deals(rules: Rules, seed: int, deals: int = 1) -> Iterator[tuple[Phase, tuple[Event, ...]]]:
    """Play deals at random, and yield each phase with the events that led to it.

    The deals end early if the match is won. At most `deals` + 6 packs are dealt, as cancelled deals are dealt again.
    """
    rng = random.Random(seed)
    phase, done, dealt = start(rules), 0, 0
    while done < deals and dealt < deals + 6:
        view = spectator_view(phase)
        if view.phase in {PhaseName.READY, PhaseName.FINISHED}:
            if view.result is not None and view.result.winners:
                return
            dealt += 1
            shuffled = make_fair_deal(
                rules, rng.randbytes(32), "cut", view.result.next_declarer if view.result else view.declarer
            )
            step = apply(phase, TABLE, Deal(shuffled.order, shuffled.first))
        else:
            step = _next(phase, view, rng)
        phase = step.phase
        done += spectator_view(phase).phase is PhaseName.FINISHED
        yield phase, step.events


def _next(phase: Phase, view: View, rng: random.Random):
    if view.phase is PhaseName.DECLARING and view.to_draw:
        return apply(phase, TABLE, Draw(min(view.to_draw, view.rules.players * 7)))
    seat = rng.choice(to_act(phase) or (TABLE,))
    if seat == TABLE:
        return apply(phase, TABLE, CloseWindow())
    return apply(phase, seat, _choice(view_for(phase, seat), rng))


def _choice(view: View, rng: random.Random):
    if view.ask is Ask.BURY:
        return Bury(tuple(rng.sample(view.hand, view.kitty_size)))
    if view.ask is Ask.CALL:
        return CallFriends(
            tuple(rng.sample(legal_actions.legal_friend_calls(view), legal_actions.friends_to_call(view)))
        )
    if view.ask is Ask.LEAD and rng.random() < 0.3 and (throw := _throw(view, rng)):
        return throw
    found = [
        one
        for one in islice(legal_actions.legal_actions_of(view), 40)
        if not isinstance(one, Pass) or rng.random() < 0.7
    ]
    return rng.choice(found) if found else Pass()


def _throw(view: View, rng: random.Random) -> Play | None:
    """Return a lead of up to three random cards of one suit, or None if it is illegal. A throw among them may fail."""
    first = rng.choice(view.hand)
    same = [c for c in view.hand if view.trump.effective_suit(c) is view.trump.effective_suit(first)]
    play = Play(tuple(rng.sample(same, min(3, len(same)))))
    try:
        legal_actions.check_action(view, play)
    except IllegalAction:
        return None
    return play


def list_seats(rules: Rules) -> range:
    return range(rules.players)


def list_views(phase: Phase, rules: Rules) -> Iterator[View]:
    """Yield the spectator's view, then that of each seat."""
    yield spectator_view(phase)
    for seat in list_seats(rules):
        yield view_for(phase, Seat(seat))
