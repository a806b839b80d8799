"""Finishes sampled deals by rules, at any table: what a search compares plays and buries by."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.model.cards import ALL_FACES, Card, without
from engine.model.trump import EFFECTIVE_SUIT_COUNT
from engine.players.any_playout import ManyTrick
from engine.players.beliefs import Beliefs
from engine.players.bit_layout import BitLayout
from engine.players.candidates import Candidate
from engine.players.deal_sampler import SampledDeal
from engine.players.deal_worth import DealEnd
from engine.players.finish_any import build_trick, find_end
from engine.players.play_search import Valuer
from engine.players.rule_playout import PublicSides, StartingTable, count_copies, run_rule_playout
from engine.players.sample_sides import join_by_playing, sample_sides_again

_FEWEST_MASKS = 2
"""Play-outs by rules look for pairs even in one deck."""


Playout = Callable[[SampledDeal], tuple[DealEnd, bool]]
"""Plays a sampled deal out; returns its end and whether the seat is on the declarers' side."""


@dataclass(frozen=True, slots=True)
class RuleFinish:
    """Values plays by play-outs in which all seats play by rules."""

    beliefs: Beliefs
    layout: BitLayout
    per_point: float
    spread: float = 0.0
    """In card points, as in `worth_by_points`."""

    def build_valuer(self, candidate: Candidate) -> Valuer:
        """Return what values a play."""
        return self._value(self.build_playout(candidate))

    def build_lead_valuer(self) -> Valuer:
        """Return what values the deal as it is, with the seat's lead to come."""
        return self._value(self._build(None, ()))

    def build_playout(self, candidate: Candidate) -> Playout:
        """Return what plays deals out from a play on."""
        return self._build(build_trick(self.beliefs, self.layout, candidate), candidate.cards)

    def _value(self, playout: Playout) -> Valuer:
        rules, per_point, spread = self.beliefs.view.rules, self.per_point, self.spread

        def value(deal: SampledDeal) -> float:
            end, declares = playout(deal)
            worth = end.rate(rules, per_point, spread)
            return -worth if declares else worth

        return value

    def _build(self, trick: ManyTrick | None, cards: tuple[Card, ...]) -> Playout:
        view, layout, me, decks = self.beliefs.view, self.layout, self.beliefs.me, self._decks
        hand = without(view.hand, cards)
        start, own = self._build_start(trick, hand, cards), count_copies(hand, layout, decks)
        joined = join_by_playing(view, cards)
        numbers = [sum(layout.suit[card] == suit for card in hand) for suit in range(EFFECTIVE_SUIT_COUNT)]
        place = slice(EFFECTIVE_SUIT_COUNT * me, EFFECTIVE_SUIT_COUNT * (me + 1))

        def play_out(deal: SampledDeal) -> tuple[DealEnd, bool]:
            if joined is not view:
                deal = replace(deal, sides=sample_sides_again(joined, deal.hands, layout))
            hands, counts = [row[:] for row in deal.hands.copies], deal.hands.counts[:]
            hands += [[0] * len(counts) for _ in range(decks - len(hands))]
            for row, mine in zip(hands, own, strict=True):
                row[place] = mine
            counts[place] = numbers
            kitty = count_copies(deal.kitty if view.kitty is None else view.kitty, layout, decks)
            table = start.begin(hands, counts, kitty, deal.sides)
            end = run_rule_playout(table, trick, me, throws=view.rules.throws)
            return find_end(view, end, deal), deal.sides[me]

        return play_out

    @property
    def _decks(self) -> int:
        return max(_FEWEST_MASKS, self.beliefs.view.rules.decks)

    def _build_start(self, trick: ManyTrick | None, hand: tuple[Card, ...], cards: tuple[Card, ...]) -> StartingTable:
        """Return what is the same in all deals after playing `cards`, which leaves `hand`."""
        beliefs, view, layout = self.beliefs, self.beliefs.view, self.layout
        unseen = [face for face in ALL_FACES for _ in range(beliefs.unseen[face])]
        out = count_copies((*unseen, *hand, *(view.kitty or ())), layout, self._decks)
        left = [len(hand) if seat == beliefs.me else size for seat, size in enumerate(view.hand_sizes)]
        void = [list(row) for row in beliefs.void]
        if trick is not None and any(layout.suit[card] != trick.suit for card in without(view.hand, hand)):
            void[beliefs.me][trick.suit] = True
        public = PublicSides.of(join_by_playing(view, cards), layout, cards)
        burier = view.declarer if view.kitty is None else beliefs.me
        assert burier is not None
        return StartingTable.of(layout, burier, view.kitty_size, out, left, void, beliefs.no_pair, public)
