"""Four hands as bit masks, the trick in progress, and the result of a play-out.

A hand has three lists of twenty entries, by seat and suit (`5 * seat + suit`): kinds held, kinds held twice, number of
cards.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Protocol

from engine.model.cards import Card
from engine.model.trump import EFFECTIVE_SUIT_COUNT
from engine.players.bit_layout import BitLayout

SEATS: Final = 4
THROW: Final = -1
"""Length of a throw. Only the first trick of a play-out can be one; its tractors count as pairs."""

Chance = Callable[[], float]
Trace = list[tuple[int, list[tuple[int, int]]]]
"""Seats and their plays; a play is pairs of suit and bit."""


@lru_cache(maxsize=1 << 18)
def split_bits(mask: int) -> tuple[int, ...]:
    """Return the bits of a mask, rising."""
    found = []
    while mask:
        bit = mask & -mask
        found.append(bit)
        mask ^= bit
    return tuple(found)


class HeldCards(Protocol):
    """What discards and secret sides need to know of hands, by seat and suit."""

    @property
    def held(self) -> list[int]:
        """Masks of the faces held."""

    @property
    def counts(self) -> list[int]:
        """Numbers of cards."""


@dataclass(slots=True)
class FourHands:
    """Cards in four hands; play-outs change it, so `copy` it first."""

    held: list[int]
    pairs: list[int]
    counts: list[int]

    @classmethod
    def empty(cls) -> "FourHands":
        """Return four empty hands."""
        size = SEATS * EFFECTIVE_SUIT_COUNT
        return cls([0] * size, [0] * size, [0] * size)

    @property
    def copies(self) -> list[list[int]]:
        """The kinds held, and those held twice."""
        return [self.held, self.pairs]

    def copy(self) -> "FourHands":
        """Return the same cards in new lists."""
        return FourHands(self.held[:], self.pairs[:], self.counts[:])

    def give(self, seat: int, card: Card, layout: BitLayout) -> None:
        """Put a card into a hand."""
        at, bit = EFFECTIVE_SUIT_COUNT * seat + layout.suit[card], layout.bit[card]
        if self.held[at] & bit:
            self.pairs[at] |= bit
        else:
            self.held[at] |= bit
        self.counts[at] += 1

    def take(self, seat: int, card: Card, layout: BitLayout) -> None:
        """Take a card out of a hand."""
        take_bit(self, EFFECTIVE_SUIT_COUNT * seat + layout.suit[card], layout.bit[card])

    def cards(self, seat: int) -> int:
        """Return how many cards a seat holds."""
        return sum(self.counts[EFFECTIVE_SUIT_COUNT * seat : EFFECTIVE_SUIT_COUNT * seat + EFFECTIVE_SUIT_COUNT])


@dataclass(slots=True)
class Trick:
    """A trick in progress: the lead, the play to beat and who has still to play."""

    suit: int
    length: int
    """0 for a single card, else the number of pairs, or `THROW`."""
    cards: int
    """Number of cards that each seat plays."""
    top: int
    """Highest card of the play to beat, as one bit with trumps collapsed."""
    ruffed: bool
    winner: int
    points: int
    turn: int
    left: int
    """Number of seats that have still to play."""
    pairs: int = 0
    """Number of pairs in a throw."""

    def copy(self) -> "Trick":
        """Return the same trick, for a play-out to continue."""
        values = (self.suit, self.length, self.cards, self.top, self.ruffed, self.winner, self.points, self.turn)
        return Trick(*values, self.left, self.pairs)


@dataclass(slots=True)
class PlayoutResult:
    """The result of a play-out."""

    points: int
    """Card points of the declarer's opponents."""
    winner: int
    """Winner of the last trick."""
    length: int
    """Length of the last lead: 0 for a single card, else the number of pairs."""
    by_trumps: bool
    """Whether trumps won the last trick."""


def take_bit(hands: FourHands, at: int, bit: int) -> None:
    """Take the card `bit` out of the suit of a hand at index `at`."""
    if hands.pairs[at] & bit:
        hands.pairs[at] ^= bit
    else:
        hands.held[at] ^= bit
    hands.counts[at] -= 1
