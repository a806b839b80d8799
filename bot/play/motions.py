"""What the people at a table may decide together, and how far they are, as values."""

from dataclasses import dataclass
from enum import StrEnum

from bot.play.occupants import UserId
from engine.seats import Seat


class MatterKind(StrEnum):
    """What can be decided."""

    CLOSE = "close"  # the table is given up
    COMPUTER = "computer"  # a computer player takes the seat of somebody absent for good; seat
    NEWCOMER = "newcomer"  # somebody takes over a computer player's or an absent person's seat; seat, newcomer
    RESUME = "resume"  # a match that paused goes on
    NEXT_DEAL = "next_deal"  # the next deal begins although not everybody has asked for it


@dataclass(frozen=True, slots=True)
class Matter:
    """Something to decide. `seat` and `newcomer` belong to the kinds that name them."""

    kind: MatterKind
    seat: Seat | None = None
    newcomer: UserId | None = None


@dataclass(frozen=True, slots=True)
class Motion:
    """A matter that is before the table, and the seats that are for it. It lapses when the next deal begins."""

    matter: Matter
    seats: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class Tally:
    """How a motion stands: `seats` of those present are for it, `of` are present, `needed` carry it."""

    matter: Matter
    seats: frozenset[Seat]
    of: int
    needed: int

    @property
    def carried(self) -> bool:
        """Whether enough are for it."""
        return len(self.seats) >= self.needed


@dataclass(frozen=True, slots=True)
class Voted:
    """News: somebody was for a matter, or (`by` has no seat) asked for a seat. If it was carried it is done."""

    by: UserId
    tally: Tally
    carried: bool


@dataclass(frozen=True, slots=True)
class LobbyDue:
    """News: an idle lobby will expire at `at`, seconds since the epoch."""

    at: float


Notice = Voted | LobbyDue
