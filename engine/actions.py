"""What a seat, or the table itself, may do. Actions are values with a text form and a way back (`engine.record`)."""

from dataclasses import dataclass

from engine.cards import Card

Unit = tuple[Card, ...]
"""A tuple or a tractor as its cards."""


@dataclass(frozen=True, slots=True)
class Sit:
    """A seat changes hands; by the table. `who` is an id, never a name, so that a person can be forgotten."""

    seat: int
    who: str


@dataclass(frozen=True, slots=True)
class Deal:
    """A shuffled pack is put on the table, first card drawn first; by the table.

    `first` is the seat that draws first and, where the rules ask for it, is declarer: in a first deal
    chosen by the deal's randomness, later the declarer.
    """

    order: tuple[Card, ...]
    first: int


@dataclass(frozen=True, slots=True)
class Draw:
    """The next `count` cards go to the seats in turn; by the table."""

    count: int


@dataclass(frozen=True, slots=True)
class CloseWindow:
    """Time is up: all who have not answered in a declaring, claiming or theft window pass; by the table."""


@dataclass(frozen=True, slots=True)
class Declare:
    """Expose `cards`, the full set shown, to make trumps (or, with kitty theft, to take the kitty)."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Pass:
    """Decline: no (further) declaration, no claim, no theft."""


@dataclass(frozen=True, slots=True)
class ClaimRedeal:
    """Ask for a new deal with a hand that entitles to it."""


@dataclass(frozen=True, slots=True)
class Bury:
    """Put as many cards back as the kitty had."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class FriendCall:
    """A called card: with `nth_copy` whoever plays its `copy`-th copy joins, else the first other player."""

    card: Card
    copy: int = 1


@dataclass(frozen=True, slots=True)
class CallFriends:
    """The declarer names the cards whose players join him."""

    calls: tuple[FriendCall, ...]


@dataclass(frozen=True, slots=True)
class Play:
    """Lead or follow with `cards`. `grouping` says which units a lead is made of where several would do."""

    cards: tuple[Card, ...]
    grouping: tuple[Unit, ...] | None = None


@dataclass(frozen=True, slots=True)
class PickUp:
    """The winner of a trick takes its points (`take`) or leaves them lying."""

    take: bool


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take the last play, or the last declaration, back where the rules allow it."""


@dataclass(frozen=True, slots=True)
class EndDeal:
    """The declarer ends a deal whose result no remaining points can change."""


TableAction = Sit | Deal | Draw | CloseWindow
SeatAction = Declare | Pass | ClaimRedeal | Bury | CallFriends | Play | PickUp | TakeBack | EndDeal
Action = TableAction | SeatAction
