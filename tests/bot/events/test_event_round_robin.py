"""Round-robins: everybody meets everybody once, in the number of rounds of the Berger tables."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.events.pairing.formats import count_rounds, create_pairer
from bot.events.pairing.ports import EventFormat
from bot.events.pairing.round_robin import RoundRobin
from tests.bot.events.simulated_event import SimulatedEvent, list_seats
from tests.everyday import spread


def count_meetings(event):
    return Counter(
        frozenset(two) for pairing, _ in event.history for table in pairing.encounters for two in table.oppositions()
    )


def test_berger_table_of_six_matches_fide():
    tables = [{frozenset((a + 1, b + 1)) for a, b in RoundRobin(6).plan_round(index)} for index in range(5)]
    assert tables == [
        {frozenset(two) for two in pairs}
        for pairs in (
            ((1, 6), (2, 5), (3, 4)),
            ((6, 4), (5, 3), (1, 2)),
            ((2, 6), (3, 1), (4, 5)),
            ((6, 5), (1, 4), (2, 3)),
            ((3, 6), (4, 2), (5, 1)),
        )
    ]


@pytest.mark.parametrize("entrants", spread(12, range(2, 42)))
def test_everybody_meets_everybody_once(entrants):
    event = SimulatedEvent(create_pairer(EventFormat.ROUND_ROBIN, entrants), entrants)
    for _ in range(count_rounds(EventFormat.ROUND_ROBIN, entrants)):
        assert list_seats(event.play()) == event.numbers
    assert set(count_meetings(event).values()) == {1}
    assert len(count_meetings(event)) == entrants * (entrants - 1) // 2
    byes = Counter(entrant for pairing, _ in event.history for entrant in pairing.byes)
    assert byes == Counter(event.numbers if entrants % 2 else ())
    assert not event.pair().encounters


@given(entrants=st.integers(3, 11), data=st.data())
def test_absences_withdrawals_and_late_entries_leave_nothing_open(entrants, data):
    event = SimulatedEvent(RoundRobin(entrants), entrants)
    for number in range(data.draw(st.integers(1, entrants))):
        absent = data.draw(st.sets(st.sampled_from(event.numbers), max_size=2))
        pairing = event.play(absent)
        assert not absent.intersection(list_seats(pairing))
        if number == 1:
            event.withdrawn.add(data.draw(st.sampled_from(event.numbers)))
            event.count += data.draw(st.integers(0, 2))
    extra = 0
    while (pairing := event.play()).encounters:
        assert list_seats(pairing) == [one for one in event.numbers if one not in event.withdrawn]
        extra += 1
    meetings = count_meetings(event)
    assert set(meetings.values()) <= {1}
    stayed = set(event.numbers) - event.withdrawn
    assert sum(two <= stayed for two in meetings) == len(stayed) * (len(stayed) - 1) // 2
    assert extra <= event.count + 3


def test_late_entrant_takes_the_free_place():
    event = SimulatedEvent(RoundRobin(5), 5)
    event.play()
    event.count = 6
    for _ in range(4):
        assert not event.play().byes
    assert len(event.play().encounters) == 1  # what the late entrant missed
    assert not event.pair().encounters
