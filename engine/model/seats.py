"""The seats of a table, counted in play order, and a value for actions that the table itself takes."""

from typing import Final, NewType

Seat = NewType("Seat", int)
"""A seat's number, from 0 to players - 1 in play order: after seat `s` comes `s + 1`."""

TABLE: Final = Seat(-1)
"""The table itself, which acts like a player. All chance and time enter the game as its actions."""


SEATS: Final = tuple(Seat(at) for at in range(12))
"""All seats of the largest table."""


def next_seat(seat: Seat, players: int) -> Seat:
    """Return the next seat in play order."""
    return Seat((seat + 1) % players)


def seats_from(seat: Seat, players: int) -> tuple[Seat, ...]:
    """Return all seats in play order, `seat` first."""
    return tuple(Seat((seat + i) % players) for i in range(players))
