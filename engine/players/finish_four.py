"""Finishes sampled deals of four players in fixed teams with two decks, on the fast kernel."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from engine.deal.scoring import compute_multiplier, count_pairs
from engine.model.cards import Card, points_of
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
        layout, me, cards = self.layout, self.beliefs.me, candidate.cards
        playouts, finish = (
            self.effort.playouts,
            self._build_finish(self._build_trick(candidate), self.beliefs.view.kitty),
        )

        def value(deal: SampledDeal) -> float:
            start = deal.hands
            assert isinstance(start, FourHands)
            start = start.copy()
            for card in cards:
                start.take(me, card, layout)
            return sum([finish(start.copy(), deal.kitty) for _ in range(playouts)]) / playouts

        return value

    def _build_finish(
        self, trick: Trick | None, kitty: tuple[Card, ...] | None
    ) -> Callable[[FourHands, tuple[Card, ...]], float]:
        """Return what plays a deal out and values it for the seat's side; None: the kitty is the sampled one."""
        view, layout, chance, per_point = self.beliefs.view, self.layout, self.rng.random, self.effort.per_point
        assert view.declarer is not None
        declarer, before = view.declarer, view.opponents_points or 0
        held = worth_by_points(view.rules, per_point)
        captured = worth_by_points(view.rules, per_point, captured=True)
        known = points_of(kitty) if kitty is not None else None
        sign = -1 if view.sides[self.beliefs.me] else 1

        def finish(hands: FourHands, buried: tuple[Card, ...]) -> float:
            end = run_playout(hands, layout, trick, declarer, declarer, chance)
            if not (end.winner ^ declarer) & 1:
                return sign * find_worth(held, before + end.points)
            size = max(1, 2 * end.length)
            times = compute_multiplier(view.rules, led=size, largest=size, pairs=end.length, by_trumps=end.by_trumps)
            found = known if known is not None else points_of(buried)
            return sign * find_worth(captured, before + end.points + times * found)

        return finish

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
