"""Computes, with the engine, the cards and ranks that the rulebook's sentences use as examples under given rules."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Final

from bot.text.describe.cards import format_button_cards
from bot.text.messages import Messages
from engine.cards_in_play.units import find_unit
from engine.model.cards import RANK_POINTS, Card, Rank, Suit, card_of
from engine.model.options import Teams
from engine.model.rules import Rules
from engine.model.trump import EFFECTIVE_SUITS, Trump

TRUMP_SUIT: Final = Suit.HEARTS
SIDE_SUIT: Final = Suit.SPADES
_USUAL_RANK: Final = Rank.SEVEN
_SHOWN_TRUMPS: Final = 1
"""A list of trumps shows this number of the highest cards of the trump suit, and then only the lowest."""


def find_example_rank(rules: Rules) -> Rank | None:
    """Return the trump rank that examples use; None in games without levels."""
    if rules.teams is Teams.HIDDEN_TEN:
        return None
    usual = max(rules.low_cut, rules.start_level) <= _USUAL_RANK <= rules.final_level
    return _USUAL_RANK if usual else rules.start_level.rank


def find_example_trump(rules: Rules) -> Trump:
    """Return the trumps that examples use: hearts, and the rank that `find_example_rank` returns."""
    return Trump.of(rules, find_example_rank(rules), TRUMP_SUIT)


def list_point_ranks(rules: Rules) -> tuple[Rank, ...]:
    """Return the ranks that are worth points, from the highest."""
    return tuple(sorted((rank for rank, worth in RANK_POINTS.items() if worth and rank >= rules.low_cut), reverse=True))


def format_trump_order(messages: Messages, rules: Rules) -> Mapping[str, object]:
    """Return the facts `order` (all trumps from high to low, `=` between equal ones) and `level` (the trump rank)."""
    tiers = _list_tiers(rules)
    own = [tier for tier in tiers if len(tier) == 1 and tier[0].suit is TRUMP_SUIT and _is_plain(tier[0], tiers)]
    left_out = own[1:-_SHOWN_TRUMPS]
    steps = [" = ".join(_format_card(messages, card, rules) for card in tier) for tier in tiers if tier not in left_out]
    if left_out:
        steps.insert(1, "…")
    rank = find_example_rank(rules)
    return {"order": " > ".join(reversed(steps)), "level": rank.text if rank else ""}


def _is_plain(card: Card, tiers: list[tuple[Card, ...]]) -> bool:
    """Return whether the card is a trump only because of its suit, not because of its rank."""
    return not any(card.rank == other.rank and other.suit is not TRUMP_SUIT for tier in tiers for other in tier)


def find_trump_chain(rules: Rules) -> tuple[tuple[Card, ...], ...]:
    """Return the highest plain trump (see `_is_plain`) and the trumps above it, up to the first gap."""
    tiers, trump = _list_tiers(rules), find_example_trump(rules)
    plain = [n for n, tier in enumerate(tiers) if tier[0].suit is TRUMP_SUIT and _is_plain(tier[0], tiers)]
    above = tiers[max(plain, default=0) :]
    chain = above[:1]
    for tier in above[1:]:
        if not trump.are_adjacent(chain[-1][0], tier[0]):
            break
        chain.append(tier)
    return tuple(chain)


def is_whole_chain(rules: Rules) -> bool:
    """Return whether `find_trump_chain` reaches the highest trump, because there is no gap."""
    return find_trump_chain(rules)[-1] == _list_tiers(rules)[-1]


def format_trump_chain(messages: Messages, rules: Rules) -> Mapping[str, object]:
    """Return two facts: the trumps of `find_trump_chain` from low to high, and a tractor that they can form."""
    steps = ("/".join(_format_card(messages, card, rules) for card in tier) for tier in find_trump_chain(rules))
    tractor = format_button_cards(messages, find_trump_tractor(rules), find_example_trump(rules))
    return {"chain": " – ".join(steps), "trump_tractor": tractor}


def find_trump_tractor(rules: Rules) -> tuple[Card, ...]:
    """Return the smallest and lowest tractor of trumps in `find_trump_chain`; nothing if they form none."""
    faces = [tier[0] for tier in find_trump_chain(rules)]
    for at in range(len(faces) - rules.tractor_min_length + 1):
        shown = faces[at : at + rules.tractor_min_length]
        cards = tuple(face for face in shown for _ in range(rules.tractor_min_width))
        there = all(rules.copies_of(face) >= rules.tractor_min_width for face in shown)
        if there and find_unit(cards, find_example_trump(rules), rules) is not None:
            return cards
    return ()


def find_tractor_example(rules: Rules) -> tuple[Card, ...]:
    """Return the smallest tractor of a side suit, from a five or higher if possible; nothing if there is none."""
    trump = find_example_trump(rules)
    copies = rules.tractor_min_width + rules.uneven_tractors

    def key(low: Rank) -> tuple[bool, bool, Rank]:  # shorter decks have fewer copies of low ranks
        return rules.copies_of(card_of(SIDE_SUIT, low)) < copies, low < Rank.FIVE, low

    for low in sorted((Rank(n) for n in range(Rank.TWO, Rank.KING)), key=key):
        ranks = range(low, low + rules.tractor_min_length)
        if ranks[-1] > Rank.ACE:
            continue
        faces = [card_of(SIDE_SUIT, Rank(rank)) for rank in ranks]
        cards = tuple(face for face in faces for _ in range(rules.tractor_min_width))
        there = low >= rules.low_cut and rules.tractor_min_width <= rules.decks
        if there and not any(map(trump.is_trump, faces)) and find_unit(cards, trump, rules) is not None:
            return cards
    return ()


def find_uneven_example(rules: Rules) -> tuple[Card, ...]:
    """Return the example tractor with one more card of its lowest rank; nothing if there is no such card."""
    even = find_tractor_example(rules)
    return (even[0], *even) if even and rules.decks > rules.tractor_min_width else ()


def find_gap_example(rules: Rules) -> tuple[Card, ...]:
    """Return two pairs of a side suit, just below and just above a rank that it lacks; nothing if it lacks none."""
    side = sorted(tier[0] for tier in _list_tiers(rules, SIDE_SUIT))
    gaps = [(low, high) for low, high in pairwise(side) if (high.rank or 0) - (low.rank or 0) > 1]
    return tuple(card for face in gaps[-1] for card in (face, face)) if gaps else ()


def _list_tiers(rules: Rules, suit: Suit = Suit.TRUMP) -> list[tuple[Card, ...]]:
    """Return the cards of a suit, or all trumps, by rising strength. Cards of equal strength are together."""
    tiers = find_example_trump(rules).order.tiers[EFFECTIVE_SUITS.index(suit)]
    return [tier for tier in tiers if tier]


def _format_card(messages: Messages, card: Card, rules: Rules) -> str:
    return format_button_cards(messages, (card,), find_example_trump(rules))
