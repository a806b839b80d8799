"""Finishes sampled deals of any number of players and decks, with the sides that each deal makes."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.deal.scoring import compute_multiplier, count_pairs
from engine.model.cards import Card, points_of
from engine.model.options import PickupCounts, Teams
from engine.model.rules import Rules
from engine.model.trump import TRUMP_INDEX
from engine.model.view import View
from engine.players.any_playout import ManyHands, ManyTrick, run_any_playout
from engine.players.any_playout.hands import THROW
from engine.players.beliefs import Beliefs
from engine.players.bit_layout import BitLayout
from engine.players.candidates import Candidate
from engine.players.deal_sampler import SampledDeal
from engine.players.deal_worth import DealEnd
from engine.players.play_search import Valuer
from engine.players.playout.hands import PlayoutResult
from engine.players.search_effort import SearchEffort


@dataclass(frozen=True, slots=True)
class AnyFinish:
    """Values plays by play-outs on `ManyHands`."""

    beliefs: Beliefs
    layout: BitLayout
    effort: SearchEffort
    rng: random.Random

    def build_valuer(self, candidate: Candidate) -> Valuer:
        """Return what values a play."""
        beliefs, layout, effort, rng = self.beliefs, self.layout, self.effort, self.rng
        view, me = beliefs.view, beliefs.me
        trick = build_trick(beliefs, layout, candidate)

        def value(deal: SampledDeal) -> float:
            assert isinstance(deal.hands, ManyHands)
            sides = deal.sides
            start = deal.hands.copy()
            for card in candidate.cards:
                start.take(me, card, layout)
            total = 0.0
            for _ in range(effort.playouts):
                end = run_any_playout(start.copy(), layout, replace(trick), sides, rng.random)
                total += find_end(view, end, deal).rate(view.rules, effort.per_point)
            return (-total if sides[me] else total) / effort.playouts

        return value


def build_trick(beliefs: Beliefs, layout: BitLayout, candidate: Candidate) -> ManyTrick:
    """Return the trick after this seat's play, for the play-out to continue."""
    lead = candidate.lead
    strength, first = beliefs.trump.order.strength, lead.units[0]
    even = not lead.is_throw and first.size == first.width * first.length
    width, length = (first.width, first.length) if even else (THROW, 1)  # of an uneven tractor pairs are counted
    high = max(candidate.best, key=lambda card: strength[card])
    ruffed = layout.suit[high] == TRUMP_INDEX
    top = layout.collapse(layout.bit[high]) if ruffed else layout.bit[high]
    behind = beliefs.seats_behind
    turn = behind[0] if behind else candidate.winner
    pairs = count_pairs(lead.shape)
    return ManyTrick(
        lead.index,
        width,
        length,
        lead.size,
        top,
        ruffed,
        candidate.winner,
        candidate.points,
        turn,
        len(behind),
        pairs,
    )


def find_end(view: View, playout: PlayoutResult, deal: SampledDeal) -> DealEnd:
    """Return how a sampled deal ends by a play-out of its last cards."""
    before = _count_points_before(view, deal.sides)
    kitty = view.kitty if view.kitty is not None else deal.kitty
    return add_kitty(view.rules, playout, deal.sides, kitty, before)


def add_kitty(
    rules: Rules, playout: PlayoutResult, sides: Sequence[bool], kitty: Sequence[Card], before: int
) -> DealEnd:
    """Return how a deal ends in which the declarers' opponents had `before` points when the play-out began."""
    points, captured = before + playout.points, not sides[playout.winner]
    if captured:
        size = max(1, 2 * playout.length)
        points += points_of(kitty) * compute_multiplier(
            rules, led=size, largest=size, pairs=playout.length, by_trumps=playout.by_trumps
        )
    return DealEnd(points, captured)


def _count_points_before(view: View, sides: Sequence[bool]) -> int:
    """Return what the opponents have taken so far, if these are the sides."""
    if view.opponents_points is not None:
        return view.opponents_points
    all_count = view.rules.teams is Teams.HIDDEN_TEN and view.rules.pickup_counts is PickupCounts.AS_SHOWN
    return sum(points or 0 for points, side in zip(view.points, sides, strict=True) if all_count or not side)
