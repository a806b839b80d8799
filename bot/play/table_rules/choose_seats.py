"""Chooses seats in a lobby, for a newcomer and for team-mates who are to sit on the same side."""

from collections.abc import Collection
from dataclasses import replace
from itertools import combinations

from bot.ids import UserId
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.values.table_info import Computer, Person, TableInfo
from engine.model.options import Teams
from engine.model.seats import Seat

TeamGroup = frozenset[UserId]
"""A group of users who may play as one team."""


def find_seat_on_side(facts: TableInfo, side: int) -> Seat:
    """Return a seat on a side for a newcomer: the first empty one, else the last computer player's.

    Refuse if people have all seats of that side.
    """
    seats = range(side, len(facts.seats), facts.rules.partner_step or 1)
    found = next((seat for seat in list_free_seats(facts) if seat in seats), None)
    return TableRefused.require_found(found, TableRefusal.SEAT_TAKEN, seat=seats[-1] + 1)


def find_usual_seat(facts: TableInfo) -> Seat:
    """Return a seat for a newcomer, if possible as the partner of the only other person.

    Otherwise, it is the first free seat. Refuse if no seat is free.
    """
    people = [seat for seat, one in enumerate(facts.seats) if isinstance(one, Person)]
    if not (free := list_free_seats(facts)):
        raise TableRefused(TableRefusal.TABLE_FULL)
    beside = [seat for seat in free if len(people) == 1 and facts.rules.are_partners(seat, people[0])]
    return (beside or free)[0]


def list_free_seats(facts: TableInfo) -> list[Seat]:
    """Return the seats that a newcomer may take: the empty ones, then those of computer players in reverse order."""
    computers = [Seat(seat) for seat, one in enumerate(facts.seats) if isinstance(one, Computer)]
    return [*(Seat(seat) for seat, one in enumerate(facts.seats) if one is None), *reversed(computers)]


def seat_team_mates(facts: TableInfo, groups: Collection[TeamGroup]) -> TableInfo:
    """Seat as many team-mates as possible on the same side, moving as few players as possible. Return the new facts."""
    count = len(facts.seats)
    if facts.rules.teams is not Teams.FIXED or not groups:
        return facts
    mates = _find_mates(facts, groups)
    sides = (frozenset(side) for side in combinations(range(count), count // 2))
    now = frozenset(range(0, count, 2))
    best = max(sides, key=lambda side: (sum((a in side) == (b in side) for a, b in mates), len(side & now)))
    leaving, arriving = sorted(now - best), sorted(best - now)
    seats = list(facts.seats)
    for old, new in zip(leaving, arriving, strict=True):
        seats[old], seats[new] = seats[new], seats[old]
    return facts if not leaving else replace(facts, seats=tuple(seats), proposals=())


def _find_mates(facts: TableInfo, groups: Collection[TeamGroup]) -> list[tuple[int, int]]:
    users = {seat: one.user for seat, one in enumerate(facts.seats) if isinstance(one, Person)}
    return [
        (left, right)
        for left, right in combinations(users, 2)
        if any(users[left] in group and users[right] in group for group in groups)
    ]
