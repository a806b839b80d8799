"""Stored schedules for single people, by the number of people.

In a whole schedule of 4, 5, 8, 9, 12, 13 or 16 people, everybody has everybody once as partner and twice as opponent.
With 10, 11 or 15 people some have one meeting less. The schedules are cyclic: a first round, found by simulated
annealing, in which each difference between two numbers belongs to one pair of partners and two pairs of opponents, is
shifted from round to round, in the order that makes every beginning most even. For 6, 7 and 14 people, and for more
than 16, there is none.
"""

from functools import cache
from typing import Final

Places = tuple[int, ...]
"""People by their places, four by four: two partners, then their opponents; who sits out comes last."""

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
"""A schedule in each paragraph, a round in each word, a hexadecimal digit for each person."""


def find_movement(people: int) -> tuple[Places, ...] | None:
    """Return the rounds of the schedule for this number of people, or None if there is none."""
    return _read_schedules().get(people)


@cache
def _read_schedules() -> dict[int, tuple[Places, ...]]:
    rounds = [tuple(int(digit, 16) for digit in word) for word in _SCHEDULES.split()]
    return {
        people: tuple(places for places in rounds if len(places) == people) for people in {len(one) for one in rounds}
    }
