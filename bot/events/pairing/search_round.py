"""Searches a round for single people that repeats as few partners and opponents as possible."""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from bot.events.pairing.past_rounds import PastRounds, order_two
from bot.events.pairing.ports import EntrantNumber

SEATS: Final = 4
PARTNER_AGAIN: Final = 64
"""What a repeated partner costs; a repeated opponent costs 4, and an old partner as an opponent, or the reverse, 1."""
SWAPS_EACH: Final = 400
"""How many exchanges of two people are tried for each person; limited by `MAX_SWAPS`."""
MAX_SWAPS: Final = 20_000
START_HEAT: Final = 4.0
END_HEAT: Final = 0.05

Table = tuple[EntrantNumber, EntrantNumber, EntrantNumber, EntrantNumber]
"""Two partners, then their two opponents."""


@dataclass(slots=True)
class _Costs:
    """The costs of seating two people as partners or opponents, by their positions in `people`."""

    partner: list[list[int]]
    opponent: list[list[int]]

    def of_table(self, table: Sequence[int]) -> int:
        a, b, c, d = table
        partner, against_a, against_b = self.partner, self.opponent[a], self.opponent[b]
        return partner[a][b] + partner[c][d] + against_a[c] + against_a[d] + against_b[c] + against_b[d]


def search_round(
    playing: Sequence[EntrantNumber], past: PastRounds, chance: random.Random
) -> tuple[tuple[Table, ...], tuple[EntrantNumber, ...]]:
    """Return the tables of a round and who sits out: those with the fewest byes, by lot among equals."""
    people = list(playing)
    chance.shuffle(people)
    people.sort(key=lambda person: -past.byes[person])
    seated = len(people) - len(people) % SEATS
    byes = tuple(sorted(people[seated:]))
    people = people[:seated]
    chance.shuffle(people)
    tables = _anneal(_measure_costs(people, past), seated, chance)
    return tuple(_to_table(people, table) for table in tables), byes


def _measure_costs(people: Sequence[EntrantNumber], past: PastRounds) -> _Costs:
    partner = [[0] * len(people) for _ in people]
    opponent = [[0] * len(people) for _ in people]
    for (i, a), (j, b) in combinations(enumerate(people), 2):
        two = order_two(a, b)
        together, against = past.partnered[two], past.opposed[two]
        partner[i][j] = partner[j][i] = PARTNER_AGAIN * together**2 + against
        opponent[i][j] = opponent[j][i] = 4 * against**2 + together
    return _Costs(partner, opponent)


def _anneal(costs: _Costs, seated: int, chance: random.Random) -> list[list[int]]:
    """Exchange people between and at tables, at first also if the round gets worse; keep the best round."""
    tables = [list(range(first, first + SEATS)) for first in range(0, seated, SEATS)]
    now = best = sum(map(costs.of_table, tables))
    kept = [table[:] for table in tables]
    swaps = min(MAX_SWAPS, SWAPS_EACH * seated)
    for turn in range(swaps):
        if best == 0:
            break
        heat = START_HEAT * (END_HEAT / START_HEAT) ** (turn / swaps)
        now += _try_swap(costs, tables, heat, chance)
        if now < best:
            best, kept = now, [table[:] for table in tables]
    return kept


def _try_swap(costs: _Costs, tables: list[list[int]], heat: float, chance: random.Random) -> int:
    """Exchange two people, perhaps back again, and return what that changed in the costs."""
    one, other = chance.choice(tables), chance.choice(tables)
    here, there = chance.randrange(SEATS), chance.randrange(SEATS)
    both = (one,) if one is other else (one, other)
    before = sum(map(costs.of_table, both))
    one[here], other[there] = other[there], one[here]
    change = sum(map(costs.of_table, both)) - before
    if change <= 0 or chance.random() < math.exp(-change / heat):
        return change
    one[here], other[there] = other[there], one[here]
    return 0


def _to_table(people: Sequence[EntrantNumber], table: Sequence[int]) -> Table:
    a, b, c, d = (people[index] for index in table)
    return a, b, c, d
