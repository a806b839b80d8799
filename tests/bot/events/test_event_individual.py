"""In an event that people enter alone, nobody sits twice in a round. Partners change, and byes are spread evenly."""

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.events.pairing.individual import IndividualMovement, search_round
from bot.events.pairing.meetings import PastRounds, count_past_rounds, order_two
from bot.events.pairing.ports import Encounter, EncounterResult, RoundPairing
from tests.bot.events.simulated_event import SimulatedEvent, list_seats
from tests.everyday import law


@given(entrants=st.integers(4, 21), seed=st.integers(0, 2**32), data=st.data())
@law(30)
def test_everyone_present_has_one_place_in_every_round(entrants, seed, data):
    event = SimulatedEvent(IndividualMovement(), entrants, seed)
    for _ in range(4):
        absent = data.draw(st.sets(st.sampled_from(event.numbers), max_size=3))
        pairing = event.play(absent, no_show=0.05, unplayed=0.1)
        assert list_seats(pairing) == [one for one in event.numbers if one not in absent | event.withdrawn]
        assert all([len(side) for side in table.sides] == [2, 2] for table in pairing.encounters)
        assert len(pairing.byes) < 4
        event.count += data.draw(st.integers(0, 1))
        if data.draw(st.booleans()):
            event.withdrawn.add(data.draw(st.sampled_from(event.numbers)))


@given(entrants=st.integers(5, 15), seed=st.integers(0, 2**32), absent=st.integers(0, 4))
@law(30)
def test_byes_stay_even(entrants, seed, absent):
    event = SimulatedEvent(IndividualMovement(), entrants, seed)
    for number in range(6):
        pairing = event.pair([absent] if number == 1 else [])
        event.history.append((pairing, ()))
        byes = Counter(one for pairing, _ in event.history for one in pairing.byes)
        counts = [byes[one] for one in event.numbers]
        assert max(counts) - min(counts) <= 1


def test_partners_do_not_repeat_in_four_rounds():
    for entrants in (8, 9, 13, 16, 22, 40):
        event = SimulatedEvent(IndividualMovement(), entrants)
        for _ in range(4):
            event.play()
        assert max(count_past_rounds(event.history).partnered.values()) == 1, entrants


@pytest.mark.parametrize(
    ("scores", "partnered", "opposed"), [((3.0, 0.0), {(1, 3)}, {(1, 4), (3, 4)}), ((), set(), set())]
)
def test_absentee_meets_nobody_through_a_substitute(scores, partnered, opposed):
    table = Encounter(((3, 1), (2, 4)))
    past = count_past_rounds([(RoundPairing((table,), (5,)), (EncounterResult(table, scores, frozenset({2})),))])
    assert (set(past.partnered), set(past.opposed)) == (partnered, opposed)
    assert past.byes == Counter([5] if scores else [5, 3, 1])


def test_same_seed_gives_the_same_round():
    assert SimulatedEvent(IndividualMovement(), 17, 5).pair() == SimulatedEvent(IndividualMovement(), 17, 5).pair()


def judge(tables, past):
    """Return the cost of tables. Repeated partners cost most, then repeated opponents, then pairs who change roles."""
    cost = 0
    for a, b, c, d in tables:
        for two in ((a, b), (c, d)):
            cost += 64 * past.partnered[order_two(*two)] ** 2 + past.opposed[order_two(*two)]
        for two in ((a, c), (a, d), (b, c), (b, d)):
            cost += 4 * past.opposed[order_two(*two)] ** 2 + past.partnered[order_two(*two)]
    return cost


def list_tables(people):
    """Yield every way to seat people at tables of four."""
    if not people:
        yield []
        return
    first, *rest = people
    for others in combinations(rest, 3):
        left = [one for one in rest if one not in others]
        for partner in others:
            table = (first, partner, *(one for one in others if one != partner))
            yield from ([table, *more] for more in list_tables(left))


def draw_past(chance, count):
    twos = list(combinations(range(count), 2))
    return PastRounds(
        Counter({two: chance.choice((0, 0, 0, 0, 1)) for two in twos}),
        Counter({two: chance.choice((0, 0, 0, 1, 1, 2)) for two in twos}),
        Counter({one: chance.randrange(3) for one in range(count)}),
    )


def test_searched_round_repeats_as_little_as_possible():
    """If nine or ten people play, those with the fewest byes sit out. The search may rarely miss the best round."""
    missed = 0
    for seed in range(30):
        count = 8 + seed % 3
        past = draw_past(random.Random(seed), count)
        tables, byes = search_round(range(count), past, random.Random(seed))
        seated = sorted(one for table in tables for one in table)
        assert sorted([*seated, *byes]) == list(range(count))
        assert byes == tuple(sorted(byes))
        assert all(past.byes[out] <= past.byes[one] for out in byes for one in seated)
        missed += judge(tables, past) > min(judge(one, past) for one in list_tables(seated))
    assert missed <= 1


def test_stored_schedule_is_dropped_when_a_round_differs_from_it():
    event = SimulatedEvent(IndividualMovement(), 8)
    first = event.pair()
    assert [table.sides for table in first.encounters] == [((0, 1), (2, 4)), ((3, 6), (5, 7))]
    event.play()
    planned = event.pair()
    event.history[0] = (RoundPairing(first.encounters[::-1], ()), ())
    assert event.pair() == planned, "the order of tables does not matter"
    swapped = tuple(Encounter(table.sides[::-1]) for table in first.encounters)
    event.history[0] = (RoundPairing(swapped, ()), ())
    assert event.pair() == planned
    other = (Encounter(((0, 2), (1, 4))), first.encounters[1])
    event.history[0] = (RoundPairing(other, ()), ())
    assert event.pair() != planned
    assert max(count_past_rounds([*event.history, (event.pair(), ())]).partnered.values()) == 1
