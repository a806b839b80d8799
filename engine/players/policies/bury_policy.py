"""Chooses cards to bury and friends to call. It weighs emptying suits against losing good cards and risking points."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from engine.deal.burying import find_most_points
from engine.deal.legal_actions import friends_to_call, legal_friend_calls
from engine.model.actions import FriendCall
from engine.model.cards import Card, Rank, count_faces, points_of, without
from engine.model.options import FriendCallStyle
from engine.model.trump import TRUMP_INDEX, Trump
from engine.model.view import View
from engine.players.policies.weights import Weights

_PAIR = 2
_SHORT = 4
_FAIR_SHARE = 0.36
"""The part of a usual hand that is trumps."""
_LENGTH = 4
_TRUMP_CALL = 12.0
_UNREACHABLE = 100.0
_SAME_SUIT = 4.0


def choose_bury(view: View, weights: Weights) -> tuple[Card, ...]:
    """Return the cards to bury. Each plan begins by emptying some side suits or none. The cheapest plan is used."""
    assert view.trump is not None
    keep = _KeepValues.of(view, view.trump, weights)
    return min((_fill_up(view, keep, emptied) for emptied in _suits_to_empty(view, keep)), key=keep.plan_cost)


@dataclass(frozen=True, slots=True)
class _KeepValues:
    """What each card is worth if it is kept. The gain of emptying suits is not included."""

    trump: Trump
    held: dict[Card, int]
    by_suit: tuple[tuple[Card, ...], ...]
    value: dict[Card, float]
    weights: Weights

    @classmethod
    def of(cls, view: View, trump: Trump, weights: Weights) -> "_KeepValues":
        suit_of = trump.order.suit_of
        by_suit = tuple(tuple(card for card in view.hand if suit_of[card] == suit) for suit in range(TRUMP_INDEX + 1))
        held = count_faces(view.hand)
        fair = _FAIR_SHARE * len(view.hand)
        risk = max(0.1, weights.bury_point - weights.bury_strong * (len(by_suit[TRUMP_INDEX]) - fair))
        value = {face: _keep_value(trump, held, face, by_suit, weights) + risk * face.points for face in held}
        return cls(trump, held, by_suit, value, weights)

    def plan_cost(self, cards: tuple[Card, ...]) -> float:
        rest = [len(suit) for suit in self.by_suit]
        for card in cards:
            rest[self.trump.order.suit_of[card]] -= 1
        gained = 0.0
        for suit in range(TRUMP_INDEX):
            if self.by_suit[suit]:
                gained += self.weights.bury_void if not rest[suit] else 0.0
                gained += self.weights.bury_short * max(0, min(_SHORT, len(self.by_suit[suit])) - rest[suit])
        return sum(self.value[card] for card in cards) - gained


def _keep_value(
    trump: Trump, held: dict[Card, int], face: Card, by_suit: tuple[tuple[Card, ...], ...], weights: Weights
) -> float:
    order = trump.order
    suit, strength = order.suit_of[face], order.strength[face]
    value = weights.bury_trump if suit == TRUMP_INDEX else 0.0
    value += weights.bury_low * strength / Rank.ACE
    if suit != TRUMP_INDEX:
        tiers = order.tiers[suit]
        if face in tiers[-1]:
            value += weights.bury_boss
        elif len(tiers) > 1 and face in tiers[-2] and len(by_suit[suit]) > 1:
            value += weights.bury_second
    if held[face] >= _PAIR:
        value += weights.bury_pair * (0.5 + strength / Rank.ACE)
        if any(held.get(other, 0) >= _PAIR for other in order.above[face]):
            value += weights.bury_tractor
    return value


def _suits_to_empty(view: View, keep: _KeepValues) -> Iterator[tuple[Card, ...]]:
    """Yield the cards of each set of side suits that can be emptied together. The empty set is one of them."""
    suits = [suit for suit in keep.by_suit[:TRUMP_INDEX] if suit]
    for number in range(len(suits) + 1):
        for some in combinations(suits, number):
            cards = tuple(card for suit in some for card in suit)
            if len(cards) <= view.kitty_size and _can_complete(view, cards):
                yield cards


def _can_complete(view: View, cards: tuple[Card, ...]) -> bool:
    """Return whether these cards can be buried with other cards of the hand without exceeding the limit of points."""
    most = find_most_points(view.hand, view.kitty_size, view.rules)
    if most is None:
        return True
    others = sorted(card.points for card in without(view.hand, cards))
    return points_of(cards) + sum(others[: view.kitty_size - len(cards)]) <= most


def _fill_up(view: View, keep: _KeepValues, emptied: tuple[Card, ...]) -> tuple[Card, ...]:
    gone = count_faces(emptied)
    rest = [face for face, number in keep.held.items() for _ in range(number - gone.get(face, 0))]
    rest.sort(key=lambda face: (keep.value[face], face))
    if view.rules.max_buried_points is None:
        return (*emptied, *rest[: view.kitty_size - len(emptied)])
    chosen = emptied
    for card in rest:
        if len(chosen) < view.kitty_size and _can_complete(view, (*chosen, card)):
            chosen = (*chosen, card)
    return chosen


def choose_friends(view: View) -> tuple[FriendCall, ...]:
    """Return the best calls. They are chosen one by one, and a suit that is already called is less attractive."""
    assert view.trump is not None
    left = {option: _score_call(view, option) for option in legal_friend_calls(view)}
    found: list[FriendCall] = []
    while len(found) < friends_to_call(view):
        best = max(left, key=left.__getitem__)
        found.append(best)
        del left[best]
        suit = view.trump.effective_suit(best.card)
        for option in left:
            if view.trump.effective_suit(option.card) is suit:
                left[option] -= _SAME_SUIT
    return tuple(found)


def _score_call(view: View, option: FriendCall) -> float:
    assert view.trump is not None
    order = view.trump.order
    held = count_faces(view.hand)
    mine = held.get(option.card, 0)
    others = view.rules.copies_of(option.card) - mine - (view.kitty or ()).count(option.card)
    suit = order.suit_of[option.card]
    length = sum(order.suit_of[card] == suit for card in view.hand)
    score = order.strength[option.card] + 0.5 * min(_LENGTH, length)
    if suit == TRUMP_INDEX:
        score -= _TRUMP_CALL + order.strength[option.card] / 2
    if not length:
        score -= 3.0
    # with `nth_copy`, a declarer who holds n copies of a card calls copy n + 1
    reachable = view.rules.friend_call is FriendCallStyle.FIRST_BY_OTHER or option.copy == mine + 1
    if others < 1 or not reachable:
        score -= _UNREACHABLE
    return score
