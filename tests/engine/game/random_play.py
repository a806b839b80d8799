"""Plays random matches. Each action is chosen at random from the legal actions that the engine offers."""

import random
from itertools import islice

from engine.cards_in_play.leads import leadable_units
from engine.deal.fair_shuffle import Proof, commit_to, make_fair_deal
from engine.deal.game import apply, legal_actions, spectator_view, start, to_act, view_for
from engine.deal.legal_actions import check_action
from engine.io.english import format_event
from engine.io.record import Move, Record, find_next_declarer
from engine.model.actions import ClaimRedeal, Draw, Play
from engine.model.errors import IllegalAction
from engine.model.seats import TABLE
from engine.model.view import PhaseName

MAX_OFFERED_PLAYS = 24
"""At most this many of the offered actions are considered when one is chosen."""
MAX_CLAIMED_REDEALS = 20
"""The greatest number of redeals that are claimed in a match. With many players and few cards, most deals have one."""


def play_randomly(rules, seed, deals=2, levels=None, declarer=None):
    """Play until the match is won, for `deals` deals at most. Yield (phase before, move, step)."""
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
            move = shuffle_deal(rules, phase, rng)
        else:
            move = choose_action(phase, view, rng, may_claim=redeals < MAX_CLAIMED_REDEALS)
        step = apply(phase, move.seat, move.action)
        yield phase, move, step
        phase = step.phase


def shuffle_deal(rules, phase, rng):
    secret = rng.randbytes(32)
    return Move(
        TABLE, make_fair_deal(rules, secret, "cut", find_next_declarer(phase)), Proof(commit_to(secret), secret, "cut")
    )


def choose_action(phase, view, rng, *, may_claim=True):
    seats = to_act(phase)
    if view.phase is PhaseName.DECLARING and view.to_draw and (not seats or rng.random() < 0.6):
        return Move(TABLE, Draw(rng.randint(1, view.to_draw)))
    offers = [(seat, action) for seat in seats for action in islice(legal_actions(phase, seat), MAX_OFFERED_PLAYS)]
    seat, action = rng.choice([offer for offer in offers if may_claim or not isinstance(offer[1], ClaimRedeal)])
    return Move(seat, try_throw(phase, seat, action, rng))


def try_throw(phase, seat, action, rng):
    """Return another lead instead of `action` in many cases, and `action` itself in all others.

    The lead may be an uneven tractor. If all suits may be thrown, it may be a throw of up to six cards of one suit. If
    throws must be safe, most throws are the highest cards of their suit, as many as are safe.
    """
    view = view_for(phase, seat)
    if not isinstance(action, Play) or view.trick.plays:
        return action
    if view.rules.uneven_tractors and rng.random() < 0.7:
        units = leadable_units(view.hand, view.trump, view.rules, gone=view.gone)
        uneven = [Play(unit.cards) for unit in islice(units, 500) if unit.widths]
        return rng.choice(uneven) if uneven else action
    if view.rules.throws != "all":
        return action
    if rng.random() > (0.9 if view.rules.throws_safe_only else 0.15):
        return action
    suit = view.trump.effective_suit(action.cards[0])
    cards = tuple(c for c in view.hand if view.trump.effective_suit(c) is suit)
    if not view.rules.throws_safe_only:
        return Play(cards[: rng.randint(1, 6)])
    cards = sorted(cards, key=view.trump.strength, reverse=True)
    throws = (Play(tuple(cards[:size])) for size in range(len(cards), 1, -1))
    return next((throw for throw in throws if may_lead(view, throw)), action)


def may_lead(view, action):
    try:
        check_action(view, action)
    except IllegalAction:
        return False
    return True


def record_random_play(rules, seed, deals=2):
    """Return the record of a random match."""
    return Record(rules, tuple(move for _, move, _ in play_randomly(rules, seed, deals)))


def format_log(steps):
    """Return the English log of the events of all steps."""
    return "".join(f"{line}\n" for happened in steps for event in happened for line in format_event(event))
