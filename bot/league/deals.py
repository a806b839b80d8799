"""Deals as the league looks back on them: who sat where, who won, and what a manager has ruled about it since."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from bot.league.ids import PoolId, ResultId, TableId, UserId

HIGHEST_RISE: Final = 13
"""From 2 past the ace."""
LONGEST_REASON: Final = 300


class Role(StrEnum):
    """What a seat was in a deal."""

    DECLARER = "declarer"
    PARTNER = "partner"  # on the declarer's side where teams are fixed
    FRIEND = "friend"  # on the declarer's side where friends are called
    OPPONENT = "opponent"


@dataclass(frozen=True, slots=True)
class SeatFact:
    """What a deal meant for one seat. `user` is None for a computer player, and `computer` its level."""

    seat: int
    user: UserId | None
    computer: str | None
    role: Role
    won: bool
    match_won: bool = False
    level_before: int = 2
    level_after: int = 2

    @property
    def declaring(self) -> bool:
        """Tell whether the seat was on the declarer's side."""
        return self.role is not Role.OPPONENT

    @property
    def gained(self) -> int:
        """Levels risen; below zero: fallen."""
        return self.level_after - self.level_before


@dataclass(frozen=True, slots=True)
class DealFact:
    """A deal that was booked. `at`: seconds since the epoch; `rise`: levels that the winners were entitled to."""

    id: ResultId
    at: float
    declarer: int
    points: int
    """What the opponents made."""
    rise: int
    seats: tuple[SeatFact, ...]
    pool: PoolId | None = None
    """Where it is rated."""
    table: TableId | None = None
    """None: it was played elsewhere and brought in by a manager."""
    decay: float = 0.0
    """How fast ratings faded when it was booked (`ratings.faded`)."""
    void: bool = False
    """A manager has ruled that it counts for nothing."""

    @property
    def declarers_hold(self) -> bool:
        """Tell whether the declarers won."""
        return any(s.won and s.declaring for s in self.seats)

    @property
    def match_over(self) -> bool:
        """Tell whether somebody won the match with this deal."""
        return any(s.match_won for s in self.seats)

    def seat_of(self, user: UserId) -> SeatFact | None:
        """Return where a person sat."""
        return next((s for s in self.seats if s.user == user), None)


class Verdict(StrEnum):
    """What a manager does to a result."""

    VOID = "void"  # it counts for nothing
    CORRECT = "correct"  # it counts with another winner, rise or points
    RESTORE = "restore"  # it counts as it was booked


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a manager has ruled about a result. The last three belong to CORRECT."""

    verdict: Verdict
    declarers_hold: bool = True
    rise: int = 0
    points: int = 0


def ruled(booked: DealFact, ruling: Ruling) -> DealFact:
    """Return a deal as it counts, from how it was `booked`.

    A correction that takes the deal from its winner takes the match from him too; it gives nobody a match.
    """
    match ruling.verdict:
        case Verdict.RESTORE:
            return replace(booked, void=False)
        case Verdict.VOID:
            return replace(booked, void=True)
        case Verdict.CORRECT:
            seats = tuple(_corrected(seat, booked, ruling) for seat in booked.seats)
            return replace(booked, points=ruling.points, rise=ruling.rise, seats=seats, void=False)


def _corrected(seat: SeatFact, booked: DealFact, ruling: Ruling) -> SeatFact:
    won = seat.declaring == ruling.declarers_hold
    same = ruling.declarers_hold == booked.declarers_hold and ruling.rise == booked.rise
    after = seat.level_after if same else min(seat.level_before + ruling.rise * won, 2 + HIGHEST_RISE)
    return replace(seat, won=won, match_won=seat.match_won and won, level_after=after)


def winners_and_losers(deal: DealFact) -> tuple[tuple[SeatFact, ...], tuple[SeatFact, ...]]:
    """Return the seats of the side that won, and the others."""
    return tuple(s for s in deal.seats if s.won), tuple(s for s in deal.seats if not s.won)


def people(seats: Iterable[SeatFact]) -> tuple[UserId, ...]:
    """Return the persons in these seats."""
    return tuple(s.user for s in seats if s.user is not None)


def role_of(*, declarer: bool, declaring: bool, fixed: bool) -> Role:
    """Return what a seat was in a deal; `fixed`: whether the teams were fixed before it."""
    if declarer:
        return Role.DECLARER
    if not declaring:
        return Role.OPPONENT
    return Role.PARTNER if fixed else Role.FRIEND
