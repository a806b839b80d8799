"""Making trumps: how good a hand is with this suit or that as trumps, and whether to say so."""

from functools import lru_cache

from engine.cards import ALL_FACES, Card, Rank, Suit, counts
from engine.leads import copies
from engine.options import declarations
from engine.players.weights import Weights
from engine.rules import Rules, Teams
from engine.trump import Trump
from engine.view import View

_PAIR = 2


def declare(view: View, weights: Weights) -> tuple[Card, ...] | None:
    """Return what to show now; None to show nothing (yet)."""
    standing = view.declarations[-1] if view.declarations else None
    shown = _most_of_each(declarations(view))
    if standing is not None and standing.seat == view.seat:
        return next((cards for cards in shown if _suit(cards) is standing.suit), None)
    wanted = _wanted(view, weights)
    least = 0.0
    if standing is not None:
        margin = weights.partner_better if _with_me(view, standing.seat) else weights.better
        least = quality(view, standing.suit, weights) + margin
    ranked = sorted(((quality(view, _suit(cards), weights), cards) for cards in shown), reverse=True)
    return next((cards for good, cards in ranked if good >= max(least, _asked(cards, wanted, weights))), None)


def theft(view: View, weights: Weights) -> tuple[Card, ...] | None:
    """Return what to show to take the kitty; None to let it be."""
    present = quality(view, view.trump.suit if view.trump else None, weights)
    for cards in declarations(view):
        good = quality(view, _suit(cards), weights)
        if good >= max(_asked(cards, weights.steal, weights), present + weights.better):
            return cards
    return None


def _wanted(view: View, weights: Weights) -> float:
    """Return what a hand must be worth now: the less, the more of it is known."""
    drawn = len(view.hand) / view.rules.hand_size
    first = weights.declare_first if view.first_deal else 0.0
    return weights.declare + first + weights.declare_caution * (1 - drawn)


def _asked(cards: tuple[Card, ...], wanted: float, weights: Weights) -> float:
    return wanted if _suit(cards) is not None else wanted + weights.no_trump - 1


def _with_me(view: View, seat: int) -> bool:
    return view.rules.teams is Teams.FIXED and (seat - (view.seat or 0)) % 2 == 0


def _suit(cards: tuple[Card, ...]) -> Suit | None:
    return next((card.suit for card in cards if card.suit is not None), None)


def _most_of_each(found: tuple[tuple[Card, ...], ...]) -> list[tuple[Card, ...]]:
    """Return of the declarations for one suit the strongest: it is the hardest to overrule."""
    best: dict[Suit | None, tuple[Card, ...]] = {}
    for cards in found:
        best[_suit(cards)] = cards
    return list(best.values())


def quality(view: View, suit: Suit | None, weights: Weights) -> float:
    """Return what the hand is worth with this trump suit; 1 is an average hand of as many cards."""
    trump = Trump.of(view.rules, _rank(view), suit)
    hand = sum(_card_worth(trump, face, weights) for face in view.hand)
    pairs = sum(trump.is_trump(face) for face, number in counts(view.hand).items() if number >= _PAIR)
    average = _average(trump, view.rules, weights) * len(view.hand)
    return (hand + weights.pair_trumps * pairs) / average if average else 0.0


def _rank(view: View) -> Rank | None:
    assert view.seat is not None
    return view.levels[view.seat if view.declarer is None else view.declarer].rank


def _card_worth(trump: Trump, face: Card, weights: Weights) -> float:
    if not trump.is_trump(face):
        return weights.ace if trump.suit is None and face.rank is Rank.ACE else 0.0
    if face.is_joker:
        return 1.0 + weights.joker_trumps
    level = face.rank is trump.rank or (trump.permanent and face.rank in {Rank.TWO, Rank.TEN})
    return 1.0 + weights.level_trumps if level else 1.0


@lru_cache(maxsize=256)
def _average(trump: Trump, rules: Rules, weights: Weights) -> float:
    """Return what a card of the pack is worth on average."""
    total = sum(copies(face, rules) * _card_worth(trump, face, weights) for face in ALL_FACES)
    return total / rules.pack_size
