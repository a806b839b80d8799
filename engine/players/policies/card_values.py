"""Estimates what each card in the hand is worth, which is the cost of playing it. Also estimates the last trick."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.cards_in_play.leads import Lead
from engine.deal.hooks import can_hook
from engine.deal.kitty_multiplier import compute_multiplier, count_pairs
from engine.deal.scoring import is_capture_worth_levels
from engine.model.cards import Card, count_faces, points_of
from engine.model.options import KittyWithoutTrump, Teams
from engine.model.rules import Rules
from engine.model.trump import TRUMP_INDEX
from engine.model.view import View
from engine.players.policies.beliefs import Beliefs
from engine.players.policies.weights import Weights

_PAIR = 2
_LOWEST, _HIGHEST = 2, 14
_LATE = 6
"""With at most this many cards in each hand, it matters who wins the last trick."""


@dataclass(frozen=True, slots=True)
class CardValues:
    """The value in card points of the cards a seat holds."""

    beliefs: Beliefs
    single: dict[Card, float]
    pair: dict[Card, float]
    """The extra value of a face that is held at least twice, and more for pairs that touch."""
    void: float
    """The value of having no cards left in a side suit."""

    def cost(self, cards: Iterable[Card]) -> float:
        """Return what the hand loses by playing `cards`. The cost is negative if the hand gets better."""
        played = count_faces(cards)
        held = self.beliefs.held
        total = 0.0
        for face, number in played.items():
            total += number * self.single[face]
            if held[face] >= _PAIR > held[face] - number:
                total += self.pair[face]
        return total - self._void_gain(played)

    def _void_gain(self, played: dict[Card, int]) -> float:
        suit_of, by_suit = self.beliefs.trump.order.suit_of, self.beliefs.by_suit
        gained = 0.0
        for suit in {suit_of[face] for face in played}:
            if suit != TRUMP_INDEX and all(played.get(face, 0) == n for face, n in by_suit[suit].items()):
                gained += self.void
        return gained


def estimate_card_values(beliefs: Beliefs, weights: Weights, stakes: float = 0.0) -> CardValues:
    """Return what the hand's cards are worth. `stakes` is the worth of winning the last trick."""
    trumps = beliefs.by_suit[TRUMP_INDEX]
    late = len(beliefs.view.hand) <= _LATE
    single = {}
    for suit in range(TRUMP_INDEX):
        for face in beliefs.by_suit[suit]:
            single[face] = _side_card_value(beliefs, face, suit, weights)
    for face in trumps:
        single[face] = _trump_value(beliefs, face, weights, stakes if late else 0.0)
    pair = {face: _pair_value(beliefs, face, weights) for face, number in beliefs.held.items() if number >= _PAIR}
    return CardValues(beliefs, single, pair, weights.void if trumps else 0.0)


def _side_card_value(beliefs: Beliefs, face: Card, suit: int, weights: Weights) -> float:
    strength = beliefs.trump.order.strength[face]
    higher = sum(number for at, number in beliefs.unseen_by_strength[suit] if at > strength)
    value = (
        weights.boss * weights.boss_fade**higher * min(1.0, beliefs.unseen_count[suit] / (len(beliefs.ally_chance) - 1))
    )
    value += weights.low * (strength - _LOWEST) / (_HIGHEST - _LOWEST)
    return value - (weights.liability * face.points if higher else 0.0)


def _trump_value(beliefs: Beliefs, face: Card, weights: Weights, stakes: float) -> float:
    strength = beliefs.trump.order.strength[face]
    unseen = beliefs.unseen_count[TRUMP_INDEX]
    higher = sum(number for at, number in beliefs.unseen_by_strength[TRUMP_INDEX] if at > strength)
    beaten = sum(number for at, number in beliefs.unseen_by_strength[TRUMP_INDEX] if at < strength)
    value = weights.trump + weights.trump_height * (beaten / unseen if unseen else 0.0)
    if not higher:
        value += weights.boss_trump + weights.last_trumps * stakes
    return value - (weights.liability * face.points if higher else 0.0)


def _pair_value(beliefs: Beliefs, face: Card, weights: Weights) -> float:
    order = beliefs.trump.order
    suit, strength = order.suit_of[face], order.strength[face]
    value = weights.pair
    if all(number < _PAIR for at, number in beliefs.unseen_by_strength[suit] if at > strength):
        value += weights.boss_pair
    held = beliefs.held
    if any(held.get(other, 0) >= _PAIR for other in order.adjacent_above(beliefs.view.gone)[face]):
        value += weights.tractor
    return value


def estimate_last_trick(view: View, weights: Weights, lead: Lead | None = None) -> float:
    """Return what winning the last trick is worth, mostly by the kitty's points. `lead` is its lead, if known."""
    if view.rules.teams is Teams.HIDDEN_TEN and view.kitty is None:
        buried = weights.kitty_guess / 2
    else:
        buried = float(points_of(view.kitty)) if view.kitty is not None else weights.kitty_guess
    size = lead.size if lead else 1
    largest = max(one.size for one in lead.units) if lead else 1
    pairs = count_pairs(lead.shape) if lead else 0
    by_trumps = lead is None or _may_trumps_win(view, lead)
    multiplier = compute_multiplier(view.rules, led=size, largest=largest, pairs=pairs, by_trumps=by_trumps)
    captured = by_trumps or view.rules.kitty_without_trump is not KittyWithoutTrump.NONE
    return buried * multiplier + (_value_of_levels(view.rules) if captured else 0.0) + _value_of_hook(view)


def _value_of_levels(rules: Rules) -> float:
    """Return half the worth in points of the levels for a captured kitty, because half of the deals are lost."""
    return rules.capture_levels * rules.points_step / 2 if is_capture_worth_levels(rules) else 0.0


def _value_of_hook(view: View) -> float:
    """Return `points_step` if a hook in the last trick may send the other side back, and otherwise 0."""
    may = view.trump is not None and can_hook(view.trump, view.rules)
    return float(view.rules.points_step) if may else 0.0


def _may_trumps_win(view: View, lead: Lead) -> bool:
    """Return whether the winning play, or this seat's whole hand, has only trumps."""
    assert view.trump is not None
    winning = next((play.cards for play in view.trick.plays if play.seat == view.trick.winner), lead.cards)
    return any(all(map(view.trump.is_trump, cards)) for cards in (winning, view.hand))
