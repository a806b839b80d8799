"""Four hands as masks, the trick that goes round, and what a play-out comes to.

Hands are three lists of twenty, by seat and suit (`5 * seat + suit`): kinds held, kinds held twice, and how many cards.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine.cards import Card
from engine.players.layout import Layout

SEATS: Final = 4
SUITS: Final = 5
TRUMP: Final = 4
THROW: Final = -1
"""Length of a lead that is a throw. Only the first trick of a play-out can be one; its tractors count as pairs."""

Chance = Callable[[], float]
Trace = list[tuple[int, list[tuple[int, int]]]]
"""Seats and their plays, as pairs of suit and bit."""


@lru_cache(maxsize=1 << 18)
def bits(mask: int) -> tuple[int, ...]:
    """Return the bits of a mask, rising."""
    found = []
    while mask:
        bit = mask & -mask
        found.append(bit)
        mask ^= bit
    return tuple(found)


@dataclass(slots=True)
class Table:
    """Cards in four hands. Play-outs change it; `copy` first."""

    one: list[int]
    two: list[int]
    size: list[int]

    @classmethod
    def empty(cls) -> "Table":
        """Return four empty hands."""
        return cls([0] * (SEATS * SUITS), [0] * (SEATS * SUITS), [0] * (SEATS * SUITS))

    def copy(self) -> "Table":
        """Return the same cards in new lists."""
        return Table(self.one[:], self.two[:], self.size[:])

    def give(self, seat: int, card: Card, lay: Layout) -> None:
        """Put a card into a hand."""
        at, bit = SUITS * seat + lay.suit[card], lay.bit[card]
        if self.one[at] & bit:
            self.two[at] |= bit
        else:
            self.one[at] |= bit
        self.size[at] += 1

    def take(self, seat: int, card: Card, lay: Layout) -> None:
        """Take a card out of a hand."""
        take(self, SUITS * seat + lay.suit[card], lay.bit[card])

    def cards(self, seat: int) -> int:
        """Return how many cards a seat holds."""
        return sum(self.size[SUITS * seat : SUITS * seat + SUITS])


@dataclass(slots=True)
class Trick:
    """A trick under way: what was led, what is to be beaten, who has still to play."""

    suit: int
    length: int
    """0 for a single card, else pairs; `THROW`."""
    cards: int
    """How many each must play."""
    top: int
    """Of the play to beat: its highest card as one bit of collapsed trumps."""
    ruffed: bool
    winner: int
    points: int
    turn: int
    left: int
    """How many seats have still to play."""
    pairs: int = 0
    """How many pairs there are in a throw."""


@dataclass(slots=True)
class End:
    """How a play-out ended."""

    points: int
    """Card points that went to seats of odd distance from the declarer."""
    winner: int
    """Of the last trick."""
    length: int
    """Of the last trick's lead: 0 for a single card, else pairs."""


def take(table: Table, at: int, bit: int) -> None:
    """Take the card `bit` out of the suit of a hand at `at`."""
    if table.two[at] & bit:
        table.two[at] ^= bit
    else:
        table.one[at] ^= bit
    table.size[at] -= 1
