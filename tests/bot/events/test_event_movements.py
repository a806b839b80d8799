"""Individual events mix people evenly, by a stored schedule or by a search. docs/events.md has the same figures."""

from collections import Counter
from itertools import combinations

import pytest

from bot.events.pairing.formats import count_rounds
from bot.events.pairing.individual import IndividualMovement, find_movement
from bot.events.pairing.meetings import count_past_rounds
from bot.events.pairing.ports import EventFormat
from tests.bot.events.simulated_event import SimulatedEvent, list_seats
from tests.everyday import spread

STORED = [people for people in range(4, 41) if find_movement(people)]


def play_evening(people, rounds):
    event = SimulatedEvent(IndividualMovement(), people)
    for _ in range(rounds):
        assert list_seats(event.play()) == event.numbers
    return event


def count_meetings(event):
    past = count_past_rounds(event.history)
    pairs = list(combinations(event.numbers, 2))
    return [past.partnered[two] for two in pairs], [past.opposed[two] for two in pairs]


def test_schedules_are_stored_for_ten_numbers_of_people():
    assert STORED == [4, 5, 8, 9, 10, 11, 12, 13, 15, 16]


@pytest.mark.parametrize("people", STORED)
def test_whole_schedule_mixes_people_evenly(people):
    partners, opponents = count_meetings(play_evening(people, count_rounds(EventFormat.INDIVIDUAL, people)))
    if people % 4 < 2:
        assert set(partners) == {1}
        assert set(opponents) == {2}
    else:  # these numbers of seats allow no better mix
        assert max(partners) == 1
        assert set(opponents) <= {1, 2}


@pytest.mark.parametrize("people", STORED)
def test_schedule_begins_again_after_its_end(people):
    rounds = count_rounds(EventFormat.INDIVIDUAL, people)
    event = play_evening(people, rounds + 1)
    assert event.history[0][0] == event.history[rounds][0]


@pytest.mark.parametrize("people", spread(10, range(4, 41)))
def test_six_rounds_mix_people_evenly(people):
    rounds = min(6, count_rounds(EventFormat.INDIVIDUAL, people))
    event = play_evening(people, rounds)
    partners, opponents = count_meetings(event)
    byes = Counter(one for pairing, _ in event.history for one in pairing.byes)
    counts = [byes[one] for one in event.numbers]
    assert max(partners) == 1
    assert max(opponents) <= (3 if people in (6, 7) else 2 if people < 17 else 1)
    assert max(counts) - min(counts) <= 1
    if people >= 33:
        assert max(a + b for a, b in zip(partners, opponents, strict=True)) == 1  # nobody meets anybody twice


@pytest.mark.parametrize(
    ("people", "most"),
    [(12, (2, 2, 2, 2)), (16, (2, 2, 2, 2)), (17, (1, 1, 2, 2)), (22, (1, 1, 1, 2)), (40, (1, 1, 1, 1))],
)
def test_long_events_repeat_few_opponents(people, most):
    event = play_evening(people, 10)
    rounds = event.history
    for count, allowed in zip((4, 6, 8, 10), most, strict=True):
        event.history = rounds[:count]
        partners, opponents = count_meetings(event)
        assert max(partners) == 1
        assert max(opponents) <= allowed


def test_withdrawal_repeats_no_partners():
    event = play_evening(12, 4)
    event.withdrawn.add(3)
    for _ in range(3):
        assert 3 not in list_seats(event.play())
    assert max(count_meetings(event)[0]) == 1
