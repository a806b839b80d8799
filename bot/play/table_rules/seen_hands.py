"""Tracks who held the seats when a deal was dealt, and who has held them since and so has seen the hands.

It follows from the record alone, so it survives restarts: the seats when the deal began, and every change since. A user
who has held a seat may take it again, but no other one until the deal is over.
"""

from dataclasses import dataclass

from bot.ids import UserId
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.values.occupants import Occupant, Person, format_occupant, parse_occupant
from engine.model.actions import Action, Deal, Sit
from engine.model.seats import Seat


@dataclass(frozen=True, slots=True)
class SeenHands:
    """The present and former occupants of each seat since the deal began, as `format_occupant` writes them."""

    seats: tuple[str, ...]
    holders: frozenset[tuple[Seat, str]] = frozenset()
    dealt: tuple[str, ...] = ()
    """Who held the seats when the deal began: it counts for them."""

    def after(self, action: Action) -> "SeenHands":
        """Return the state after an action."""
        match action:
            case Deal():
                holders = frozenset((Seat(n), one) for n, one in enumerate(self.seats))
                return SeenHands(self.seats, holders, self.seats)
            case Sit(seat=seat, who=who):
                seats = (*self.seats[:seat], who, *self.seats[seat + 1 :])
                return SeenHands(seats, self.holders | {(Seat(seat), who)}, self.dealt)
            case _:
                return self

    def list_dealt_in(self) -> tuple[Occupant, ...]:
        """Return who held the seats when the deal began."""
        return tuple(parse_occupant(who) for who in self.dealt)

    def seats_of(self, user: UserId) -> frozenset[Seat]:
        """Return the seats that a user has held since the deal began."""
        name = format_occupant(Person(user))
        return frozenset(seat for seat, who in self.holders if who == name)


def refuse_seen_hand(seen: SeenHands, seat: Seat | None, user: UserId | None, *, between_deals: bool) -> None:
    """Refuse `seat` to a user who has held another one in the current deal."""
    others = frozenset[Seat]() if user is None or between_deals else seen.seats_of(user) - {seat}
    if others:
        raise TableRefused(TableRefusal.HAND_SEEN, seat=min(others) + 1)
