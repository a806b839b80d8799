"""Hands of any number of players and decks as bit masks, and the trick in progress."""

from dataclasses import dataclass
from typing import Final

from engine.model.cards import Card
from engine.model.trump import EFFECTIVE_SUIT_COUNT
from engine.players.bit_layout import BitLayout

THROW: Final = 0
"""Width of a throw. Only the first trick of a play-out can be one."""


@dataclass(slots=True)
class ManyHands:
    """Cards of all seats, by seat and suit (`5 * seat + suit`); play-outs change it, so `copy` it first."""

    copies: list[list[int]]
    """The first list has the faces held, the second those held at least twice, and so on."""
    counts: list[int]

    @classmethod
    def empty(cls, players: int, decks: int) -> "ManyHands":
        """Return empty hands."""
        size = players * EFFECTIVE_SUIT_COUNT
        return cls([[0] * size for _ in range(decks)], [0] * size)

    @property
    def held(self) -> list[int]:
        """The faces held at least once."""
        return self.copies[0]

    def copy(self) -> "ManyHands":
        """Return the same cards in new lists."""
        return ManyHands([masks[:] for masks in self.copies], self.counts[:])

    def give(self, seat: int, card: Card, layout: BitLayout) -> None:
        """Put a card into a hand."""
        at, bit = EFFECTIVE_SUIT_COUNT * seat + layout.suit[card], layout.bit[card]
        next(masks for masks in self.copies if not masks[at] & bit)[at] |= bit
        self.counts[at] += 1

    def take(self, seat: int, card: Card, layout: BitLayout) -> None:
        """Take a card out of a hand."""
        self.take_bit(EFFECTIVE_SUIT_COUNT * seat + layout.suit[card], layout.bit[card])

    def take_bit(self, at: int, bit: int) -> None:
        """Take the card `bit` out of the suit of a hand at index `at`."""
        for masks in reversed(self.copies):
            if masks[at] & bit:
                masks[at] ^= bit
                break
        self.counts[at] -= 1

    def cards(self, seat: int) -> int:
        """Return how many cards a seat holds."""
        return sum(self.counts[EFFECTIVE_SUIT_COUNT * seat : EFFECTIVE_SUIT_COUNT * seat + EFFECTIVE_SUIT_COUNT])


@dataclass(slots=True)
class ManyTrick:
    """A trick in progress: the lead, the play to beat and who has still to play."""

    suit: int
    width: int
    """1 for a single card, 2 for pairs and so on, or `THROW`."""
    length: int
    """Number of tuples that touch."""
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
