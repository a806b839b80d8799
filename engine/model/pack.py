"""Counts the copies of each card in a pack, if some decks are shorter or low cards are left out (docs/rules.md, 1)."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Final

from engine.model.cards import BIG_JOKER, LITTLE_JOKER, SUITS, Card, Rank, Suit, card_of

_SUITS_LEFT_OUT: Final = (Suit.DIAMONDS, Suit.CLUBS, Suit.HEARTS, Suit.SPADES)


def lowest_ranks(decks: int, low_cut: Rank, cuts: tuple[Rank, ...]) -> tuple[Rank, ...]:
    """Return the lowest rank of each deck: those of the shorter decks first."""
    return (*cuts, *[low_cut] * (decks - len(cuts)))


@lru_cache(maxsize=256)
def count_copies(lowest: tuple[Rank, ...], left_out: int) -> tuple[int, ...]:
    """Return the number of copies of each face but the jokers. `left_out`: how many of the lowest cards are missing.

    Low ranks are left out first, within a rank diamonds, clubs, hearts, spades, then their second copies. One copy of
    each face always stays.
    """
    copies = [sum(low <= rank for low in lowest) for rank in Rank] * len(SUITS)
    for face in list_left_out(lowest, left_out):
        copies[face] -= 1
    return tuple(copies)


@lru_cache(maxsize=256)
def build_pack(copies: tuple[int, ...], jokers: tuple[int, int]) -> tuple[Card, ...]:
    """Return the pack with `copies` of each face and `jokers` of both, in the order of `fair_shuffle.full_pack`."""
    suited = tuple(Card(face) for deck in range(max(copies)) for face, number in enumerate(copies) if deck < number)
    return suited + (LITTLE_JOKER,) * jokers[0] + (BIG_JOKER,) * jokers[1]


def list_left_out(lowest: tuple[Rank, ...], number: int) -> tuple[Card, ...]:
    """Return the first `number` cards that can be left out."""
    return tuple(islice(_list_spare(lowest), number))


@lru_cache(maxsize=256)
def count_spare(lowest: tuple[Rank, ...]) -> int:
    """Return how many cards can be left out so that one copy of each face stays."""
    return sum(1 for _ in _list_spare(lowest))


def _list_spare(lowest: tuple[Rank, ...]) -> Iterator[Card]:
    """Yield the cards that can be left out, in order: all copies of a face but one."""
    for rank in Rank:
        for _ in range(1, sum(low <= rank for low in lowest)):
            yield from (card_of(suit, rank) for suit in _SUITS_LEFT_OUT)
