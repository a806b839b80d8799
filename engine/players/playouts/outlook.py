"""What a seat on turn expects of a suit in the hands of the others."""

from dataclasses import dataclass

HeldCard = tuple[int, int, int, float, float]
"""A card in the hand: its bit, how many unseen cards beat it, its points, what it is worth to keep, and what it is
worth besides as one of a pair (0 if it is not)."""


@dataclass(slots=True)
class SuitOutlook:
    """What a seat on turn expects of a suit in the hands of the others."""

    suit: int
    held: int
    """The kinds that the seat holds."""
    pairs: int
    """The kinds that it holds twice."""
    unseen: int
    """The kinds of which it has not seen a card."""
    twice: int
    """The kinds of which it has not seen two."""
    more: tuple[int, ...]
    """The kinds of which it has not seen three, four and so on; empty with two decks."""
    number: int
    """How many cards it has not seen."""
    fade: float
    """By how much less a high card counts because few cards are left that it could beat."""
    late: bool
    """Whether the last trick matters."""
    share: float = 0.0
    """The chance that one of them is in the hand of a certain seat that is not known to be void."""
    rest: float = 1.0
    """The chance that it is not."""
    blank: float = 1.0
    """The chance that such a seat has none of them."""

    def count_among(self, kinds: int) -> int:
        """Return how many unseen cards are of these kinds."""
        number = (self.unseen & kinds).bit_count() + (self.twice & kinds).bit_count()
        if self.more:
            number += sum([(one & kinds).bit_count() for one in self.more])
        return number

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
