"""Lets computer players play whole matches in the public game."""

import random
from dataclasses import replace

from engine.deal.fair_shuffle import full_pack
from engine.deal.game import apply, spectator_view, start, to_act, view_for
from engine.model.actions import CloseWindow, Deal, Draw, Pass
from engine.model.seats import TABLE, Seat
from engine.model.view import PhaseName
from engine.players.levels import PLAYERS
from engine.players.search.effort import SearchEffort

QUICK_EFFORT = SearchEffort((2, 1), max_candidates=4)
QUICK_PLAYERS = {
    name: replace(
        player,
        effort=QUICK_EFFORT,
        follow_effort=None,
    )
    if hasattr(player, "effort")
    else player
    for name, player in PLAYERS.items()
}
"""A dict from a level to its computer player. The player that searches samples only a few deals."""
RULE_LEVELS = ("casual", "skilled", "expert")

BATCHES = 4
STEPS = 20_000


def play_match(rules, choosers, seed, deals=1_000, levels=None, declarer=None):
    """Play until the match ends, for `deals` deals at most. Yield (view, answer, phase after it) for each answer.

    `choosers` has one `choose(view, rng)` for each seat. An illegal answer raises IllegalAction.
    """
    rng = random.Random(seed)
    phase, done = start(rules, levels, declarer), 0
    for _ in range(STEPS):
        name = spectator_view(phase).phase
        if name is PhaseName.FINISHED:
            done += 1
            if done == deals or spectator_view(phase).result.winners:
                return
        if name in {PhaseName.READY, PhaseName.FINISHED}:
            phase = apply(phase, TABLE, shuffled(rules, rng, phase.match.declarer)).phase
        elif name is PhaseName.DECLARING:
            phase = yield from _declare(phase, choosers, rng)
        else:
            seat = to_act(phase)[0]
            view = view_for(phase, seat)
            action = choosers[seat](view, rng)
            phase = apply(phase, seat, action).phase
            yield view, action, phase
    raise AssertionError("the match does not end")


def permute_unseen_cards(phase, seat, rng):
    """Shuffle the cards that `seat` cannot see, including a kitty that another seat buried."""
    others = [s for s in range(len(phase.hands)) if s != seat]
    hides_kitty = phase.burier != seat
    pool = [card for s in others for card in phase.hands[s]] + (list(phase.kitty) if hides_kitty else [])
    rng.shuffle(pool)
    hands = list(phase.hands)
    for s in others:
        hands[s], pool = tuple(pool[: len(hands[s])]), pool[len(hands[s]) :]
    changed = replace(phase, hands=tuple(hands))
    return replace(changed, kitty=tuple(pool)) if hides_kitty else changed


def shuffled(rules, rng, declarer):
    order = list(full_pack(rules))
    rng.shuffle(order)
    return Deal(tuple(order), rng.randrange(rules.players) if declarer is None else declarer)


def _declare(phase, choosers, rng):
    """Draw a batch of cards, and ask all seats until nobody declares. After the last card, end the declaring."""
    view = spectator_view(phase)
    if view.to_draw:
        batch = -(-view.rules.hand_size // BATCHES) * view.rules.players
        phase = apply(phase, TABLE, Draw(min(view.to_draw, batch))).phase
    spoken = True
    while spoken:
        spoken = False
        for seat in map(Seat, range(view.rules.players)):
            if spectator_view(phase).phase is not PhaseName.DECLARING:
                return phase
            view = view_for(phase, seat)
            if seat in view.to_act:
                action = choosers[seat](view, rng)
                if action is not None:
                    phase = apply(phase, seat, action).phase
                    spoken = spoken or not isinstance(action, Pass)
                yield view, action, phase
    view = spectator_view(phase)
    if view.phase is not PhaseName.DECLARING or view.to_draw:
        return phase
    return apply(phase, TABLE, CloseWindow()).phase


def play_to_results(rules, choosers, seed, **kwargs):
    """Play a match to its end, and return its last phase."""
    phase = None
    for _, _, after in play_match(rules, choosers, seed, **kwargs):
        phase = after
    return phase
