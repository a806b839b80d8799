"""What it costs to part with cards: what they may still do for the hand."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.cards import Card, counts
from engine.players.reading import Reading
from engine.players.weights import Weights
from engine.trump import TRUMP_INDEX

_PAIR = 2
_LOWEST, _HIGHEST = 2, 14
_LATE = 6
"""With so few cards in hand the last trick comes into view."""


@dataclass(frozen=True, slots=True)
class Worth:
    """The value, in card points, of the cards a seat holds."""

    reading: Reading
    single: dict[Card, float]
    """Of one card of a face."""
    pair: dict[Card, float]
    """Of holding a face twice or more, and its touching pairs, beside its cards."""
    void: float
    """Of being rid of a side suit."""

    def cost(self, cards: Iterable[Card]) -> float:
        """Return what playing `cards` takes from the hand; less than nothing where the hand gets better."""
        played = counts(cards)
        held = self.reading.held
        total = 0.0
        for face, number in played.items():
            total += number * self.single[face]
            if held[face] >= _PAIR > held[face] - number:
                total += self.pair[face]
        return total - self._voided(played)

    def _voided(self, played: dict[Card, int]) -> float:
        suit_of, by_suit = self.reading.trump.order.suit_of, self.reading.by_suit
        gained = 0.0
        for suit in {suit_of[face] for face in played}:
            if suit != TRUMP_INDEX and all(played.get(face, 0) == n for face, n in by_suit[suit].items()):
                gained += self.void
        return gained


def worth(reading: Reading, weights: Weights, stakes: float = 0.0) -> Worth:
    """Return what the hand's cards are worth; `stakes` is what the last trick is expected to count."""
    trumps = reading.by_suit[TRUMP_INDEX]
    late = len(reading.view.hand) <= _LATE
    single = {}
    for suit in range(TRUMP_INDEX):
        for face in reading.by_suit[suit]:
            single[face] = _side(reading, face, suit, weights)
    for face in trumps:
        single[face] = _trump(reading, face, weights, stakes if late else 0.0)
    pair = {face: _pair(reading, face, weights) for face, number in reading.held.items() if number >= _PAIR}
    return Worth(reading, single, pair, weights.void if trumps else 0.0)


def _side(reading: Reading, face: Card, suit: int, weights: Weights) -> float:
    strength = reading.trump.order.strength[face]
    higher = sum(number for at, number in reading.rising[suit] if at > strength)
    value = weights.boss * weights.boss_fade**higher * min(1.0, reading.left[suit] / (len(reading.ally) - 1))
    value += weights.low * (strength - _LOWEST) / (_HIGHEST - _LOWEST)
    return value - (weights.liability * face.points if higher else 0.0)


def _trump(reading: Reading, face: Card, weights: Weights, stakes: float) -> float:
    strength = reading.trump.order.strength[face]
    unseen = reading.left[TRUMP_INDEX]
    higher = sum(number for at, number in reading.rising[TRUMP_INDEX] if at > strength)
    beaten = sum(number for at, number in reading.rising[TRUMP_INDEX] if at < strength)
    value = weights.trump + weights.trump_height * (beaten / unseen if unseen else 0.0)
    if not higher:
        value += weights.boss_trump + weights.last_trumps * stakes
    return value - (weights.liability * face.points if higher else 0.0)


def _pair(reading: Reading, face: Card, weights: Weights) -> float:
    order = reading.trump.order
    suit, strength = order.suit_of[face], order.strength[face]
    value = weights.pair
    if all(number < _PAIR for at, number in reading.rising[suit] if at > strength):
        value += weights.boss_pair
    held = reading.held
    if any(held.get(other, 0) >= _PAIR for other in order.above_without(reading.view.gone)[face]):
        value += weights.tractor
    return value
