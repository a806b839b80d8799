"""The same game with other hidden cards: everything that a seat cannot see is shuffled."""

from dataclasses import replace

from engine.cards import Rank, card
from engine.phases.declaring import Declaring
from engine.phases.tricks import PickingUp, Playing
from engine.rules import Teams
from engine.seats import Seat


def permuted(phase, seat, rng):
    """Return `phase` with all cards that `seat` (None: a watcher) cannot see dealt anew; None if there are none."""
    if isinstance(phase, PickingUp):
        after = permuted(phase.after, seat, rng)
        return None if after is None else replace(phase, after=after)
    if not hasattr(phase, "hands"):
        return None
    others = [s for s in range(len(phase.hands)) if s != seat]
    place, table = _table(phase, seat)
    cards = [c for s in others for c in phase.hands[s]] + list(table)
    rng.shuffle(cards)
    hands = list(phase.hands)
    for s in others:
        hands[s], cards = tuple(cards[: len(hands[s])]), cards[len(hands[s]) :]
    changes = {"hands": tuple(hands)} | ({place: _put(phase, tuple(cards))} if place else {})
    other = replace(phase, **changes)
    return _sided(other) if isinstance(other, Playing) else other


def _table(phase, seat):
    """Return the field with cards that lie face down, and those of its cards that `seat` cannot know."""
    if isinstance(phase, Declaring):
        return "order", phase.order[phase.drawn :]
    if hasattr(phase, "kitty") and getattr(phase, "burier", None) != seat:
        return "kitty", phase.kitty
    return None, ()


def _put(phase, cards):
    return phase.order[: phase.drawn] + cards if isinstance(phase, Declaring) else cards


def _sided(phase):
    """With hidden teams: let the sides be those of the cards as they lie now."""
    undo = phase.undo if phase.undo is None else replace(phase.undo, hands=phase.undo.hands[::-1])
    phase = replace(phase, undo=undo)
    if phase.rules.teams is not Teams.HIDDEN_TEN:
        return phase
    ten = card(phase.dealt.called_suit, Rank.TEN)
    holders = {Seat(s) for s, hand in enumerate(phase.hands) if ten in hand}
    return replace(phase, declarers=frozenset(holders | phase.shown | {phase.dealt.declarer}))
