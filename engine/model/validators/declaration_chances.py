"""The chances that somebody can declare trumps, and that the declarers' side declares."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from math import comb, prod
from typing import NamedTuple, TypeAlias

from engine.model.cards import JOKERS, SUITS, Card, Rank, card_of, count_faces
from engine.model.declaration_ladder import find_ladder_height, list_declarations, list_levels
from engine.model.options import DeclareLadder
from engine.model.rules import Rules

_Held: TypeAlias = Mapping[Card, int]
_Height: TypeAlias = tuple[int, ...]


class _Made(NamedTuple):
    """A declaration's place on the ladder, and how many cards of each face it takes."""

    height: _Height
    held: _Held


class _Chances:
    """Computes how likely hands of each size are to hold a declaration that is stronger than a given one."""

    def __init__(self, rules: Rules, rank: Rank) -> None:
        self._pack = rules.pack_size
        self._copies = {face: rules.copies_of(face) for face in (*(card_of(suit, rank) for suit in SUITS), *JOKERS)}
        self._others = self._pack - sum(self._copies.values())
        self.made = tuple(_list_made(rules, rank, self._copies))
        self.heights: tuple[_Height, ...] = ((), *sorted({one.height for one in self.made}))

    def list_without(self, height: _Height, most: int) -> list[float]:
        """Return the chances that hands of 0, 1, 2 … `most` cards have no declaration above `height`."""
        ways = self._count_ways([one for one in self.made if one.height > height])
        return [
            sum(number * comb(self._others, cards - held) for held, number in enumerate(ways[: cards + 1]))
            / comb(self._pack, cards)
            for cards in range(most + 1)
        ]

    def _count_ways(self, made: Sequence[_Made]) -> list[int]:
        """Return how many hands have 0, 1, 2 … level cards and jokers, but none of these declarations."""
        total = [0] * (sum(self._copies.values()) + 1)
        for counts in product(*(range(self._copies[joker] + 1) for joker in JOKERS)):
            jokers = dict(zip(JOKERS, counts, strict=True))
            there = [one for one in made if all(one.held.get(joker, 0) <= n for joker, n in jokers.items())]
            if not any(one.held.keys() <= jokers.keys() for one in there):
                times = prod(comb(self._copies[joker], n) for joker, n in jokers.items())
                for number, ways in enumerate(self._count_suited(there)):
                    total[sum(counts) + number] += times * ways
        return total

    def _count_suited(self, made: Iterable[_Made]) -> list[int]:
        """Return how many hands have 0, 1, 2 … level cards, but none of these declarations."""
        needed = {face: copies + 1 for face, copies in self._copies.items() if face not in JOKERS}
        for one in made:
            for face in one.held.keys() & needed.keys():
                needed[face] = min(needed[face], one.held[face])
        ways = [1]
        for face, number in needed.items():
            ways = _multiply(ways, [comb(self._copies[face], held) for held in range(number)])
        return ways

    def list_next(self, height: _Height) -> list[tuple[_Height, int, int]]:
        """Return the declarations that can come next above `height`, each with its height, cards and number of ways."""
        above = [one for one in self.made if one.height > height]
        # a player holds the smaller declaration before they hold one that contains it
        next_ones = [one for one in above if not any(_is_within(other, one) for other in above)]
        return [(one.height, *self._count_cards(one)) for one in next_ones]

    def _count_cards(self, one: _Made) -> tuple[int, int]:
        return sum(one.held.values()), prod(comb(self._copies[face], number) for face, number in one.held.items())


def _multiply(one: Sequence[int], other: Sequence[int]) -> list[int]:
    found = [0] * (len(one) + len(other) - 1)
    for (at, here), (to, there) in product(enumerate(one), enumerate(other)):
        found[at + to] += here * there
    return found


def _is_within(small: _Made, large: _Made) -> bool:
    within = all(number <= large.held.get(face, 0) for face, number in small.held.items())
    return within and small.held != large.held


def _list_made(rules: Rules, rank: Rank, copies: _Held) -> Iterator[_Made]:
    pack = [face for face, number in copies.items() for _ in range(number)]
    for cards in list_declarations(pack, rank, rules):
        yield _Made(find_ladder_height(cards, rules), count_faces(cards))


@lru_cache(maxsize=64)
def _list_chances(rules: Rules) -> tuple[_Chances, ...]:
    """Return the chances for the levels of the match. Levels with the same numbers of level cards share an entry."""
    if rules.declare_ladder is DeclareLadder.JOKER_TEN:
        return (_Chances(rules, Rank.TEN),)
    ranks = [level.rank for level in list_levels(rules) if level.rank is not None] or [Rank.ACE]
    different = {tuple(rules.copies_of(card_of(suit, rank)) for suit in SUITS): rank for rank in ranks}
    return tuple(_Chances(rules, rank) for rank in different.values())


def find_chance_of_any(rules: Rules) -> float:
    """Return the chance that somebody can declare, at the level where it is least. It is up to a tenth too low."""
    size = rules.hand_size  # hands are taken as independent, so the chance is too low
    return min(1 - chances.list_without((), size)[size] ** rules.players for chances in _list_chances(rules))


def find_chance_of_keeping(rules: Rules) -> float:
    """Return the chance that the declarers' side declares, at the level where it is least."""
    side = rules.players // rules.partner_step if rules.partner_step else 1
    return min(_find_chance_of_side(rules, chances, side) for chances in _list_chances(rules))


def _find_chance_of_side(rules: Rules, chances: _Chances, side: int) -> float:
    """Return the chance that the side declares. It is assumed that seats declare as early and as low as they can."""
    without = {height: chances.list_without(height, rules.hand_size) for height in chances.heights}
    following = {height: chances.list_next(height) for height in chances.heights}
    present = dict.fromkeys(chances.heights, 0.0) | {(): 1.0}
    kept = 0.0
    for cards in range(1, rules.hand_size + 1):
        for height in reversed(chances.heights):
            before = without[height][cards - 1]
            stays = (without[height][cards] / before) ** rules.players if before else 0.0
            raised = present[height] * (1 - stays)
            present[height] *= stays
            # in one round of drawing, each seat is equally likely to declare first
            kept += raised * side / rules.players
            # sets of many cards are likely to be completed late, so they get a low weight early in the draw
            part = cards / rules.pack_size
            weights = [(to, number * ways * part**number) for to, number, ways in following[height]]
            whole = sum(weight for _, weight in weights)
            for to, weight in weights:
                present[to] += raised * (1 - side / rules.players) * weight / whole
    return kept
