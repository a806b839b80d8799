"""The actions of a seat or of the table, as values with a text form (`engine.model.notation`)."""

from dataclasses import dataclass

from engine.model.cards import Card
from engine.model.fast_frozen import fast_frozen

UnitCards = tuple[Card, ...]
"""The cards of a unit, which is a tuple of identical cards, a tractor or a rainbow."""


@dataclass(frozen=True, slots=True)
class Sit:
    """The table gives a seat to `who`. This is an id and not a name, so that a person can be forgotten."""

    seat: int
    who: str


@dataclass(frozen=True, slots=True)
class Deal:
    """The table starts a deal with a shuffled pack."""

    order: tuple[Card, ...]
    """The pack, first card drawn first."""
    first: int
    """The seat that draws first: the declarer if already known, else a seat decided by chance."""


@dataclass(frozen=True, slots=True)
class Draw:
    """The table gives the next `count` cards to the seats in turn."""

    count: int


@dataclass(frozen=True, slots=True)
class CloseWindow:
    """The table ends the time to declare, to claim or to take the kitty. Seats that have not answered pass."""


@dataclass(frozen=True, slots=True)
class Undo:
    """The table undoes a seat's last play and all later plays. It does so only if all others are computer players."""

    seat: int


@dataclass(frozen=True, slots=True)
class Declare:
    """The seat shows `cards`, with those it showed before, to make trumps. With kitty theft, it takes the kitty."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Pass:
    """The seat declines to declare (for now), to claim or to take the kitty."""


@dataclass(frozen=True, slots=True)
class ClaimRedeal:
    """The seat claims a redeal with a hand that allows it."""


@dataclass(frozen=True, slots=True)
class Bury:
    """The seat buries `cards`, the same number as the kitty had."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class FriendCall:
    """A card that the declarer calls. The player who plays it joins the declarer."""

    card: Card
    copy: int = 1
    """The number of the copy, from 1. With `first_by_other`, the declarer's own copies are not counted."""


@dataclass(frozen=True, slots=True)
class CallFriends:
    """The declarer calls cards. The players of these cards join the declarer."""

    calls: tuple[FriendCall, ...]


@fast_frozen
@dataclass(frozen=True, slots=True)
class Play:
    """The seat leads or follows with `cards`. If a lead can be grouped in several ways, `grouping` decides."""

    cards: tuple[Card, ...]
    grouping: tuple[UnitCards, ...] | None = None


@dataclass(frozen=True, slots=True)
class PickUp:
    """The winner of a trick takes its points (`take`) or leaves them."""

    take: bool


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The seat takes back the last play or declaration, if the rules allow it."""


@dataclass(frozen=True, slots=True)
class EndDeal:
    """The declarer ends a deal whose result can no longer change."""


TableAction = Sit | Deal | Draw | CloseWindow | Undo
SeatAction = Declare | Pass | ClaimRedeal | Bury | CallFriends | Play | PickUp | TakeBack | EndDeal
Action = TableAction | SeatAction
