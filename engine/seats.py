"""Who acts: the seats of a table, counted in play order, and the table itself."""

from typing import Final, NewType

Seat = NewType("Seat", int)
"""0 … players - 1, counted in play order: the next to act after `s` is `s + 1`."""

TABLE: Final = Seat(-1)
"""The table itself: it deals, draws and closes windows, so that chance and time come in as actions."""


def after(seat: Seat, players: int) -> Seat:
    """Return the seat that follows in play order."""
    return Seat((seat + 1) % players)


def round_from(seat: Seat, players: int) -> tuple[Seat, ...]:
    """Return all seats in play order, `seat` first."""
    return tuple(Seat((seat + i) % players) for i in range(players))
