"""Samples deals. A sampled deal gives each unseen card a place that agrees with all that the players have shown."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.model.cards import ALL_FACES, Card, count_faces
from engine.model.options import Teams
from engine.model.rules import Rules
from engine.model.trump import EFFECTIVE_SUIT_COUNT
from engine.model.view import View
from engine.players.playouts.bit_layout import BitLayout
from engine.players.playouts.hands import Hands
from engine.players.policies.beliefs import Beliefs
from engine.players.sampling.card_odds import SEATS, find_clues, weigh_buried, weigh_clues
from engine.players.sampling.sample_sides import sample_sides

_TRIES: Final = 12
_ORDERS: Final = 8
_DECKS: Final = 2
Place = tuple[int, int, float, int]
"""A seat that may get a certain card.

It consists of the seat, the index of the seat's suit in `Hands`, the factor by which clues change the odds, and a mask.
If the seat is known to hold no pair, it cannot hold this card twice, and the mask has the card's bit. Otherwise the
mask is 0.
"""


@dataclass(frozen=True, slots=True)
class SampledDeal:
    """One possible distribution of the unseen cards."""

    hands: Hands
    kitty: tuple[Card, ...]
    sides: tuple[bool, ...]
    """For each seat, whether it is on the declarers' side in this deal."""


class UnseenCard(NamedTuple):
    """A card to deal."""

    card: Card
    bit: int
    places: tuple[Place, ...]
    is_free: bool
    """Whether each of the three other seats may hold the card, regardless of its other cards."""
    buried: float
    """An exponent for drawing the kitty. The lower it is, the likelier the kitty gets the card. 0 makes it certain."""


@dataclass(frozen=True, slots=True)
class DealSampler:
    """Deals the unseen cards at random. The chance of a seat depends on its free places and on clues."""

    view: View
    layout: BitLayout
    known: tuple[tuple[int, Card], ...]
    """Cards that other seats have shown and not played."""
    start: Hands
    """The seat's own hand, and the known cards of the other seats."""
    free_places: tuple[int, ...]
    """For each seat, how many cards it gets besides the known ones. The seat itself gets none."""
    kitty_size: int
    orders: tuple[tuple[UnseenCard, ...], ...]
    """Different orders in which the cards are dealt. A card that few seats can hold comes before others."""

    @classmethod
    def of(cls, beliefs: Beliefs, layout: BitLayout) -> "DealSampler | None":
        """Return a sampler, or None if the numbers of cards do not fit, for example because played cards are hidden."""
        view, unseen, known = beliefs.view, list(beliefs.unseen), []
        free = [0 if seat == beliefs.me else size for seat, size in enumerate(view.hand_sizes)]
        for seat, card in _exposed_cards(beliefs):
            if free[seat] and unseen[card]:
                known.append((seat, card))
                unseen[card] -= 1
                free[seat] -= 1
        kitty = 0 if view.kitty is not None else view.kitty_size
        if sum(unseen) != sum(free) + kitty:
            return None
        start = Hands.empty(view.rules)
        for seat, card in (*known, *((beliefs.me, card) for card in view.hand)):
            start.give(seat, card, layout)
        orders = _list_orders(_list_unseen(beliefs, layout, free, unseen))
        return cls(view, layout, tuple(known), start, tuple(free), kitty, orders)

    def sample(self, rng: random.Random) -> SampledDeal:
        """Return a deal in which all hands have the right size. Seats get no cards of suits they lack, if possible."""
        for _ in range(_TRIES):
            dealt = self._deal(rng)
            if dealt is not None:
                return self._find_sides(*dealt, rng)
        return self._find_sides(*self.deal_to_fit(rng), rng)

    def _find_sides(self, hands: Hands, kitty: tuple[Card, ...], rng: random.Random) -> SampledDeal:
        return SampledDeal(hands, kitty, sample_sides(self.view, hands, self.layout, rng))

    def _deal(self, rng: random.Random) -> tuple[Hands, tuple[Card, ...]] | None:
        """Deal all cards one by one, or return None once a card has no place left."""
        chance = rng.random
        free, hands = [*self.free_places], self.start.copy()
        held, counts = hands.held, hands.counts
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
                for seat, at, factor, _ in open_places:  # noqa: B007 - the loop ends at the chosen place
                    drawn -= free[seat] * factor
                    if drawn < 0:
                        break
            free[seat] -= 1
            if held[at] & bit:
                hands.give_bit(at, bit)
            else:
                held[at] |= bit
                counts[at] += 1
        return hands, kitty

    def _bury(self, order: tuple[UnseenCard, ...], rng: random.Random) -> tuple[Sequence[UnseenCard], tuple[Card, ...]]:
        if not self.kitty_size:
            return order, ()
        keys = sorted((rng.random() ** one.buried, at) for at, one in enumerate(order))
        buried = {at for _, at in keys[-self.kitty_size :]}
        rest = [one for at, one in enumerate(order) if at not in buried]
        return rest, tuple(order[at].card for at in sorted(buried))

    def deal_to_fit(self, rng: random.Random) -> tuple[Hands, tuple[Card, ...]]:
        """Deal so that every card has a place. To make a place free, move other cards (by augmenting paths)."""
        capacity = (*self.free_places, self.kitty_size)
        found: list[list[UnseenCard]] = [[] for _ in capacity]
        for one in rng.sample(self.orders[0], len(self.orders[0])):
            # a card fits nowhere only if hands contradict what was inferred about them
            if not _place_card(one, found, capacity, set()):
                next(place for place, most in zip(found, capacity, strict=True) if len(place) < most).append(one)
        hands, (*others, kitty) = self.start.copy(), found
        for seat, cards in enumerate(others):
            for one in cards:
                hands.give(seat, one.card, self.layout)
        return hands, tuple(one.card for one in kitty)


