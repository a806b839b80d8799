"""Estimates, for one seat of a play-out, who holds the unseen cards of a suit. Sets of cards are bit masks."""

from dataclasses import dataclass
from typing import Final

from engine.model.trump import EFFECTIVE_SUIT_COUNT
from engine.players.playouts.playout_table import OpenTable

HeldCard = tuple[int, int, int, float, float]
"""A card in the hand, as five numbers.

They are its bit, the number of unseen cards that beat it, its points, the value of keeping it, and the extra value of
its pair. The last number is 0 if the card is in no pair.
"""


@dataclass(slots=True)
class SuitOutlook:
    """A seat's cards of a suit, and the cards that it has not seen. A bit mask stands for a set of faces (kinds)."""

    suit: int
    held: int
    pairs: int
    """The kinds that the seat holds at least twice."""
    unseen: int
    """The kinds of which at least one card is unseen."""
    twice: int
    """The kinds of which at least two cards are unseen."""
    more: tuple[int, ...]
    """The first mask has the kinds of which at least three cards are unseen, the next at least four, and so on."""
    number: int
    """The number of unseen cards."""
    fade: float
    """The factor for the value of high cards. It is below 1 if only few unseen cards are left that they can beat."""
    late: bool
    """Whether the hand is so small that it matters who wins the last trick."""
    share: float = 0.0
    """The chance that a certain unseen card is held by a certain seat, if this seat may still have the suit."""
    rest: float = 1.0
    """The chance that a certain unseen card is not held by a certain seat, which is 1 - `share`."""
    blank: float = 1.0
    """The chance that a seat has no card of the suit. It is for seats that have not yet shown that they are void."""

    def count_among(self, kinds: int) -> int:
        """Return how many unseen cards are of these kinds."""
        number = (self.unseen & kinds).bit_count() + (self.twice & kinds).bit_count()
        if self.more:
            number += sum([(one & kinds).bit_count() for one in self.more])
        return number

    def chance_of_one(self, kinds: int) -> float:
        """Return the chance that one given seat holds a card of these kinds."""
        return 1.0 - float(self.rest ** self.count_among(kinds))

    def chance_of_tuple(self, kinds: int, width: int) -> float:
        """Return the chance that one given seat holds `width` cards of one of these kinds."""
        if width == 1:
            return self.chance_of_one(kinds)
        found = (self.find_tuples(width) & kinds).bit_count()
        return 1.0 - float((1.0 - self.share**width) ** found) if found else 0.0

    def find_tuples(self, width: int) -> int:
        """Return the kinds of which at least `width` cards are unseen."""
        return self.unseen if width == 1 else self.twice if width == 2 else self.more[width - 3]  # noqa: PLR2004 - pairs


LATE: Final = 6
"""With at most this many cards in each hand, it matters who wins the last trick."""
_TWO_DECKS: Final = 2


def count_suit(table: OpenTable, me: int, suit: int) -> SuitOutlook:
    """Return the outlook of a suit without its chances. Discards and the last seat of a trick do not need them."""
    at, hands, out = EFFECTIVE_SUIT_COUNT * me + suit, table.hands, table.out
    held, pairs, late, others = hands[0][at], hands[1][at], table.left[me] <= LATE, len(table.left) - 1
    if len(hands) > _TWO_DECKS:  # with one or two decks, the faster code below is enough
        unseen, twice, *more = _find_unseen_of_many(table, me, suit)
        number = unseen.bit_count() + twice.bit_count() + sum([mask.bit_count() for mask in more])
        fade = number / others if number < others else 1.0
        return SuitOutlook(suit, held, pairs, unseen, twice, tuple(more), number, fade, late)
    own, own_pairs, both = held, pairs, out[1][suit]
    if me == table.start.burier:
        kitty = table.kitty[0][suit]
        own_pairs |= table.kitty[1][suit] | own & kitty
        own |= kitty
    unseen, twice = out[0][suit] & ~own | both & ~own_pairs, both & ~own
    number = unseen.bit_count() + twice.bit_count()
    fade = number / others if number < others else 1.0
    return SuitOutlook(suit, held, pairs, unseen, twice, (), number, fade, late)


def read_suit(table: OpenTable, me: int, suit: int) -> SuitOutlook:
    """Return the outlook of a suit, with the chances of what other seats hold."""
    one = count_suit(table, me, suit)
    left, void, start = table.left, table.void[suit], table.start
    mine = left[me]
    others = table.cards - mine
    if void:
        for other in start.behind[me]:
            if void >> other & 1:
                others -= left[other]
    total = others if me == start.burier else others + start.hidden[suit]
    if total and one.number:
        one.share = mine / total if mine < total else 1.0
        one.rest = rest = 1.0 - one.share
        one.blank = float(rest**one.number)
    return one


def _find_unseen_of_many(table: OpenTable, me: int, suit: int) -> list[int]:
    """Return the kinds that a seat has not seen completely. The n-th mask has those with at least n unseen cards."""
    own = [row[EFFECTIVE_SUIT_COUNT * me + suit] for row in table.hands]
    if me == table.start.burier:
        _add_copies(own, [row[suit] for row in table.kitty])
    out = [row[suit] for row in table.out]
    return [_find_missing(out, own, number) for number in range(len(out))]


def _add_copies(own: list[int], more: list[int]) -> None:
    for mask in more:
        for at in range(len(own)):
            mask, own[at] = own[at] & mask, own[at] | mask  # noqa: PLW2901 - kinds held already go into the next mask


def _find_missing(out: list[int], own: list[int], number: int) -> int:
    """Return the kinds of which more than `number` unplayed cards are outside the cards `own`."""
    found = out[number] & ~own[0]
    for held in range(1, len(out) - number):
        found |= out[number + held] & ~own[held]
    return found
