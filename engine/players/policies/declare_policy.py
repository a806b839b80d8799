"""Decides whether a player declares, and which trumps. It rates how good the hand is with each trump suit."""

from functools import lru_cache

from engine.deal.bidding import loses_deal
from engine.deal.legal_actions import legal_declarations
from engine.model.cards import ALL_FACES, LITTLE_JOKER, Card, Rank, Suit, count_faces
from engine.model.options import PassDeal
from engine.model.rules import Rules
from engine.model.trump import Trump
from engine.model.view import View
from engine.players.policies.weights import Weights

_PAIR = 2


def choose_declaration(view: View, weights: Weights) -> tuple[Card, ...] | None:
    """Return the cards that declare the best trump suit now, or None to wait because no suit is good enough."""
    shown = _strongest_per_suit(legal_declarations(view))
    standing = view.declarations[-1] if view.declarations else None
    if standing is not None and standing.seat == view.seat:
        return next((cards for cards in shown if _declared_suit(cards) is standing.suit), None)
    if not shown:
        return None
    wanted, least = _required_worth(view, weights), 0.0
    if standing is not None:
        margin = weights.partner_better if _is_partner(view, standing.seat) else weights.better
        least = _rate_trumps(view, Trump.of(view.rules, _standing_rank(view), standing.suit), weights) + margin
    ranked = sorted(((rate_trump_suit(view, _declared_suit(cards), weights), cards) for cards in shown), reverse=True)
    if _would_lose_deal(view):
        return ranked[0][1]
    return next((cards for worth, cards in ranked if worth >= max(least, _required_for(cards, wanted, weights))), None)


def _would_lose_deal(view: View) -> bool:
    """Return whether this seat must declare now, because its side, the declarers, would otherwise lose the deal."""
    declarer = view.declarer
    if declarer is None or not (view.seat == declarer or _is_partner(view, declarer)):
        return False
    may_wait = view.rules.pass_deal is PassDeal.NOBODY and view.to_draw > 0
    return not may_wait and loses_deal(view.declarations, declarer, view.rules)


def choose_theft(view: View, weights: Weights) -> tuple[Card, ...] | None:
    """Return the cards to declare in order to take the kitty, or None to leave it with the seat that buried."""
    present = rate_trump_suit(view, view.trump.suit if view.trump else None, weights)
    for cards in legal_declarations(view):
        good = rate_trump_suit(view, _declared_suit(cards), weights)
        if good >= max(_required_for(cards, weights.steal, weights), present + weights.better):
            return cards
    return None


def _required_worth(view: View, weights: Weights) -> float:
    drawn = len(view.hand) / view.rules.hand_size
    first = weights.declare_first if view.first_deal else 0.0
    return weights.declare + first + weights.declare_caution * (1 - drawn)


def _required_for(cards: tuple[Card, ...], wanted: float, weights: Weights) -> float:
    return wanted if _declared_suit(cards) is not None else wanted + weights.no_trump - 1


def _is_partner(view: View, seat: int) -> bool:
    return view.rules.are_partners(seat, view.seat or 0)


def _declared_suit(cards: tuple[Card, ...]) -> Suit | None:
    return next((card.suit for card in cards if card.suit is not None), None)


def _strongest_per_suit(found: tuple[tuple[Card, ...], ...]) -> list[tuple[Card, ...]]:
    best: dict[Suit | None, tuple[Card, ...]] = {}
    for cards in found:
        best[_declared_suit(cards)] = cards
    return list(best.values())


def rate_trump_suit(view: View, suit: Suit | None, weights: Weights) -> float:
    """Return what the hand is worth with this trump suit. An average hand of its size is worth 1."""
    return _rate_trumps(view, Trump.of(view.rules, _declaration_rank(view), suit), weights)


def _rate_trumps(view: View, trump: Trump, weights: Weights) -> float:
    hand = sum(_card_worth(trump, face, weights) for face in view.hand)
    pairs = sum(trump.is_trump(face) for face, number in count_faces(view.hand).items() if number >= _PAIR)
    average = _average_worth(trump, view.rules, weights) * len(view.hand)
    return (hand + weights.pair_trumps * pairs) / average if average else 0.0


def _standing_rank(view: View) -> Rank | None:
    """Return the trump rank that the last declaration makes. It may be the level of another player."""
    return view.trump.rank if view.trump is not None else None


def _declaration_rank(view: View) -> Rank | None:
    assert view.seat is not None
    if view.declarer is None:
        return view.levels[view.seat].rank
    return _standing_rank(view)


def _card_worth(trump: Trump, face: Card, weights: Weights) -> float:
    if not trump.is_trump(face):
        return weights.ace if trump.suit is None and face.rank is Rank.ACE else 0.0
    if face.is_joker or trump.strength(face) > trump.strength(LITTLE_JOKER):
        return 1.0 + weights.joker_trumps
    level = face.rank is trump.rank or trump.is_permanent(face)
    return 1.0 + weights.level_trumps if level else 1.0


@lru_cache(maxsize=256)
def _average_worth(trump: Trump, rules: Rules, weights: Weights) -> float:
    total = sum(rules.copies_of(face) * _card_worth(trump, face, weights) for face in ALL_FACES)
    return total / rules.pack_size