def _place_card(one: UnseenCard, found: list[list[UnseenCard]], capacity: Sequence[int], tried: set[int]) -> bool:
    """Put a card in a place, and move other cards if necessary. Return whether that was possible."""
    able = [at for at in (*(place[0] for place in one.places), len(capacity) - 1) if capacity[at]]
    for at in able:
        if len(found[at]) < capacity[at]:
            found[at].append(one)
            return True
    for at in able:
        if at not in tried:
            tried.add(at)
            for here, other in enumerate(found[at]):
                if _place_card(other, found, capacity, tried):
                    found[at][here] = one
                    return True
    return False


def has_clues(rules: Rules) -> bool:
    """Whether clues can be used under these rules. They need fixed teams of four seats, and at most two decks."""
    return rules.players == SEATS and rules.decks <= _DECKS and rules.teams is Teams.FIXED


def _list_unseen(beliefs: Beliefs, layout: BitLayout, free: Sequence[int], unseen: Sequence[int]) -> list[UnseenCard]:
    """Return the cards to deal and which seats may hold each. Only the declarer may hold cards of a shown kitty."""
    view, shown, found = beliefs.view, _count_shown_kitty(beliefs, unseen), []
    clues = find_clues(view) if has_clues(view.rules) else None
    for card in (face for face in ALL_FACES for _ in range(unseen[face])):
        places = _list_places(beliefs, layout, free, card, clues)
        if shown.get(card, 0):
            shown[card] -= 1
            places = [place for place in places if place[0] == view.declarer]
        is_free = len(places) == SEATS - 1 == len(free) - 1 and not any(twin for *_, twin in places)
        buried = 1 / weigh_buried(beliefs, card) if places else 0.0  # the kitty gets a card that no seat may hold
        found.append(UnseenCard(card, layout.bit[card], tuple(places), is_free, buried))
    return found


def _list_places(
    beliefs: Beliefs, layout: BitLayout, free: Sequence[int], card: Card, clues: Sequence[Sequence[int]] | None
) -> list[Place]:
    suit, found = layout.suit[card], []
    for seat, places in enumerate(free):
        if places and not beliefs.void[seat][suit]:
            twin = layout.bit[card] if beliefs.no_pair[seat][suit] else 0
            factor = weigh_clues(clues[seat][card]) if clues is not None else 1.0
            found.append((seat, EFFECTIVE_SUIT_COUNT * seat + suit, factor, twin))
    return found


def _list_orders(cards: list[UnseenCard]) -> tuple[tuple[UnseenCard, ...], ...]:
    """Return several random orders of the cards. In each, cards that few seats may hold come first."""
    mixer = random.Random(len(cards))  # noqa: S311 - the same orders for the same view
    return tuple(tuple(sorted(cards, key=lambda one: (len(one.places), mixer.random()))) for _ in range(_ORDERS))


def _exposed_cards(beliefs: Beliefs) -> list[tuple[int, Card]]:
    """Return unplayed cards that other seats have shown to make trumps. It is assumed that none of them were buried."""
    view = beliefs.view
    best: dict[int, tuple[Card, ...]] = {}
    for one in view.declarations:
        if one.seat != beliefs.me and len(one.cards) >= len(best.get(one.seat, ())):
            best[one.seat] = one.cards
    found = []
    for seat, cards in best.items():
        left = count_faces(cards)
        for card in _list_played(view, seat):
            if left.get(card, 0):
                left[card] -= 1
        found += [(seat, card) for card, number in left.items() for _ in range(number)]
    return found


def _count_shown_kitty(beliefs: Beliefs, unseen: Sequence[int]) -> dict[Card, int]:
    """Return the unplayed cards of a shown kitty that another seat took, or none if the kitty may be stolen."""
    view = beliefs.view
    if not view.rules.show_kitty or view.kitty is not None or view.rules.kitty_theft or view.declarer == beliefs.me:
        return {}
    left = count_faces(view.kitty_turned)
    for card in _list_played(view, view.declarer):
        left[card] = left.get(card, 0) - 1
    return {card: min(number, unseen[card]) for card, number in left.items() if min(number, unseen[card]) > 0}


def _list_played(view: View, seat: int | None) -> list[Card]:
    tricks = (*view.tricks, view.trick)
    return [card for trick in tricks for play in trick.plays if play.seat == seat for card in play.cards]
