"""The table of a play-out by rules: all hands, the cards that are out, and what seats have shown."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.model.cards import Card
from engine.model.trump import EFFECTIVE_SUIT_COUNT, TRUMP_INDEX
from engine.players.bit_layout import BitLayout
from engine.players.playout.hands import split_bits
from engine.players.rule_playout.public_sides import Allies, PublicSides, find_allies

Masks = list[list[int]]
"""Kinds of which there is a card, of which there are two, and so on; each list by suit, or by seat and suit."""
Played = list[tuple[int, int]]
"""Cards as pairs of suit and bit."""


def count_copies(cards: Iterable[Card], layout: BitLayout, decks: int) -> Masks:
    """Return the masks of cards by suit."""
    masks = [[0] * EFFECTIVE_SUIT_COUNT for _ in range(decks)]
    for card in cards:
        suit, bit = layout.suit[card], layout.bit[card]
        next(row for row in masks if not row[suit] & bit)[suit] |= bit
    return masks


@dataclass(frozen=True, slots=True)
class StartingTable:
    """What is the same in all deals that a seat thinks possible."""

    layout: BitLayout
    burier: int
    """The seat that has seen the kitty."""
    buried: int
    """Number of cards in the kitty."""
    out: Masks
    """The cards in hands and kitty."""
    left: list[int]
    """By seat, how many cards it holds."""
    void: list[bool]
    """By seat and suit (`5 * seat + suit`): has the seat shown that it is void?"""
    no_pair: list[bool]
    """The same: has it shown that it holds no pair?"""
    behind: tuple[tuple[int, ...], ...]
    """By seat, the others in play order."""
    public: PublicSides

    @classmethod
    def of(
        cls,
        layout: BitLayout,
        burier: int,
        buried: int,
        out: Masks,
        left: Sequence[int],
        void: Sequence[Sequence[bool]],
        no_pair: Sequence[Sequence[bool]],
        public: PublicSides,
    ) -> "StartingTable":
        """Return the start of play-outs; `void` and `no_pair` are tables by seat, then by suit."""
        players = len(left)
        behind = tuple(tuple((seat + step) % players for step in range(1, players)) for seat in range(players))
        return cls(layout, burier, buried, out, list(left), _flatten(void), _flatten(no_pair), behind, public)

    def begin(self, hands: Masks, counts: list[int], kitty: Masks, sides: tuple[bool, ...]) -> "OpenTable":
        """Return the table with these hands, which a play-out empties."""
        shown = (self.void[:], self.no_pair[:], self.left[:], [row[:] for row in self.out])
        public = self.public
        return OpenTable(
            self, self.layout, hands, counts, kitty, sides, *shown, public, find_allies(sides, public.sides)
        )


def _flatten(rows: Sequence[Sequence[bool]]) -> list[bool]:
    return [one for row in rows for one in row]


@dataclass(slots=True)
class OpenTable:
    """All hands and what the seats know of them; a play-out changes it."""

    start: StartingTable
    layout: BitLayout
    hands: Masks
    """By seat and suit."""
    counts: list[int]
    """By seat and suit, numbers of cards."""
    kitty: Masks
    sides: tuple[bool, ...]
    """By seat, whether it is on the declarers' side."""
    void: list[bool]
    no_pair: list[bool]
    left: list[int]
    out: Masks
    public: PublicSides
    allies: Allies

    def lay(self, seat: int, played: Played) -> None:
        """Play cards out of a hand."""
        base = EFFECTIVE_SUIT_COUNT * seat
        for suit, bit in played:
            at = base + suit
            for row in reversed(self.hands):
                if row[at] & bit:
                    row[at] ^= bit
                    break
            for row in reversed(self.out):
                if row[suit] & bit:
                    row[suit] ^= bit
                    break
            self.counts[at] -= 1
        self.left[seat] -= len(played)
        if self.public.called and self.public.sides[seat] is None and not self.public.called.isdisjoint(played):
            self.public = self.public.reveal(seat, self.sides)
            self.allies = find_allies(self.sides, self.public.sides)

    def note_gaps(self, seat: int, suit: int, played: Played, owed_pairs: int) -> None:
        """Note what a seat shows that follows a lead of this suit: that it is void, or that it holds no pair."""
        at = EFFECTIVE_SUIT_COUNT * seat + suit
        given = [bit for other, bit in played if other == suit]
        if len(given) < len(played):
            self.void[at] = True
        elif owed_pairs and len(given) - len(set(given)) < owed_pairs:
            self.no_pair[at] = True

    def find_last(self, seat: int) -> tuple[int, int]:
        """Return the suit and the bit of the only card that a seat holds."""
        base, suit, held = EFFECTIVE_SUIT_COUNT * seat, 0, self.hands[0]
        while not held[base + suit]:
            suit += 1
        return suit, held[base + suit]

    def find_unseen(self, me: int, suit: int) -> tuple[int, int, list[int]]:
        """Return the kinds of a suit of which a seat has not seen one card, and two; and in a list three, and so on."""
        at, hands, out = EFFECTIVE_SUIT_COUNT * me + suit, self.hands, self.out
        if len(hands) > 2:  # noqa: PLR2004 - two decks are most often played, and treated here at once
            return self._find_unseen_of_many(me, suit)
        own, twice = hands[0][at], hands[1][at]
        if me == self.start.burier:
            kitty = self.kitty[0][suit]
            twice |= self.kitty[1][suit] | own & kitty
            own |= kitty
        both = out[1][suit]
        return out[0][suit] & ~own | both & ~twice, both & ~own, []

    def _find_unseen_of_many(self, me: int, suit: int) -> tuple[int, int, list[int]]:
        own = [row[EFFECTIVE_SUIT_COUNT * me + suit] for row in self.hands]
        if me == self.start.burier:
            _add_copies(own, [row[suit] for row in self.kitty])
        out = [row[suit] for row in self.out]
        unseen, twice, *more = [_find_missing(out, own, number) for number in range(len(out))]
        return unseen, twice, more

    def list_cards(self, at: int, suit: int) -> Played:
        """Return all cards of a suit of a hand, at index `at` of the masks."""
        return [(suit, bit) for row in self.hands for bit in split_bits(row[at])]


def _add_copies(own: list[int], more: list[int]) -> None:
    """Add cards of a suit to others."""
    for mask in more:
        for at in range(len(own)):
            mask, own[at] = own[at] & mask, own[at] | mask  # noqa: PLW2901 - what is held already goes on


def _find_missing(out: list[int], own: list[int], number: int) -> int:
    """Return the kinds of which more than `number` cards are out beside one's own."""
    found = out[number] & ~own[0]
    for held in range(1, len(out) - number):
        found |= out[number + held] & ~own[held]
    return found


def find_above(layout: BitLayout, suit: int, bit: int) -> int:
    """Return the kinds that beat a card."""
    return layout.trumps_above[layout.trump_level[bit]] if suit == TRUMP_INDEX else -(bit << 1)


def points_of_bit(layout: BitLayout, suit: int, bit: int) -> int:
    """Return the card points of a card."""
    return 10 if bit & layout.tens[suit] else 5 if bit & layout.fives[suit] else 0
