"""The data of a play-out: hands as bit masks, the trick in progress and the result. Finds tractors in masks."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine.model.cards import Card
from engine.model.rules import Rules
from engine.model.trump import EFFECTIVE_SUIT_COUNT, TRUMP_INDEX
from engine.players.playouts.bit_layout import BitLayout

THROW: Final = 0
"""The `Trick.width` that stands for a throw."""
_FEWEST_MASKS: Final = 2
"""A suit has at least this many masks. Even with one deck, play-outs look for pairs."""

Played = list[tuple[int, int]]
"""A list of cards. Each card is its suit and its bit."""
Trace = list[tuple[int, Played]]
"""All plays of a play-out in order, each as the seat and its cards."""


@lru_cache(maxsize=1 << 18)
def split_bits(mask: int) -> tuple[int, ...]:
    """Return the bits of a mask, rising."""
    found = []
    while mask:
        bit = mask & -mask
        found.append(bit)
        mask ^= bit
    return tuple(found)


def count_masks(rules: Rules) -> int:
    """Return how many masks a suit of a hand has. The n-th mask has the faces that are held at least n times."""
    return max(_FEWEST_MASKS, rules.decks)


@dataclass(slots=True)
class Hands:
    """The cards of all seats, as lists of masks. The mask of a suit has the index `5 * seat + suit`."""

    copies: list[list[int]]
    """The n-th list has the masks of faces that are held at least n times."""
    counts: list[int]

    @classmethod
    def empty(cls, rules: Rules) -> "Hands":
        """Return empty hands."""
        size = rules.players * EFFECTIVE_SUIT_COUNT
        return cls([[0] * size for _ in range(count_masks(rules))], [0] * size)

    @property
    def held(self) -> list[int]:
        """The faces held at least once."""
        return self.copies[0]

    def copy(self) -> "Hands":
        """Return the same cards in new lists."""
        return Hands([masks[:] for masks in self.copies], self.counts[:])

    def give(self, seat: int, card: Card, layout: BitLayout) -> None:
        """Put a card into a hand."""
        self.give_bit(EFFECTIVE_SUIT_COUNT * seat + layout.suit[card], layout.bit[card])

    def give_bit(self, at: int, bit: int) -> None:
        """Add the card `bit` to the suit of a hand that has the index `at`."""
        for masks in self.copies:
            if not masks[at] & bit:
                masks[at] |= bit
                break
        self.counts[at] += 1

    def list_cards(self, seat: int, layout: BitLayout) -> list[Card]:
        """Return the cards of a seat, suit by suit."""
        places = [(suit, EFFECTIVE_SUIT_COUNT * seat + suit) for suit in range(EFFECTIVE_SUIT_COUNT)]
        return [
            layout.face[suit][bit.bit_length() - 1]
            for suit, at in places
            for masks in self.copies
            for bit in split_bits(masks[at])
        ]


@dataclass(slots=True)
class Trick:
    """A trick in progress."""

    suit: int
    width: int
    """How many equal cards were led together: 1 for a single card, 2 for pairs and so on. It is `THROW` for a throw."""
    length: int
    """How many touching tuples were led as a tractor. It is 1 for other leads."""
    cards: int
    """Number of cards that each seat plays."""
    top: int
    """The highest card of the play to beat, as one bit. A trump has the bit that `BitLayout.collapse` gives it."""
    ruffed: bool
    winner: int
    points: int
    turn: int
    left: int
    """Number of seats that have still to play."""
    pairs: int = 0
    """Number of pairs in a throw."""


@dataclass(slots=True)
class PlayoutResult:
    """The result of a play-out."""

    points: int
    """Card points that the declarers' opponents take in the play-out."""
    winner: int
    """Winner of the last trick."""
    length: int
    """How many pairs the last lead had. A triple has one pair, four equal cards two, and a throw at most one."""
    by_trumps: bool
    """Whether trumps won the last trick."""


def find_runs(tuples: int, suit: int, length: int, layout: BitLayout) -> int:
    """Return a mask of the lowest bit of each tractor of this length. `BitLayout.collapse` gives trumps their bits."""
    level = layout.collapse(tuples) if suit == TRUMP_INDEX else tuples
    starts = level
    for step in range(1, length):
        starts &= level >> step
    return starts


def expand_run(tuples: int, suit: int, low: int, length: int, layout: BitLayout) -> int:
    """Return the bits of a tractor. `low` is its lowest bit, which `BitLayout.collapse` gives to a trump."""
    run = (low << length) - low
    return layout.expand(run, tuples) if suit == TRUMP_INDEX else run


def find_required_tractors(tuples: int, trick: Trick, layout: BitLayout, *, beats: bool) -> int:
    """Return the bits of the tuples that must follow a tractor. They form the longest tractors possible.

    They are as many as were led. With `beats`, a tractor that takes the trick is preferred to the lowest one.
    """
    kinds, suit, wanted = 0, trick.suit, trick.length
    while wanted:
        left, run = tuples ^ kinds, wanted
        while not (starts := find_runs(left, suit, run, layout)):
            run -= 1
        if run == 1:
            return kinds | sum(split_bits(left)[:wanted])
        low = starts & -starts
        if beats and run == trick.length:
            low = next((start for start in split_bits(starts) if start << (run - 1) > trick.top), low)
        kinds |= expand_run(left, suit, low, run, layout)
        wanted -= run
    return kinds


def compare(layout: BitLayout, trick: Trick, seat: int, played: Played) -> None:
    """Update the trick if a play takes it. Such a play has the led shape in the led suit or in trumps."""
    suit, kinds = played[0][0], 0
    ruffs = suit == TRUMP_INDEX and trick.suit != TRUMP_INDEX
    if not ruffs and (suit != trick.suit or trick.width == THROW or (trick.ruffed and suit != TRUMP_INDEX)):
        return
    for where, bit in played:
        if where != suit:
            return
        kinds |= bit
    level = layout.collapse(kinds) if suit == TRUMP_INDEX else kinds
    top = 1 << (level.bit_length() - 1)
    if (top > trick.top or (ruffs and not trick.ruffed)) and _fits(trick, kinds, level, played):
        trick.winner, trick.top, trick.ruffed = seat, top, suit == TRUMP_INDEX


def _fits(trick: Trick, kinds: int, level: int, played: Played) -> bool:
    """Return whether a play of one suit has the led shape. If a throw was led, only its pairs are counted."""
    if trick.width == THROW:
        return len(played) - kinds.bit_count() >= trick.pairs
    low = level & -level
    return (
        kinds.bit_count() == trick.length
        and level == (low << trick.length) - low
        and all(played.count((played[0][0], bit)) == trick.width for bit in split_bits(kinds))
    )
