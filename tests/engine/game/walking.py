"""Matches played by chance: every choice is drawn from what the engine offers."""

import random
from itertools import islice

from engine.actions import Draw, Play
from engine.fairness import Proof, commitment, fair_deal
from engine.game import apply, legal_actions, spectator_view, start, to_act, view_for
from engine.record import Move, Record, next_declarer
from engine.seats import TABLE
from engine.view import PhaseName

WIDE = 24
"""Of so many offered plays one is drawn."""


def walk(rules, seed, deals=2, levels=None, declarer=None):
    """Yield (phase before, move, step) for a match that ends after `deals` deals or when it is won."""
    rng = random.Random(seed)
    phase = start(rules, levels, declarer)
    finished = redeals = 0
    while True:
        view = spectator_view(phase)
        if view.phase is PhaseName.FINISHED:
            finished += 1
            if finished >= deals or view.result.winners:
                return
        if view.phase in {PhaseName.READY, PhaseName.FINISHED}:
            redeals += view.redeal is not None
            assert redeals < 200, "only redeals"
            move = shuffled(rules, phase, rng)
        else:
            move = chosen(phase, view, rng)
        step = apply(phase, move.seat, move.action)
        yield phase, move, step
        phase = step.phase


def shuffled(rules, phase, rng):
    secret = rng.randbytes(32)
    return Move(TABLE, fair_deal(rules, secret, "cut", next_declarer(phase)), Proof(commitment(secret), secret, "cut"))


def chosen(phase, view, rng):
    seats = to_act(phase)
    if view.phase is PhaseName.DECLARING and view.to_draw and (not seats or rng.random() < 0.6):
        return Move(TABLE, Draw(rng.randint(1, view.to_draw)))
    offers = [(seat, action) for seat in seats for action in islice(legal_actions(phase, seat), WIDE)]
    seat, action = rng.choice(offers)
    return Move(seat, thrown(phase, seat, action, rng))


def thrown(phase, seat, action, rng):
    """Now and then lead a whole suit at once: a throw that mostly fails."""
    view = view_for(phase, seat)
    if not isinstance(action, Play) or view.trick.plays or view.rules.throws != "all" or rng.random() > 0.15:
        return action
    suit = view.trump.effective_suit(action.cards[0])
    return Play(tuple(c for c in view.hand if view.trump.effective_suit(c) is suit)[: rng.randint(1, 6)])


def recorded(rules, seed, deals=2):
    """Return the record of such a match."""
    return Record(rules, tuple(move for _, move, _ in walk(rules, seed, deals)))
