"""Samples deals: ways in which the unseen cards may lie that agree with everything shown."""

import random
from dataclasses import dataclass

from engine.model.cards import ALL_FACES, Card, count_faces
from engine.model.trump import EFFECTIVE_SUIT_COUNT, TRUMP_INDEX
from engine.players.beliefs import Beliefs
from engine.players.bit_layout import BitLayout
from engine.players.rule_playout.hands import Hands
from engine.players.sample_sides import sample_sides

_TRIES = 12
_TRUMP_BURIED = 0.04
_BOSS_BURIED = 0.15
_POINT_BURIED = 0.4
_SWAPS = 6


@dataclass(frozen=True, slots=True)
class SampledDeal:
    """One possible distribution of the unseen cards."""

    hands: Hands
    kitty: tuple[Card, ...]
    sides: tuple[bool, ...]
    """By seat, whether it is on the declarers' side if the cards lie like this."""


@dataclass(frozen=True, slots=True)
class DealSampler:
    """Deals the unseen cards at random, as often as asked."""

    beliefs: Beliefs
    layout: BitLayout
    free_places: tuple[int, ...]
    """By seat, the number of cards to deal besides the known ones; 0 for the seat itself."""
    known: tuple[tuple[int, Card], ...]
    """Cards that seats have shown and not played."""
    pool: tuple[Card, ...]
    kitty_size: int
    shown_kitty: dict[Card, int]
    """Cards of the pool that were in the kitty when it was shown: the declarer holds them or has buried them."""
    bury_weights: tuple[float, ...]
    """For each card of the pool, how likely it is to be buried."""

    @classmethod
    def of(cls, beliefs: Beliefs, layout: BitLayout) -> "DealSampler | None":
        """Return a sampler, or None if old cards are hidden, so that the numbers do not add up."""
        view = beliefs.view
        unseen = list(beliefs.unseen)
        capacity = [0 if seat == beliefs.me else size for seat, size in enumerate(view.hand_sizes)]
        known = []
        for seat, card in _exposed_cards(beliefs):
            if capacity[seat] and unseen[card]:
                known.append((seat, card))
                unseen[card] -= 1
                capacity[seat] -= 1
        pool = tuple(card for card in ALL_FACES for _ in range(unseen[card]))
        kitty = 0 if view.kitty is not None else view.kitty_size
        if len(pool) != sum(capacity) + kitty:
            return None
        weights = tuple(_bury_weight(beliefs, card) for card in pool)
        shown = _count_shown_kitty(beliefs, unseen)
        return cls(beliefs, layout, tuple(capacity), tuple(known), pool, kitty, shown, weights)

    def sample(self, rng: random.Random) -> SampledDeal:
        """Return a deal with the right hand sizes in which no seat holds a suit it is void in."""
        for _ in range(_TRIES):
            dealt = self._deal(rng)
            if dealt is not None:
                return self._build_deal(*dealt, rng)
        return self._build_deal(*self._deal_to_fit(rng), rng)

    def _deal(self, rng: random.Random) -> tuple[list[list[Card]], list[Card]] | None:
        """Deal card by card; None if all hands that could take the next card are full."""
        kitty, rest = self._bury(rng)
        hands: list[list[Card]] = [[] for _ in range(len(self.free_places))]
        capacity = list(self.free_places)
        if self.shown_kitty:
            self._give_shown_kitty(hands, capacity, kitty, rest)
        free: list[Card] = []
        for suit, cards in self._by_constraint(rest):
            allowed = [
                seat
                for seat in range(len(self.free_places))
                if self.free_places[seat] and not self.beliefs.void[seat][suit]
            ]
            if len(allowed) == sum(1 for size in self.free_places if size):
                free += cards
                continue
            for card in cards:
                total = sum(capacity[seat] for seat in allowed)
                if not total:
                    return None
                place = rng.random() * total
                for seat in allowed:
                    place -= capacity[seat]
                    if place < 0:
                        break
                hands[seat].append(card)
                capacity[seat] -= 1
        rng.shuffle(free)
        at = 0
        for seat in range(len(self.free_places)):
            hands[seat] += free[at : at + capacity[seat]]
            at += capacity[seat]
        return hands, kitty

    def _give_shown_kitty(
        self, hands: list[list[Card]], capacity: list[int], kitty: list[Card], rest: list[Card]
    ) -> None:
        """Move cards shown in the kitty that are not buried from `rest` to the declarer, as far as they fit."""
        declarer = self.beliefs.view.declarer
        assert declarer is not None
        for card, number in self.shown_kitty.items():
            for _ in range(number - kitty.count(card)):
                void = self.beliefs.void[declarer][self.layout.suit[card]]
                if capacity[declarer] and card in rest and not void:
                    rest.remove(card)
                    hands[declarer].append(card)
                    capacity[declarer] -= 1

    def _deal_to_fit(self, rng: random.Random) -> tuple[list[list[Card]], list[Card]]:
        """Deal with certain success: a card without a free place moves others on (augmenting paths)."""
        capacity = (*self.free_places, self.kitty_size)
        places: list[list[int]] = [[] for _ in capacity]
        for at in rng.sample(range(len(self.pool)), len(self.pool)):
            if not self._place_card(at, places, capacity, set()):  # only if the inference was wrong
                next(place for place, most in zip(places, capacity, strict=True) if len(place) < most).append(at)
        *hands, kitty = ([self.pool[at] for at in place] for place in places)
        return hands, kitty

    def _place_card(self, at: int, places: list[list[int]], capacity: tuple[int, ...], seen: set[int]) -> bool:
        suit = self.layout.suit[self.pool[at]]
        allowed = [
            n
            for n, most in enumerate(capacity)
            if most and (n == len(self.free_places) or not self.beliefs.void[n][suit])
        ]
        for n in allowed:
            if len(places[n]) < capacity[n]:
                places[n].append(at)
                return True
        for n in allowed:
            if n not in seen:
                seen.add(n)
                for here, other in enumerate(places[n]):
                    if self._place_card(other, places, capacity, seen):
                        places[n][here] = at
                        return True
        return False

    def _bury(self, rng: random.Random) -> tuple[list[Card], list[Card]]:
        """Draw a kitty: small side cards more often than points, top cards or trumps."""
        if not self.kitty_size:
            return [], list(self.pool)
        keys = [rng.random() ** (1 / weight) for weight in self.bury_weights]
        ranked = sorted(range(len(keys)), key=keys.__getitem__, reverse=True)
        chosen = set(ranked[: self.kitty_size])
        return [self.pool[at] for at in sorted(chosen)], [card for at, card in enumerate(self.pool) if at not in chosen]

    def _by_constraint(self, rest: list[Card]) -> list[tuple[int, list[Card]]]:
        """Return the cards by suit, suits that the fewest seats may hold first."""
        suits: list[list[Card]] = [[] for _ in range(EFFECTIVE_SUIT_COUNT)]
        for card in rest:
            suits[self.layout.suit[card]].append(card)
        voids = [
            sum(self.beliefs.void[seat][suit] for seat in range(len(self.free_places)))
            for suit in range(EFFECTIVE_SUIT_COUNT)
        ]
        return sorted(enumerate(suits), key=lambda item: -voids[item[0]])

    def _build_deal(self, hands: list[list[Card]], kitty: list[Card], rng: random.Random) -> SampledDeal:
        self._split_pairs(hands, rng)
        held = Hands.empty(self.beliefs.view.rules)
        for seat, card in self.known:
            hands[seat].append(card)
        for seat, cards in enumerate(hands):
            for card in cards:
                held.give(seat, card, self.layout)
        for card in self.beliefs.view.hand:
            held.give(self.beliefs.me, card, self.layout)
        sides = sample_sides(self.beliefs.view, held, self.layout, rng)
        return SampledDeal(held, tuple(kitty), sides)

    def _split_pairs(self, hands: list[list[Card]], rng: random.Random) -> None:
        """Swap cards of one suit between hands, where easy, so that seats without a pair have none."""
        for seat in range(len(self.free_places)):
            for suit in range(EFFECTIVE_SUIT_COUNT):
                if self.beliefs.no_pair[seat][suit] and not self.beliefs.void[seat][suit]:
                    self._split_pairs_of_suit(hands, seat, suit, rng)

    def _split_pairs_of_suit(self, hands: list[list[Card]], seat: int, suit: int, rng: random.Random) -> None:
        mine, others = hands[seat], [other for other in range(len(self.free_places)) if other != seat and hands[other]]
        if not others:  # of two players, the other holds every unseen card outside the kitty
            return
        for card, number in count_faces(mine).items():
            if number < 2 or self.layout.suit[card] != suit:  # noqa: PLR2004 - a pair
                continue
            for _ in range(_SWAPS):
                other = rng.choice(others)
                theirs = [c for c in hands[other] if self.layout.suit[c] == suit and c not in mine]
                if theirs:
                    swapped = rng.choice(theirs)
                    mine[mine.index(card)] = swapped
                    hands[other][hands[other].index(swapped)] = card
                    break


