"""Making trumps by search: close declarations, and declaring nothing, are compared in the same sampled deals.

In each deal trumps are made by the rule player's policy once this seat has chosen, the declarer buries by it, and the
deal is played out by rules.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

from engine.model.cards import ALL_FACES, SUITS, Card, without
from engine.model.rules import Rules
from engine.model.trump import EFFECTIVE_SUIT_COUNT, Trump
from engine.model.view import Ask, PhaseName, View
from engine.players.bit_layout import BitLayout, build_bit_layout
from engine.players.bury_policy import choose_bury
from engine.players.declare_policy import rate_declarations
from engine.players.drawn_deals import DrawnDeal, DrawnSampler, Outcome
from engine.players.finish_by_rules import add_kitty
from engine.players.finish_declaring import find_outcome, list_sides
from engine.players.play_search import PlaySearch
from engine.players.rule_playout import PublicSides, StartingTable, count_copies, run_rule_playout
from engine.players.rule_playout.hands import Hands, count_masks
from engine.players.search_effort import SearchEffort
from engine.players.weights import Weights

_REDEAL_WORTH: Final = 0.4
"""What a deal is worth to known declarers before any card is dealt; see docs/search.md."""

Shown = tuple[Card, ...]
"""Cards to declare; none to declare nothing."""


def search_declaration(
    view: View, weights: Weights, effort: SearchEffort, rng: random.Random, in_time: Callable[[], bool] | None
) -> Shown | None:
    """Return what the seat declares; None if no choice is close, or nothing can be searched."""
    options = list_close_declarations(view, weights, effort)
    if len(options) == 1 or not _has_layouts(view):
        return None
    finish = DeclareFinish(view, weights, effort.per_point)
    valuers = [finish.build_valuer(shown) for shown in options]
    return options[PlaySearch(DrawnSampler.of(view), effort, rng, in_time).best(valuers)[0]]


def can_search_declarations(rules: Rules) -> bool:
    """Whether declarations are searched: the declarer's side has to be known, and nobody may steal the kitty."""
    return (rules.partner_step is not None or rules.plays_alone) and rules.show_played_cards and not rules.kitty_theft


def list_close_declarations(view: View, weights: Weights, effort: SearchEffort) -> list[Shown]:
    """Return the rule player's choice first, then others that are about as good by its own rating.

    While cards are drawn a seat that would not declare waits, without a choice.
    """
    margin = effort.max_shortfall
    if view.declarations and view.declarations[-1].seat == view.seat:
        return [()]
    near = [one for one in rate_declarations(view, weights) if one.surplus >= -margin]
    chosen = next((one for one in near if one.surplus >= 0), None)
    if chosen is None:
        return [()] if view.to_draw else [(), *(one.cards for one in near)][: effort.max_candidates]
    others = [one.cards for one in near if one is not chosen and one.worth >= chosen.worth - margin]
    nothing = [()] if chosen.surplus <= margin else []
    return [chosen.cards, *nothing, *others][: effort.max_candidates]


def _has_layouts(view: View) -> bool:
    """Return whether any trumps of this deal can be played out."""
    levels = set(view.levels) if view.declarer is None else {view.levels[view.declarer]}
    trumps = [Trump.of(view.rules, level.rank, suit) for level in levels for suit in (*SUITS, None)]
    return all(build_bit_layout(trump) is not None for trump in trumps)


@dataclass(frozen=True, slots=True)
class DeclareFinish:
    """Finishes sampled deals from a declaration on."""

    view: View
    weights: Weights
    per_point: float
    starts: dict[Outcome, StartingTable] = field(default_factory=dict)

    def build_valuer(self, shown: Shown) -> Callable[[DrawnDeal], float]:
        """Return what values declaring these cards, or nothing."""
        view, weights = self.view, self.weights

        def value(deal: DrawnDeal) -> float:
            outcome = find_outcome(view, shown, deal, weights)
            if outcome is None:
                return self._rate_redeal()
            if outcome not in deal.worths:
                deal.worths[outcome] = self._play_out(deal, outcome)
            return deal.worths[outcome]

        return value

    def _rate_redeal(self) -> float:
        view = self.view
        assert view.seat is not None
        if view.declarer is None:
            return 0.0
        return _REDEAL_WORTH if list_sides(view.rules, view.declarer)[view.seat] else -_REDEAL_WORTH

    def _play_out(self, deal: DrawnDeal, outcome: Outcome) -> float:
        """Let the declarer bury, and play to the end; return the worth to this seat's side."""
        rules, (declarer, suit), me = self.view.rules, outcome, self.view.seat
        assert me is not None
        trump = Trump.of(rules, self.view.levels[declarer].rank, suit)
        layout = build_bit_layout(trump)
        assert layout is not None
        buried = self._bury(deal, declarer, trump)
        hands = _give_hands(deal, declarer, buried, Hands.empty(rules), layout)
        kitty, sides = count_copies(buried, layout, len(hands.copies)), list_sides(rules, declarer)
        table = self._find_start(layout, outcome).begin(hands.copies, hands.counts, kitty, sides)
        end = run_rule_playout(table, None, declarer, throws=rules.throws)
        worth = add_kitty(rules, end, sides, buried, 0).rate(rules, self.per_point)
        return -worth if sides[me] else worth

    def _bury(self, deal: DrawnDeal, declarer: int, trump: Trump) -> tuple[Card, ...]:
        if not deal.kitty:
            return ()
        hand = (*deal.hands[declarer], *deal.kitty)
        asked = replace(self.view, phase=PhaseName.BURYING, ask=Ask.BURY, trump=trump, hand=hand)
        return choose_bury(asked, self.weights)

    def _find_start(self, layout: BitLayout, outcome: Outcome) -> StartingTable:
        """Return the table before the first lead, without hands."""
        if outcome not in self.starts:
            rules, (declarer, _) = self.view.rules, outcome
            pack = [face for face in ALL_FACES for _ in range(rules.copies_of(face))]
            out = count_copies(pack, layout, count_masks(rules))
            nothing = [[False] * EFFECTIVE_SUIT_COUNT] * rules.players
            left = [rules.hand_size] * rules.players
            public = PublicSides(list_sides(rules, declarer), frozenset())
            self.starts[outcome] = StartingTable.of(
                layout, declarer, rules.kitty_size, out, left, nothing, nothing, public
            )
        return self.starts[outcome]


def _give_hands(deal: DrawnDeal, declarer: int, buried: tuple[Card, ...], hands: Hands, layout: BitLayout) -> Hands:
    """Give all seats their cards, the declarer with the kitty but without what it buries."""
    for seat, cards in enumerate(deal.hands):
        for card in without((*cards, *deal.kitty), buried) if seat == declarer else cards:
            hands.give(seat, card, layout)
    return hands
