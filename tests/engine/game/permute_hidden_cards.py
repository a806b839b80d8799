"""Shuffles all cards that a seat cannot see. The seat's view must stay the same."""

from dataclasses import replace

from engine.deal.phases.states import Declaring, PickingUp, Playing
from engine.model.cards import Rank, card_of
from engine.model.options import Teams
from engine.model.seats import Seat


def permute_hidden_cards(phase, seat, rng):
    """Return `phase` after shuffling all cards that `seat` cannot see, or None if nobody holds cards.

    A spectator's `seat` is None.
    """
    if isinstance(phase, PickingUp):
        after = permute_hidden_cards(phase.after, seat, rng)
        return None if after is None else replace(phase, after=after)
    if not hasattr(phase, "hands"):
        return None
    others = [s for s in range(len(phase.hands)) if s != seat]
    place, table = _split_face_down_cards(phase, seat)
    cards = [c for s in others for c in phase.hands[s]] + list(table)
    rng.shuffle(cards)
    hands = list(phase.hands)
    for s in others:
        hands[s], cards = tuple(cards[: len(hands[s])]), cards[len(hands[s]) :]
    changes = {"hands": tuple(hands)} | ({place: _replace_face_down_cards(phase, tuple(cards))} if place else {})
    other = replace(phase, **changes)
    return _recompute_hidden_sides(other) if isinstance(other, Playing) else other


def _split_face_down_cards(phase, seat):
    """Return (field, face-down cards in it that `seat` cannot know), or (None, ()) if there are no such cards."""
    if isinstance(phase, Declaring):
        return "order", phase.order[phase.drawn :]
    if hasattr(phase, "kitty") and getattr(phase, "burier", None) != seat:
        return "kitty", phase.kitty
    return None, ()


def _replace_face_down_cards(phase, cards):
    return phase.order[: phase.drawn] + cards if isinstance(phase, Declaring) else cards


def _recompute_hidden_sides(phase):
    """Update the sides of hidden teams and the stored undo, which depend on the shuffled cards."""
    undo = phase.undo if phase.undo is None else replace(phase.undo, hands=phase.undo.hands[::-1])
    phase = replace(phase, undo=undo)
    if phase.rules.teams is not Teams.HIDDEN_TEN:
        return phase
    ten = card_of(phase.dealt.trump.suit, Rank.TEN)
    holders = {Seat(s) for s, hand in enumerate(phase.hands) if ten in hand}
    return replace(phase, declarers=frozenset(holders | phase.shown | {phase.dealt.declarer}))
