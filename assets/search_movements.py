"""Search the schedules of events for single people: `python assets/search_movements.py PEOPLE [SEED [SECONDS]]`.

A schedule is cyclic: its first round is an arrangement of the numbers 0 to m-1, and in every later round each number is
raised by a shift, modulo m. With a multiple of four people, m is one less and the last person's number never changes.
With nine people the numbers have two digits of base 3, and a shift raises each digit by itself.
Two people meet as often as their difference occurs in the first round, so the whole schedule is even exactly if in the
first round each difference belongs to one pair of partners and to two pairs of opponents. The search exchanges people
in the first round until that holds (simulated annealing), then orders the shifts so that every beginning of the
schedule is as even as possible. The best schedule of a minute (by default) is printed as in
`bot/events/pairing/movements.py`, which holds those of seed 1. For 6, 7 and 14 people there is none of this kind.
"""
# ruff: noqa: INP001, T201, S311 - a script, not a package; chance without secrets

import math
import random
import sys
import time
from itertools import combinations

SEATS = 4
NINE = 9


def main() -> None:
    """Print the best schedule found in the time given."""
    people, seed, seconds = map(int, [*sys.argv[1:], *("1", "60")[len(sys.argv) - 2 :]])
    chance, end = random.Random(seed), time.monotonic() + seconds
    best: tuple[int, list[list[int]]] | None = None
    while time.monotonic() < end:
        first = search_first_round(people, chance, end)
        if first:
            found = order_rounds(people, first)
            best = min(found, best or found)
    print(people, *(["".join(f"{number:x}" for number in seats) for seats in best[1]] if best else ["none found"]))


