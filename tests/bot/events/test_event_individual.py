"""Rounds for single people: everybody has one place, partners change, byes stay even."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.events.pairing.individual import IndividualMovement
from bot.events.pairing.meetings import count_past_rounds
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
