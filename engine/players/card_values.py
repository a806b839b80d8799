"""The cost of playing cards: what they could still do for the hand."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.model.cards import Card, count_faces
from engine.model.trump import TRUMP_INDEX
from engine.players.beliefs import Beliefs
from engine.players.weights import Weights

_PAIR = 2
_LOWEST, _HIGHEST = 2, 14
_LATE = 6
"""Number of cards in hand from which the last trick matters."""


@dataclass(frozen=True, slots=True)
class CardValues:
    """The value in card points of the cards a seat holds."""

    beliefs: Beliefs
    single: dict[Card, float]
    """Value of one card of a face."""
    pair: dict[Card, float]
    """Extra value of holding a face at least twice, and of touching pairs."""
    void: float
    """Value of emptying a side suit."""

    def cost(self, cards: Iterable[Card]) -> float:
        """Return what playing `cards` costs the hand; negative if the hand improves."""
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
    """Return the values of the hand's cards; `stakes` is what the last trick is expected to count."""
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
