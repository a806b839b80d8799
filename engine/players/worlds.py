"""Worlds: ways in which the cards a seat cannot see may lie, in keeping with all that has been shown."""

import random
from dataclasses import dataclass

from engine.cards import ALL_FACES, Card, counts
from engine.players.kernel import SEATS, SUITS, Table
from engine.players.layout import Layout
from engine.players.reading import Reading
from engine.trump import TRUMP_INDEX

_TRIES = 12
_TRUMP_BURIED = 0.04
_BOSS_BURIED = 0.15
_POINT_BURIED = 0.4
_SWAPS = 6


@dataclass(frozen=True, slots=True)
class World:
    """One way in which the cards may lie."""

    table: Table
    kitty: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Sampler:
    """Deals the unseen cards again and again."""

    reading: Reading
    lay: Layout
    room: tuple[int, ...]
    """By seat, what is left to deal once the known cards are there; 0 for the seat itself."""
    known: tuple[tuple[int, Card], ...]
    """Cards that seats have shown and not played."""
    pool: tuple[Card, ...]
    kitty_size: int
    dull: tuple[float, ...]
    """For each card of the pool, how readily it is buried."""

    @classmethod
    def of(cls, reading: Reading, lay: Layout) -> "Sampler | None":
        """Return what deals worlds for a reading; None where old cards are hidden, so that the numbers do not fit."""
        view = reading.view
        unseen = list(reading.unseen)
        room = [0 if seat == reading.me else size for seat, size in enumerate(view.hand_sizes)]
        known = []
        for seat, card in _shown(reading):
            if room[seat] and unseen[card]:
                known.append((seat, card))
                unseen[card] -= 1
                room[seat] -= 1
        pool = tuple(card for card in ALL_FACES for _ in range(unseen[card]))
        kitty = 0 if view.kitty is not None else view.kitty_size
        if len(pool) != sum(room) + kitty:
            return None
        dull = tuple(_dullness(reading, card) for card in pool)
        return cls(reading, lay, tuple(room), tuple(known), pool, kitty, dull)

    def world(self, rng: random.Random) -> World:
        """Return one world; nobody has a suit that he is known to be without, and hand sizes are right."""
        for _ in range(_TRIES):
            dealt = self._deal(rng)
            if dealt is not None:
                return self._world(*dealt, rng)
        return self._world(*self._fitted(rng), rng)

    def _deal(self, rng: random.Random) -> tuple[list[list[Card]], list[Card]] | None:
        """Deal card by card; None where chance has filled up all hands that could take the next one."""
        kitty, rest = self._bury(rng)
        hands: list[list[Card]] = [[] for _ in range(SEATS)]
        room = list(self.room)
        free: list[Card] = []
        for suit, cards in self._by_constraint(rest):
            allowed = [seat for seat in range(SEATS) if self.room[seat] and not self.reading.void[seat][suit]]
            if len(allowed) == sum(1 for size in self.room if size):
                free += cards
                continue
            for card in cards:
                total = sum(room[seat] for seat in allowed)
                if not total:
                    return None
                place = rng.random() * total
                for seat in allowed:
                    place -= room[seat]
                    if place < 0:
                        break
                hands[seat].append(card)
                room[seat] -= 1
        rng.shuffle(free)
        at = 0
        for seat in range(SEATS):
            hands[seat] += free[at : at + room[seat]]
            at += room[seat]
        return hands, kitty

    def _fitted(self, rng: random.Random) -> tuple[list[list[Card]], list[Card]]:
        """Deal so that it comes out: a card that finds no room has others move on (augmenting paths)."""
        room = (*self.room, self.kitty_size)
        places: list[list[int]] = [[] for _ in room]
        for at in rng.sample(range(len(self.pool)), len(self.pool)):
            if not self._put(at, places, room, set()):  # never, unless what was read is wrong
                next(place for place, most in zip(places, room, strict=True) if len(place) < most).append(at)
        *hands, kitty = ([self.pool[at] for at in place] for place in places)
        return hands, kitty

    def _put(self, at: int, places: list[list[int]], room: tuple[int, ...], seen: set[int]) -> bool:
        suit = self.lay.suit[self.pool[at]]
        allowed = [n for n, most in enumerate(room) if most and (n == SEATS or not self.reading.void[n][suit])]
        for n in allowed:
            if len(places[n]) < room[n]:
                places[n].append(at)
                return True
        for n in allowed:
            if n not in seen:
                seen.add(n)
                for here, other in enumerate(places[n]):
                    if self._put(other, places, room, seen):
                        places[n][here] = at
                        return True
        return False

    def _bury(self, rng: random.Random) -> tuple[list[Card], list[Card]]:
        """Draw a kitty: small side cards more often than points, bosses or trumps."""
        if not self.kitty_size:
            return [], list(self.pool)
        keys = [rng.random() ** (1 / dull) for dull in self.dull]
        ranked = sorted(range(len(keys)), key=keys.__getitem__, reverse=True)
        chosen = set(ranked[: self.kitty_size])
        return [self.pool[at] for at in sorted(chosen)], [card for at, card in enumerate(self.pool) if at not in chosen]

    def _by_constraint(self, rest: list[Card]) -> list[tuple[int, list[Card]]]:
        """Return the cards by suit, those that fewest seats may hold first."""
        suits: list[list[Card]] = [[] for _ in range(SUITS)]
        for card in rest:
            suits[self.lay.suit[card]].append(card)
        voids = [sum(self.reading.void[seat][suit] for seat in range(SEATS)) for suit in range(SUITS)]
        return sorted(enumerate(suits), key=lambda item: -voids[item[0]])

    def _world(self, hands: list[list[Card]], kitty: list[Card], rng: random.Random) -> World:
        self._part_pairs(hands, rng)
        table = Table.empty()
        for seat, card in self.known:
            hands[seat].append(card)
        for seat, cards in enumerate(hands):
            for card in cards:
                table.give(seat, card, self.lay)
        for card in self.reading.view.hand:
            table.give(self.reading.me, card, self.lay)
        return World(table, tuple(kitty))

    def _part_pairs(self, hands: list[list[Card]], rng: random.Random) -> None:
        """Swap cards of one suit between hands so that who has shown to have no pair has none, where that is easy."""
        for seat in range(SEATS):
            for suit in range(SUITS):
                if self.reading.no_pair[seat][suit] and not self.reading.void[seat][suit]:
                    self._part(hands, seat, suit, rng)

    def _part(self, hands: list[list[Card]], seat: int, suit: int, rng: random.Random) -> None:
        mine, others = hands[seat], [other for other in range(SEATS) if other != seat and hands[other]]
        for card, number in counts(mine).items():
            if number < 2 or self.lay.suit[card] != suit:  # noqa: PLR2004 - a pair
                continue
            for _ in range(_SWAPS):
                other = rng.choice(others)
                theirs = [c for c in hands[other] if self.lay.suit[c] == suit and c not in mine]
                if theirs:
                    swapped = rng.choice(theirs)
                    mine[mine.index(card)] = swapped
                    hands[other][hands[other].index(swapped)] = card
                    break


def _shown(reading: Reading) -> list[tuple[int, Card]]:
    """Return cards that other seats showed to make trumps and have not played since; the burier may have buried his."""
    view = reading.view
    best: dict[int, tuple[Card, ...]] = {}
    for one in view.declarations:
        if one.seat != reading.me and len(one.cards) >= len(best.get(one.seat, ())):
            best[one.seat] = one.cards
    found = []
    for seat, cards in best.items():
        played = [c for trick in (*view.tricks, view.trick) for p in trick.plays if p.seat == seat for c in p.cards]
        left = counts(cards)
        for card in played:
            if left.get(card, 0):
                left[card] -= 1
        found += [(seat, card) for card, number in left.items() for _ in range(number)]
    return found


def _dullness(reading: Reading, card: Card) -> float:
    order = reading.trump.order
    suit = order.suit_of[card]
    if suit == TRUMP_INDEX:
        return _TRUMP_BURIED
    if card in order.tiers[suit][-1]:
        return _BOSS_BURIED
    return _POINT_BURIED if card.points else 1.0
