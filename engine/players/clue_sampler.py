"""Samples deals in which the other three seats hold what their plays suggest, for the kernel of four seats."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.model.cards import Card
from engine.model.trump import EFFECTIVE_SUIT_COUNT
from engine.players.beliefs import Beliefs
from engine.players.bit_layout import BitLayout
from engine.players.card_clues import SEATS, find_clues
from engine.players.clue_weights import weigh_buried, weigh_clues
from engine.players.deal_sampler import DealSampler, SampledDeal
from engine.players.rule_playout.hands import Hands

_TRIES: Final = 12
_ORDERS: Final = 8
Place = tuple[int, int, float, int]
"""A seat; the index of its suit in the hands; the factor by which the card is likelier there than its free places tell;
the bit of the card if a second one would make a pair that the seat is known not to hold, else 0."""


class _UnseenCard(NamedTuple):
    """A card to deal."""

    card: Card
    bit: int
    places: tuple[Place, ...]
    is_free: bool
    """Whether each of three seats may hold it, whatever else they hold."""
    buried: float
    """The lower, the likelier it is buried."""


@dataclass(frozen=True, slots=True)
class ClueSampler:
    """Deals the unseen cards: a kitty, then card by card to a seat, by its free places and the clues about it."""

    plain: DealSampler
    """What is certain; it also deals where one by one leads nowhere."""
    start: Hands
    """The seat's own cards, and those that others have shown."""
    orders: tuple[tuple[_UnseenCard, ...], ...]
    """Orders in which the cards are dealt: those that fit in the fewest places first."""
    sides: tuple[bool, ...]
    """By seat, whether it is on the declarers' side."""

    @classmethod
    def of(cls, beliefs: Beliefs, layout: BitLayout) -> "ClueSampler | None":
        """Return a sampler, or None if old cards are hidden, so that the numbers do not add up."""
        plain = DealSampler.of(beliefs, layout)
        if plain is None:
            return None
        start = Hands.empty(beliefs.view.rules)
        for seat, card in (*plain.known, *((beliefs.me, card) for card in beliefs.view.hand)):
            start.give(seat, card, layout)
        sides = tuple(bool(side) for side in beliefs.view.sides)
        return cls(plain, start, _list_orders(_list_unseen(plain)), sides)

    def sample(self, rng: random.Random) -> SampledDeal:
        """Return a deal with the right hand sizes in which no seat holds a suit it is void in."""
        for _ in range(_TRIES):
            deal = self._deal(rng)
            if deal is not None:
                return deal
        return self.plain.sample(rng)

    def _deal(self, rng: random.Random) -> SampledDeal | None:
        """Deal card by card; None if no place that could take the next card is free."""
        chance = rng.random
        free, hands = [*self.plain.free_places], self.start.copy()
        held, pairs, counts = *hands.copies, hands.counts
        order, kitty = self._bury(self.orders[int(chance() * _ORDERS)], rng)
        for _, bit, places, is_free, _ in order:
            if is_free:
                (seat, at, factor, _), (second, index, other, _), (third, last, rest, _) = places
                one, two = free[seat] * factor, free[second] * other
                drawn = chance() * (one + two + free[third] * rest)
                if drawn >= one:
                    seat, at = (second, index) if drawn < one + two else (third, last)
            else:
                open_places = [one for one in places if free[one[0]] and not held[one[1]] & one[3]]
                if not open_places:
                    return None
                drawn = chance() * sum([free[seat] * factor for seat, _, factor, _ in open_places])
                for seat, at, factor, _ in open_places:  # noqa: B007 - the place where the loop ends
                    drawn -= free[seat] * factor
                    if drawn < 0:
                        break
            free[seat] -= 1
            if held[at] & bit:
                pairs[at] |= bit
            else:
                held[at] |= bit
            counts[at] += 1
        return SampledDeal(hands, kitty, self.sides)

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
    beliefs = plain.beliefs
    clues, shown, found = find_clues(beliefs.view), dict(plain.shown_kitty), []
    for card in plain.pool:
        places = _list_places(plain, card, clues)
        if shown.get(card, 0):
            shown[card] -= 1
            places = [place for place in places if place[0] == beliefs.view.declarer]
        is_free = len(places) == SEATS - 1 and not any(twin for *_, twin in places)
        buried = 1 / weigh_buried(beliefs, card) if places else 0.0  # no seat may hold it
        found.append(_UnseenCard(card, plain.layout.bit[card], tuple(places), is_free, buried))
    return found


def _list_places(plain: DealSampler, card: Card, clues: Sequence[Sequence[int]]) -> list[Place]:
    """Return where a card may lie as far as the plays tell."""
    beliefs, suit, found = plain.beliefs, plain.layout.suit[card], []
    for seat, free in enumerate(plain.free_places):
        if free and not beliefs.void[seat][suit]:
            twin = plain.layout.bit[card] if beliefs.no_pair[seat][suit] else 0
            found.append((seat, EFFECTIVE_SUIT_COUNT * seat + suit, weigh_clues(clues[seat][card]), twin))
    return found


def _list_orders(cards: list[_UnseenCard]) -> tuple[tuple[_UnseenCard, ...], ...]:
    """Return some orders, cards for few seats first: with clues it matters a little which cards are dealt first."""
    mixer = random.Random(len(cards))  # noqa: S311 - the same orders for the same view
    return tuple(tuple(sorted(cards, key=lambda one: (len(one.places), mixer.random()))) for _ in range(_ORDERS))
