"""Whether a deal is decided, by the points that the opponents have and those they can still get (docs/rules.md, 8)."""

from dataclasses import dataclass
from typing import Final

from engine.deal.fair_shuffle import full_pack
from engine.deal.phases.sides import are_friends_known
from engine.deal.phases.states import Phase, PickingUp, Playing
from engine.deal.scoring import can_hook, is_capture_worth_levels, is_heavy_loss, max_multiplier, score_deal
from engine.model.cards import points_of
from engine.model.options import NextDeclarer, PickupCounts, Teams, ThrowPenalty
from engine.model.rules import Rules

_LAST_SHARE: Final = 4
"""With a quarter of the cards left, a deal counts as decided."""
_MOST_POINTS: Final = 10
"""The most card points of one card."""


@dataclass(frozen=True, slots=True)
class OpponentsPoints:
    """The points that count for the opponents."""

    tricks: int
    multiplier: int
    kitty: int
    penalties: int

    def total(self, rules: Rules) -> int:
        """Return the sum, not below zero if the rules clamp it."""
        points = self.tricks + self.kitty * self.multiplier + self.penalties
        return max(0, points) if rules.clamp_negative else points


def can_end_early(phase: Playing) -> bool:
    """Return whether no card hidden from the declarer could change the result."""
    rules = phase.rules
    if can_hook(phase.dealt.trump, rules) or not phase.tricks or phase.lead is not None:
        return False
    if phase.undo is not None and phase.undo.turn != phase.dealt.declarer:  # somebody else may take their play back
        return False
    if not are_friends_known(phase.dealt, phase.friends, phase.tricks):
        return False
    least, most = _point_bounds(phase)
    low, high = score_deal(least, rules), score_deal(most, rules)
    next_by_last_trick = rules.next_declarer is NextDeclarer.SAME_OR_LAST_TRICK
    open_to_opponents = (next_by_last_trick or is_capture_worth_levels(rules)) and not low.declarers_hold
    settled = low == high and is_heavy_loss(least, rules) == is_heavy_loss(most, rules)
    return settled and not open_to_opponents


def is_as_good_as_decided(phase: Phase) -> bool:
    """Return whether the points seen so far settle who wins, or nobody has more than a quarter of their cards left.

    It follows from what everybody has seen, so the answer tells nothing about hidden cards.
    """
    play = phase.after if isinstance(phase, PickingUp) else phase
    if not isinstance(play, Playing):
        return False
    cards = max(len(hand) for hand in play.hands)
    return cards <= max(1, play.rules.hand_size // _LAST_SHARE) or _is_winner_certain(play, cards)


def _is_winner_certain(phase: Playing, cards: int) -> bool:
    """Return whether no points that are still to come can change who wins; `cards`: the most in one hand."""
    rules, now = phase.rules, points_for_opponents(phase, 0)
    if rules.teams is Teams.HIDDEN_TEN or not are_friends_known(phase.dealt, phase.friends, phase.tricks):
        return False
    fines, left = _count_open_points(phase)
    times = max_multiplier(cards, rules)
    kitty = min(left, _MOST_POINTS * len(phase.kitty)) if times > 1 else 0
    base = now.tricks + now.penalties
    least, most = score_deal(base - fines, rules), score_deal(base + fines + left + kitty * (times - 1), rules)
    return least.declarers_hold == most.declarers_hold


def _count_open_points(phase: Playing) -> tuple[int, int]:
    """Return the most points that penalties can still move, and the card points outside the tricks."""
    rules = phase.rules
    fines = 0 if rules.throw_penalty is ThrowPenalty.NONE else 10 * sum(len(hand) for hand in phase.hands)
    return fines, points_of(full_pack(rules)) - sum(trick.points for trick in phase.tricks)


def _point_bounds(phase: Playing) -> tuple[int, int]:
    """Return the fewest and most points with which the opponents can end, as far as the declarer knows."""
    rules, now = phase.rules, points_for_opponents(phase, 0)
    cards = max(len(hand) for hand in phase.hands)
    fines, left = _count_open_points(phase)
    base = now.tricks + now.penalties
    times = max_multiplier(cards, rules)
    kitty = _most_buried(phase, left) if times else _fewest_buried(phase)
    return base - fines, base + fines + left - kitty + kitty * times


def _most_buried(phase: Playing, left: int) -> int:
    """Return the buried points; if another seat has buried, the most that can be among the points `left`."""
    if phase.burier == phase.dealt.declarer:
        return points_of(phase.kitty)
    unseen = left - points_of(phase.hands[phase.dealt.declarer])
    return min(unseen, _MOST_POINTS * len(phase.kitty))


def _fewest_buried(phase: Playing) -> int:
    """Return the buried points, or 0 if another seat has buried."""
    return points_of(phase.kitty) if phase.burier == phase.dealt.declarer else 0


def points_for_opponents(phase: Playing, multiplier: int) -> OpponentsPoints:
    """Return what the opponents have so far; the kitty counts `multiplier` times for them."""
    side, rules = phase.declarers, phase.rules
    shown = rules.pickup and rules.pickup_counts is PickupCounts.AS_SHOWN
    tricks = sum(points for seat, points in enumerate(phase.taken) if shown or seat not in side)
    fines = sum(points if seat in side else -points for seat, points in enumerate(phase.penalties))
    return OpponentsPoints(tricks, multiplier, points_of(phase.kitty), fines)
