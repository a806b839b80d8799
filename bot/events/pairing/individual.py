"""Pairs events in which people enter alone and play with other partners and opponents in every round.

Each table has four players. The rounds follow `_SCHEDULES` if the same people, at most 16, play all of them. Otherwise,
a search finds each round.
"""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Final

from bot.events.pairing.meetings import PastRounds, count_past_rounds, order_two
from bot.events.pairing.ports import Encounter, EntrantNumber, EntrantState, History, RoundPairing, list_playing


@dataclass(frozen=True, slots=True)
class IndividualMovement:
    """Pairs people whose partners rotate."""

    def pair_round(self, entrants: Sequence[EntrantState], history: History, number: int, seed: int) -> RoundPairing:
        """Return the next round. If the number of people is not a multiple of four, one to three of them sit out."""
        playing = list_playing(entrants)
        planned = _plan_rounds(playing, number)
        if planned and [_ignore_order(pairing) for pairing, _ in history] == list(map(_ignore_order, planned[:-1])):
            return planned[-1]
        lots = random.Random(f"{seed}:{number}")  # noqa: S311 - lots are repeatable, not secret
        return _seat(*search_round(playing, count_past_rounds(history), lots))


def _plan_rounds(playing: Sequence[EntrantNumber], count: int) -> list[RoundPairing]:
    movement = find_movement(len(playing))
    rounds = (movement[number % len(movement)] for number in range(count)) if movement else ()
    seated = len(playing) - len(playing) % 4
    orders = ([playing[place] for place in places] for places in rounds)
    return [_seat([one[start : start + 4] for start in range(0, seated, 4)], one[seated:]) for one in orders]


def _ignore_order(pairing: RoundPairing) -> tuple[object, ...]:
    tables = frozenset(frozenset(map(frozenset, encounter.sides)) for encounter in pairing.encounters)
    return tables, frozenset(pairing.byes)


def _seat(tables: Sequence[Sequence[EntrantNumber]], byes: Sequence[EntrantNumber]) -> RoundPairing:
    return RoundPairing(tuple(Encounter(((a, b), (c, d))) for a, b, c, d in tables), tuple(sorted(byes)))


Places = tuple[int, ...]
"""The numbers of the people in a round. Every four share a table, the first two as partners. Byes come last."""

_SCHEDULES: Final = """
0123 1203 2013

03124 14230 20341 31402 42013

01243657 12354067 23465107 56021437 34506217 45610327 60132547

045231768 153042876 378564102 486375210 234150687 567483021 612807435 720618543 801726354

0715236489 2937458601 4159670823 6371892045 8593014267 1826347590 5260781934 7482903156 3048569712 9604125378

0245163789a 3578496a012 68a07192345 8a129304567 135627489a0 9023a415678 46895a70123 579a6081234 24673859a01
790182a3456 a1340526789

012846a795b3 234a681907b5 45618a3029b7 89a5137462b0 6783a15240b9 9a06248573b1 12395708a6b4 7894026351ba 3450792a18b6
567290413ab8 a017359684b2

235709614a8bc 34681a725b9c0 679b40a581c23 568a3c9470b12 45792b836ca01 78ac51b692034 ab028419c5367 bc13952a06478
1246c850397ab 89b062c7a3145 9ac17308b4256 c024a63b17589 0135b74c2869a

12759460a38bcde 67cae9b508d1234 bc204e1a5d36789 3497b682c5ade01 89ec1bd72a03456 de42613c70589ab 45a8c793d6be012
9a0d2ce83b14567 e053724d8169abc 2386a571b49cde0 78db0ac619e2345 cd31502b6e4789a 56b9d8a4e7c0123 ab1e3d094c25678
0164835e927abcd

19c70b685eda2f34 4c0a3e9b821d5f67 703d62ceb5418f9a a3619502e874bfcd d694c8352ba7ef01 2ad81c7960eb3f45 5d1b40ac932e6f78
814e73d0c6529fab b472a6130985cfde e7a5d9463cb80f12 3be92d8a710c4f56 6e2c51bda4307f89 925084e1d763afbc c583b7241a96dfe0
08b6ea574dc91f23
"""
"""Each word is one round. Each hexadecimal digit stands for one person, so a round has as many digits as people."""


@cache
def find_movement(people: int) -> tuple[Places, ...]:
    """Return the rounds of the schedule for this number of people; empty if there is none."""
    return tuple(tuple(int(digit, 16) for digit in word) for word in _SCHEDULES.split() if len(word) == people)


SEATS: Final = 4
PARTNER_AGAIN: Final = 64
"""The cost of seating the same partners again. To seat the same opponents again costs 4.

To make partners of former opponents costs 1, and so does making opponents of former partners.
"""
SWAPS_EACH: Final = 400
"""How many swaps of two people are tried for each person, up to `MAX_SWAPS` in total."""
MAX_SWAPS: Final = 20_000
START_HEAT: Final = 4.0
END_HEAT: Final = 0.05

Table = tuple[EntrantNumber, EntrantNumber, EntrantNumber, EntrantNumber]
"""Two partners, then their two opponents."""


@dataclass(slots=True)
class _Costs:
    """The costs of seating two people as partners or as opponents. The two indices stand for the people."""

    partner: list[list[int]]
    opponent: list[list[int]]

    def of_table(self, table: Sequence[int]) -> int:
        a, b, c, d = table
        partner, against_a, against_b = self.partner, self.opponent[a], self.opponent[b]
        return partner[a][b] + partner[c][d] + against_a[c] + against_a[d] + against_b[c] + against_b[d]


def search_round(
    playing: Sequence[EntrantNumber], past: PastRounds, chance: random.Random
) -> tuple[tuple[Table, ...], tuple[EntrantNumber, ...]]:
    """Return the tables of a round, and the people who sit out. These have the fewest byes so far; lots break ties."""
    people = list(playing)
    chance.shuffle(people)
    people.sort(key=lambda person: -past.byes[person])
    seated = len(people) - len(people) % SEATS
    byes = tuple(sorted(people[seated:]))
    people = people[:seated]
    chance.shuffle(people)
    tables = _anneal(_measure_costs(people, past), seated, chance)
    return tuple((people[a], people[b], people[c], people[d]) for a, b, c, d in tables), byes


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
    """Return the best tables, as indices of people, that simulated annealing finds by swapping two people at a time."""
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
    """Swap two random people unless the cost rises too much. Return the change of the cost, 0 without a swap."""
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
