"""Finishes sampled deals of four players in fixed teams with two decks, on the fast kernel."""

import random
from dataclasses import dataclass

from engine.deal.scoring import compute_multiplier, count_pairs
from engine.model.cards import points_of
from engine.model.seats import Seat
from engine.model.trump import TRUMP_INDEX
from engine.players.beliefs import Beliefs
from engine.players.bit_layout import BitLayout
from engine.players.candidates import Candidate
from engine.players.deal_sampler import SampledDeal
from engine.players.deal_worth import find_worth, worth_by_points
from engine.players.play_search import Valuer
from engine.players.playout import SEATS, THROW, FourHands, Trick, run_playout
from engine.players.search_effort import SearchEffort


@dataclass(frozen=True, slots=True)
class FourSeatFinish:
    """Values plays by play-outs on `FourHands`."""

    beliefs: Beliefs
    layout: BitLayout
    effort: SearchEffort
    rng: random.Random

    def build_valuer(self, candidate: Candidate) -> Valuer:
        """Return what values a play."""
        beliefs, layout, effort, chance = self.beliefs, self.layout, self.effort, self.rng.random
        view, me, cards = beliefs.view, beliefs.me, candidate.cards
        assert view.declarer is not None
        declarer = view.declarer
        trick = self._build_trick(candidate)
        before = view.opponents_points or 0
        held = worth_by_points(view.rules, effort.per_point)
        captured = worth_by_points(view.rules, effort.per_point, captured=True)
        kitty = points_of(view.kitty) if view.kitty is not None else None
        sign = -1 if view.sides[me] else 1

        def finish(hands: FourHands, deal: SampledDeal) -> float:
            end = run_playout(hands, layout, trick, Seat(0), declarer, chance)
            if not (end.winner ^ declarer) & 1:
                return find_worth(held, before + end.points)
            buried = kitty if kitty is not None else points_of(deal.kitty)
            size = max(1, 2 * end.length)
            times = compute_multiplier(view.rules, led=size, largest=size, pairs=end.length, by_trumps=end.by_trumps)
            return find_worth(captured, before + end.points + times * buried)

        def value(deal: SampledDeal) -> float:
            start = deal.hands
            assert isinstance(start, FourHands)
            start = start.copy()
            for card in cards:
                start.take(me, card, layout)
            return sign * sum(finish(start.copy(), deal) for _ in range(effort.playouts)) / effort.playouts

        return value

    def _build_trick(self, candidate: Candidate) -> Trick:
        """Return the trick after this seat's play, for the play-out to continue."""
        lead, layout, me = candidate.lead, self.layout, self.beliefs.me
        strength, first = self.beliefs.trump.order.strength, lead.units[0]
        length = THROW if lead.is_throw else first.length if first.width > 1 else 0
        high = max(candidate.best, key=lambda card: strength[card])
        ruffed = layout.suit[high] == TRUMP_INDEX
        top = layout.collapse(layout.bit[high]) if ruffed else layout.bit[high]
        left = len(self.beliefs.seats_behind)
        turn, pairs = (me + 1) % SEATS, count_pairs(lead.shape)
        return Trick(lead.index, length, lead.size, top, ruffed, candidate.winner, candidate.points, turn, left, pairs)
