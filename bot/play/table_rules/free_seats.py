"""The seats of a lobby that a newcomer may take: empty ones, and those of computer players."""

from bot.play.refusals import TableRefusal, TableRefused
from bot.play.values.occupants import Computer, Person
from bot.play.values.table_info import TableInfo
from engine.model.seats import Seat


def find_seat_on_side(facts: TableInfo, side: int) -> Seat:
    """Return the seat that a newcomer takes on a side: the first empty one, or else the last computer player's.

    Raises:
        TableRefused: people have all of them; its last seat is named.
    """
    seats = range(side, len(facts.seats), facts.rules.partner_step or 1)
    found = next((seat for seat in list_free_seats(facts) if seat in seats), None)
    if found is None:
        raise TableRefused(TableRefusal.SEAT_TAKEN, seat=seats[-1] + 1)
    return found


def find_usual_seat(facts: TableInfo) -> Seat:
    """Return the seat of a newcomer without a wish: beside the only person if that is possible.

    Raises:
        TableRefused: people have all seats.
    """
    people = [seat for seat, one in enumerate(facts.seats) if isinstance(one, Person)]
    free = list_free_seats(facts)
    if not free:
        raise TableRefused(TableRefusal.TABLE_FULL)
    beside = [seat for seat in free if len(people) == 1 and facts.rules.are_partners(seat, people[0])]
    return (beside or free)[0]


def list_free_seats(facts: TableInfo) -> list[Seat]:
    """Return the seats that a newcomer may take: empty ones, then those of computer players, the last one first."""
    computers = [Seat(seat) for seat, one in enumerate(facts.seats) if isinstance(one, Computer)]
    return [*(Seat(seat) for seat, one in enumerate(facts.seats) if one is None), *reversed(computers)]