def _exposed_cards(beliefs: Beliefs) -> list[tuple[int, Card]]:
    """Return unplayed cards that other seats showed to make trumps; the burier may have buried theirs."""
    view = beliefs.view
    best: dict[int, tuple[Card, ...]] = {}
    for one in view.declarations:
        if one.seat != beliefs.me and len(one.cards) >= len(best.get(one.seat, ())):
            best[one.seat] = one.cards
    found = []
    for seat, cards in best.items():
        played = [c for trick in (*view.tricks, view.trick) for p in trick.plays if p.seat == seat for c in p.cards]
        left = count_faces(cards)
        for card in played:
            if left.get(card, 0):
                left[card] -= 1
        found += [(seat, card) for card, number in left.items() for _ in range(number)]
    return found


def _count_shown_kitty(beliefs: Beliefs, unseen: list[int]) -> dict[Card, int]:
    """Return the unseen cards of a kitty that was shown; none if the kitty may have moved on from the declarer."""
    view = beliefs.view
    if not view.rules.show_kitty or view.kitty is not None or view.rules.kitty_theft or view.declarer == beliefs.me:
        return {}
    left = count_faces(view.kitty_turned)
    played = (play for trick in (*view.tricks, view.trick) for play in trick.plays if play.seat == view.declarer)
    for card in (card for play in played for card in play.cards):
        left[card] = left.get(card, 0) - 1
    return {card: min(number, unseen[card]) for card, number in left.items() if min(number, unseen[card]) > 0}


def _bury_weight(beliefs: Beliefs, card: Card) -> float:
    order = beliefs.trump.order
    suit = order.suit_of[card]
    if suit == TRUMP_INDEX:
        return _TRUMP_BURIED
    if card in order.tiers[suit][-1]:
        return _BOSS_BURIED
    return _POINT_BURIED if card.points else 1.0
