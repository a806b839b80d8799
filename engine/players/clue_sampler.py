"""Samples deals in which the other three seats hold what their plays suggest, for the kernel of four seats."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.model.cards import Card
from engine.model.trump import EFFECTIVE_SUIT_COUNT
from engine.players.beliefs import Beliefs
from engine.players.bit_layout import BitLayout
from engine.players.card_clues import find_clues
from engine.players.clue_weights import weigh_buried, weigh_clues
from engine.players.deal_sampler import DealSampler, SampledDeal
from engine.players.playout import SEATS, FourHands

_TRIES: Final = 12
_ORDERS: Final = 8
Place = tuple[int, float]
"""A seat, and the factor by which the card is likelier there than its free places tell."""


@dataclass(frozen=True, slots=True)
class _UnseenCard:
    """A card to deal."""

    card: Card
    suit: int
    bit: int
    places: tuple[Place, ...]
    buried: float
    """The lower, the likelier it is buried."""


@dataclass(frozen=True, slots=True)
class ClueSampler:
    """Deals the unseen cards: a kitty, then card by card to a seat, by its free places and the clues about it."""

    plain: DealSampler
    """What is certain; it also deals where one by one leads nowhere."""
    start: FourHands
    """The seat's own cards, and those that others have shown."""
    orders: tuple[tuple[_UnseenCard, ...], ...]
    """Orders in which the cards are dealt: those that fit in the fewest places first."""
    pairless: frozenset[int]
    """Hands by seat and suit that are known to hold no pair."""

    @classmethod
    def of(cls, beliefs: Beliefs, layout: BitLayout) -> "ClueSampler | None":
        """Return a sampler, or None if old cards are hidden, so that the numbers do not add up."""
        plain = DealSampler.of(beliefs, layout)
        if plain is None:
            return None
        start = FourHands.empty()
        for seat, card in (*plain.known, *((beliefs.me, card) for card in beliefs.view.hand)):
            start.give(seat, card, layout)
        pairless = frozenset(
            EFFECTIVE_SUIT_COUNT * seat + suit
            for seat in range(SEATS)
            for suit in range(EFFECTIVE_SUIT_COUNT)
            if beliefs.no_pair[seat][suit]
        )
        return cls(plain, start, _list_orders(_list_unseen(plain)), pairless)

    def sample(self, rng: random.Random) -> SampledDeal:
        """Return a deal with the right hand sizes in which no seat holds a suit it is void in."""
        for _ in range(_TRIES):
            deal = self._deal(rng)
            if deal is not None:
                return deal
        return self.plain.sample(rng)

    def _deal(self, rng: random.Random) -> SampledDeal | None:
        """Deal card by card; None if no place that could take the next card is free."""
        chance, pairless = rng.random, self.pairless
        free, hands = [*self.plain.free_places], self.start.copy()
        held, pairs, counts = hands.held, hands.pairs, hands.counts
        order, kitty = self._bury(self.orders[int(chance() * _ORDERS)], rng)
        for one in order:
            bit, total, shares = one.bit, 0.0, []
            for seat, factor in one.places:
                at = EFFECTIVE_SUIT_COUNT * seat + one.suit
                if free[seat] and (at not in pairless or not held[at] & bit):
                    total += free[seat] * factor
                    shares.append((total, seat, at))
            if not shares:
                return None
            drawn = chance() * total
            seat, at = next((seat, at) for share, seat, at in shares if drawn < share)
            free[seat] -= 1
            if held[at] & bit:
                pairs[at] |= bit
            else:
                held[at] |= bit
            counts[at] += 1
        return SampledDeal(hands, kitty)

    def _bury(
        self, order: tuple[_UnseenCard, ...], rng: random.Random
    ) -> tuple[Sequence[_UnseenCard], tuple[Card, ...]]:
        """Draw a kitty; return the cards that are left, and the kitty."""
        size = self.plain.kitty_size
        if not size:
            return order, ()
        keys = sorted((rng.random() ** one.buried, at) for at, one in enumerate(order))
        buried = {at for _, at in keys[-size:]}
        rest = [one for at, one in enumerate(order) if at not in buried]
        return rest, tuple(order[at].card for at in sorted(buried))


def _list_unseen(plain: DealSampler) -> list[_UnseenCard]:
    """Return the cards to deal with their places; of cards shown in the kitty the declarer's hand and the kitty."""
    beliefs, layout = plain.beliefs, plain.layout
    clues, shown, found = find_clues(beliefs.view), dict(plain.shown_kitty), []
    for card in plain.pool:
        places = [
            (seat, weigh_clues(clues[seat][card]))
            for seat, free in enumerate(plain.free_places)
            if free and not beliefs.void[seat][layout.suit[card]]
        ]
        if shown.get(card, 0):
            shown[card] -= 1
            places = [(seat, factor) for seat, factor in places if seat == beliefs.view.declarer]
        buried = 1 / weigh_buried(beliefs, card) if places else 0.0  # no seat may hold it
        found.append(_UnseenCard(card, layout.suit[card], layout.bit[card], tuple(places), buried))
    return found


def _list_orders(cards: list[_UnseenCard]) -> tuple[tuple[_UnseenCard, ...], ...]:
    """Return some orders, cards for few seats first: with clues it matters a little which cards are dealt first."""
    mixer = random.Random(len(cards))  # noqa: S311 - the same orders for the same view
    return tuple(tuple(sorted(cards, key=lambda one: (len(one.places), mixer.random()))) for _ in range(_ORDERS))