def list_digits(number: int, people: int) -> tuple[tuple[int, int], ...]:
    """Return the digits of a number, each with its modulus."""
    if people == NINE:
        return ((number // 3, 3), (number % 3, 3))
    return ((number, count_rounds(people)),)


def count_rounds(people: int) -> int:
    """Return how many rounds a schedule has, which is m."""
    return people if people % SEATS else people - 1


def shift_number(number: int, shift: int, people: int) -> int:
    """Return a number after a shift; the last of a multiple of four stays."""
    if number >= count_rounds(people):
        return number
    shifted = 0
    for (digit, modulus), (other, _) in zip(list_digits(number, people), list_digits(shift, people), strict=True):
        shifted = shifted * modulus + (digit + other) % modulus
    return shifted


def number_differences(people: int) -> list[list[int]]:
    """Return the number of each difference, from 1; it is 0 for one whose number never changes."""
    ring = count_rounds(people)
    numbers: dict[frozenset[int], int] = {}
    of = [[0] * people for _ in range(people)]
    for a, b in combinations(range(ring), 2):
        shifts = frozenset(s for s in range(ring) if shift_number(a, s, people) == b or shift_number(b, s, people) == a)
        of[a][b] = of[b][a] = numbers.setdefault(shifts, len(numbers) + 1)
    return of


class FirstRound:
    """An arrangement of the numbers in which neighbours sit out, and how far its differences are from even."""

    def __init__(self, people: int, chance: random.Random) -> None:
        self.chance, self.seated = chance, people - people % SEATS
        self.seats = list(range(people))
        self.seats[: self.seated] = chance.sample(self.seats[: self.seated], self.seated)
        self.of = number_differences(people)
        differences = max(map(max, self.of))
        partner, opponent = [0, 0, 2, 8, 18, 32, 50, 72], [1, 0, 0, 1, 4, 9, 16, 25]
        self.partner_costs = [[0] * 8, *([partner] * differences)]
        self.opponent_costs = [[0] * 8, *([opponent] * differences)]
        ring = count_rounds(people)
        if ring % 2 == 0:  # two with half the ring between them meet twice for each such pair
            half = self.of[0][ring // 2]
            self.partner_costs[half], self.opponent_costs[half] = [0, *partner[2:], 98], [1, 0, *opponent[3:], 36]
        self.partners, self.opponents = [0] * (differences + 1), [0] * (differences + 1)
        self.cost = differences + sum(self.count_table(seat, 1) for seat in range(0, self.seated, SEATS))

    def count_table(self, seat: int, times: int) -> int:
        """Count the table of a seat, or take it back, and return what that changes in the cost."""
        start = seat - seat % SEATS
        a, b, c, d = self.seats[start : start + SEATS]
        to_a, to_b, counts, costs, change = self.of[a], self.of[b], self.partners, self.partner_costs, 0
        for difference in (to_a[b], self.of[c][d]):
            count = counts[difference]
            counts[difference] = count + times
            change += costs[difference][min(7, count + times)] - costs[difference][min(7, count)]
        counts, costs = self.opponents, self.opponent_costs
        for difference in (to_a[c], to_a[d], to_b[c], to_b[d]):
            count = counts[difference]
            counts[difference] = count + times
            change += costs[difference][min(7, count + times)] - costs[difference][min(7, count)]
        return change

    def try_exchange(self, heat: float) -> None:
        """Exchange two people; back again by chance, the sooner the worse it is."""
        one, other = int(self.chance.random() * self.seated), int(self.chance.random() * self.seated)
        change = self._exchange(one, other)
        if change > 0 and self.chance.random() >= math.exp(-change / heat):
            change += self._exchange(one, other)
        self.cost += change

    def _exchange(self, one: int, other: int) -> int:
        seats, far = self.seats, one // SEATS != other // SEATS
        change = self.count_table(one, -1) + (self.count_table(other, -1) if far else 0)
        seats[one], seats[other] = seats[other], seats[one]
        return change + self.count_table(one, 1) + (self.count_table(other, 1) if far else 0)


def search_first_round(people: int, chance: random.Random, end: float) -> list[int] | None:
    """Return a first round whose differences are even, or None if the time is over."""
    while time.monotonic() < end:
        found = FirstRound(people, chance)
        for turn in range(1000 * people):
            if found.cost == 0:
                return found.seats
            found.try_exchange(0.28 + 0.6 * 0.9997**turn)
    return None


def order_rounds(people: int, first: list[int]) -> tuple[int, list[list[int]]]:
    """Return the cost of all beginnings of the schedule, and its rounds in the best order found.

    The next round is always one that keeps the byes even, and among these the one that repeats the fewest meetings.
    """
    rounds = [[shift_number(one, shift, people) for one in first] for shift in range(count_rounds(people))]
    byes, met, left = [0] * people, [[0] * people for _ in range(people)], list(range(len(rounds)))
    order, total, cost = [], 0, 0
    while left:
        added = {index: (uneven_byes(rounds[index], byes), count_again(rounds[index], met), index) for index in left}
        index = min(left, key=added.__getitem__)
        left.remove(index)
        order.append(rounds[index])
        cost += added[index][1]
        total += cost
        for one in absent_in(rounds[index]):
            byes[one] += 1
        for a, b in list_meetings(rounds[index]):
            met[a][b] += 1
            met[b][a] += 1
    return total, order


def absent_in(seats: list[int]) -> list[int]:
    """Return who sits out."""
    return seats[len(seats) - len(seats) % SEATS :]


def uneven_byes(seats: list[int], byes: list[int]) -> int:
    """Return how many of those who sit out have done so before others have."""
    return sum(byes[one] - min(byes) for one in absent_in(seats))


def list_meetings(seats: list[int]) -> list[tuple[int, int]]:
    """Return every two who are at one table."""
    starts = range(0, len(seats) - len(seats) % SEATS, SEATS)
    return [two for start in starts for two in combinations(seats[start : start + SEATS], 2)]


def count_again(seats: list[int], met: list[list[int]]) -> int:
    """Return how much a round repeats: the more, the more often the same two have met."""
    return sum(met[a][b] ** 2 for a, b in list_meetings(seats))


if __name__ == "__main__":
    main()
