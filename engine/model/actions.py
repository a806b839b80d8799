"""The actions of a seat or of the table, as values with a text form (`engine.model.notation`)."""

from dataclasses import dataclass

from engine.model.cards import Card
from engine.model.fast_frozen import fast_frozen

UnitCards = tuple[Card, ...]
"""The cards of a unit: identical cards (a tuple), a tractor or a rainbow."""


@dataclass(frozen=True, slots=True)
class Sit:
    """The table gives a seat to `who`; this is an id, not a name, so that a person can be forgotten."""

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
    """The table ends a window for declaring, claiming or theft; seats that have not answered pass."""


@dataclass(frozen=True, slots=True)
class Undo:
    """The table undoes a seat's play in the latest trick and all later plays, if all others are computer players."""

    seat: int


@dataclass(frozen=True, slots=True)
class Declare:
    """Shows `cards`, including those shown before, to make trumps or, with kitty theft, to take the kitty."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Pass:
    """Declines to declare (for now), to claim or to take the kitty."""


@dataclass(frozen=True, slots=True)
class ClaimRedeal:
    """Claims a redeal with a hand that allows it."""


@dataclass(frozen=True, slots=True)
class Bury:
    """Buries `cards`, the same number as the kitty had."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class FriendCall:
    """A called card, whose player joins the declarer."""

    card: Card
    copy: int = 1
    """The copy whose player joins, from 1. With `first_by_other`, the first player other than the declarer joins."""


@dataclass(frozen=True, slots=True)
class CallFriends:
    """The declarer calls the cards whose players join them."""

    calls: tuple[FriendCall, ...]


@fast_frozen
@dataclass(frozen=True, slots=True)
class Play:
    """Leads or follows with `cards`. If a lead can be grouped in several ways, `grouping` chooses its units."""

    cards: tuple[Card, ...]
    grouping: tuple[UnitCards, ...] | None = None


@dataclass(frozen=True, slots=True)
class PickUp:
    """The winner of a trick takes its points (`take`) or leaves them."""

    take: bool


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Takes back the last play or declaration, if the rules allow it."""


@dataclass(frozen=True, slots=True)
class EndDeal:
    """The declarer ends a deal whose result can no longer change."""


TableAction = Sit | Deal | Draw | CloseWindow | Undo
SeatAction = Declare | Pass | ClaimRedeal | Bury | CallFriends | Play | PickUp | TakeBack | EndDeal
Action = TableAction | SeatAction
