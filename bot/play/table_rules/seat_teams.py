"""Seats for people who play as a team: on one side of the table, with as few moves as possible."""

from collections.abc import Collection
from dataclasses import replace
from itertools import combinations

from bot.ids import UserId
from bot.play.values.occupants import Person
from bot.play.values.table_info import TableInfo
from engine.model.options import Teams

TeamGroup = frozenset[UserId]
"""People who may play as one team."""


def seat_team_mates(facts: TableInfo, groups: Collection[TeamGroup]) -> TableInfo:
    """Return the facts with as many team-mates as possible on one side; nobody moves without need."""
    count = len(facts.seats)
    if facts.rules.teams is not Teams.FIXED or not groups:
        return facts
    mates = _find_mates(facts, groups)
    sides = (frozenset(side) for side in combinations(range(count), count // 2))
    now = frozenset(range(0, count, 2))
    best = max(sides, key=lambda side: (_count_together(mates, side), len(side & now)))
    leaving, arriving = sorted(now - best), sorted(best - now)
    seats = list(facts.seats)
    for old, new in zip(leaving, arriving, strict=True):
        seats[old], seats[new] = seats[new], seats[old]
    return facts if not leaving else replace(facts, seats=tuple(seats), proposals=())


def _find_mates(facts: TableInfo, groups: Collection[TeamGroup]) -> list[tuple[int, int]]:
    """Return the pairs of seats whose people are in one group."""
    users = {seat: one.user for seat, one in enumerate(facts.seats) if isinstance(one, Person)}
    return [
        (left, right)
        for left, right in combinations(users, 2)
        if any(users[left] in group and users[right] in group for group in groups)
    ]


def _count_together(mates: list[tuple[int, int]], side: frozenset[int]) -> int:
    return sum((left in side) == (right in side) for left, right in mates)
