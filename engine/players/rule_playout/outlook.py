"""What a seat on turn expects of a suit in the hands of the others."""

from dataclasses import dataclass

from engine.model.trump import EFFECTIVE_SUIT_COUNT
from engine.players.beliefs import KITTY_SHARE
from engine.players.rule_playout.table import OpenTable


@dataclass(slots=True)
class SuitOutlook:
    """What a seat on turn expects of a suit in the hands of the others."""

    suit: int
    unseen: int
    """The kinds of which it has not seen a card."""
    twice: int
    """The kinds of which it has not seen two."""
    more: list[int]
    """The kinds of which it has not seen three, four and so on; empty with two decks."""
    number: int
    """How many cards it has not seen."""
    fade: float
    """By how much less a high card counts because few cards are left that it could beat."""
    share: float = 0.0
    """The chance that one of them is in the hand of a certain seat that is not known to be void."""
    rest: float = 1.0
    """The chance that it is not."""
    blank: float = 1.0
    """The chance that such a seat has none of them."""
    points: float = 0.0
    """Card points that such a seat is expected to add to a trick of its side with one card."""

    @classmethod
    def count(cls, table: OpenTable, me: int, suit: int) -> "SuitOutlook":
        """Return the outlook without chances, for discards and for the last seat of a trick."""
        unseen, twice, more = table.find_unseen(me, suit)
        number = unseen.bit_count() + twice.bit_count()
        if more:
            number += sum([one.bit_count() for one in more])
        others = len(table.left) - 1
        return cls(suit, unseen, twice, more, number, number / others if number < others else 1.0)

    @classmethod
    def of(cls, table: OpenTable, me: int, suit: int) -> "SuitOutlook":
        """Return the outlook of a seat before it plays."""
        one = cls.count(table, me, suit)
        void, left, start = table.void, table.left, table.start
        total = 0.0 if me == start.burier else start.buried * KITTY_SHARE[suit]
        for other in start.behind[me]:
            if not void[EFFECTIVE_SUIT_COUNT * other + suit]:
                total += left[other]
        if total and one.number:
            one.share = left[me] / total if left[me] < total else 1.0
            one.rest = 1.0 - one.share
            one.blank = float(one.rest**one.number)
            tens, fives = one.unseen & table.layout.tens[suit], one.unseen & table.layout.fives[suit]
            if tens:
                one.points = 10.0 * one.chance_of_one(tens)
            if fives:
                one.points += 2.5 * one.chance_of_one(fives)
        return one

    def count_among(self, kinds: int) -> int:
        """Return how many unseen cards are of these kinds."""
        number = (self.unseen & kinds).bit_count() + (self.twice & kinds).bit_count()
        return number + sum([(one & kinds).bit_count() for one in self.more]) if self.more else number

    def chance_of_one(self, kinds: int) -> float:
        """Return the chance that a certain seat holds a card of these kinds."""
        return 1.0 - float(self.rest ** self.count_among(kinds))

    def chance_of_tuple(self, kinds: int, width: int) -> float:
        """Return the chance that it holds `width` cards of one of these kinds."""
        if width == 1:
            return self.chance_of_one(kinds)
        found = (self.find_tuples(width) & kinds).bit_count()
        return 1.0 - float((1.0 - self.share**width) ** found) if found else 0.0

    def find_tuples(self, width: int) -> int:
        """Return the kinds of which it has not seen `width` cards."""
        return self.unseen if width == 1 else self.twice if width == 2 else self.more[width - 3]  # noqa: PLR2004 - pairs
