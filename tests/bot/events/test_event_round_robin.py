"""In a round-robin everybody meets everybody once, in as many rounds as the Berger tables have."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.events.pairing.formats import count_rounds, create_pairer
from bot.events.pairing.ports import Encounter, EncounterResult, EventFormat, RoundPairing
from bot.events.pairing.rank_entrants import rank_entrants
from bot.events.pairing.round_robin import Leaver, RoundRobin, find_leavers, settle_leavers
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
def test_absences_withdrawals_and_late_entries_leave_no_game_unplayed(entrants, data):
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


def test_late_entrant_takes_the_place_of_the_bye():
    event = SimulatedEvent(RoundRobin(5), 5)
    event.play()
    event.count = 6
    for _ in range(4):
        assert not event.play().byes
    assert len(event.play().encounters) == 1  # the game that the late entrant missed
    assert not event.pair().encounters


def list_matchings(people, met):
    """Yield every way to pair people who have not met. Some may sit out."""
    if len(people) < 2:
        yield []
        return
    first, *rest = people
    yield from list_matchings(rest, met)
    for other in rest:
        if frozenset((first, other)) not in met:
            left = [one for one in rest if one != other]
            yield from ([(first, other), *others] for others in list_matchings(left, met))


@pytest.mark.parametrize("seed", range(12))
def test_rounds_without_a_plan_seat_those_with_most_games_left(seed):
    """As many pairs as possible play, and the players are those with the most games left (by least squares)."""
    event = SimulatedEvent(RoundRobin(2), 5 + seed % 3, seed)
    for number in range(7):
        absent = event.chance.sample(event.numbers, event.chance.randrange(4)) if number < 5 else ()
        here = [one for one in event.numbers if one not in absent]
        met = set(count_meetings(event))
        left = {one: sum({one, other} not in met for other in here if other != one) for one in here}

        def cost(pairs, left=left):
            return -len(pairs), sum((max(left.values()) - left[one]) ** 2 for two in pairs for one in two)

        pairing = event.play(absent)
        assert cost([table.entrants for table in pairing.encounters]) == min(map(cost, list_matchings(here, met)))
        assert list_seats(pairing) == (here if pairing.encounters else [])


def test_plan_ends_with_a_new_entrant_or_a_different_round():
    event = SimulatedEvent(RoundRobin(6), 6)
    plan = [[table.entrants for table in event.play().encounters] for _ in range(5)]
    assert plan == [RoundRobin(6).plan_round(index) for index in range(5)]
    later = SimulatedEvent(RoundRobin(6), 6)
    later.play()
    later.count = 7
    assert [table.entrants for table in later.pair().encounters] != plan[1]
    assert len(later.pair().byes) == 1
    others = SimulatedEvent(RoundRobin(6), 6)
    others.history = [(RoundPairing(tuple(Encounter(((a,), (b,))) for a, b in plan[3])), ())]
    first = {frozenset(two) for two in plan[3]}
    assert not first & {frozenset(table.entrants) for table in others.pair().encounters}


@pytest.mark.parametrize(
    ("played", "due", "counts"), [(0, 1, False), (1, 2, True), (1, 3, False), (2, 4, True), (2, 5, False)]
)
def test_games_of_a_leaver_count_if_half_are_played(played, due, counts):
    assert Leaver(3, played, due).counts is counts


def result(a, b, scores, forfeited=()):
    return EncounterResult(Encounter(((a,), (b,))), scores, frozenset(forfeited))


def round_of(*results, byes=()):
    return RoundPairing(tuple(one.encounter for one in results), byes), results


HISTORY = [
    round_of(result(0, 1, (2.0, 0.0)), result(2, 3, (0.0, 1.0)), byes=(4,)),
    round_of(result(0, 4, (), {4}), result(1, 2, (1.0, 0.0)), byes=(3,)),
    round_of(result(3, 0, (1.0, 0.0)), result(1, 4, (1.0, 0.0), {4}), byes=(2,)),
]


def test_leavers_are_those_with_games_left():
    """A game that an entrant forfeits does not count as played, even if a substitute plays it."""
    assert find_leavers([4, 3, 0], 3, HISTORY) == (Leaver(3, 2, 3), Leaver(4, 0, 3))
    assert find_leavers([3], 2, HISTORY) == ()
    assert find_leavers([], 3, HISTORY) == ()


@pytest.mark.parametrize("awards", [True, False])
def test_early_leavers_are_dropped_and_games_of_late_ones_awarded(awards):
    """Entrant 4 left early, so all their games are dropped. Entrant 3 left late, with a game against 1 unplayed."""
    settled = settle_leavers(HISTORY, (Leaver(3, 2, 3), Leaver(4, 0, 3)), range(5), awards=awards)
    assert [pairing.byes for pairing, _ in settled[:3]] == [(), (3,), (2,)]
    assert [[table.entrants for table in pairing.encounters] for pairing, _ in settled[:3]] == [
        [(0, 1), (2, 3)], [(1, 2)], [(3, 0)],
    ]  # fmt: skip
    assert [[one.encounter.entrants for one in results] for _, results in settled[:3]] == [
        [(0, 1), (2, 3)], [(1, 2)], [(3, 0)],
    ]  # fmt: skip
    added = [(pairing.encounters[0].entrants, results[0].forfeited) for pairing, results in settled[3:]]
    assert added == ([((1, 3), {3})] if awards else [])
    byes = {line.number: line.byes for line in rank_entrants(range(4), settled)}
    assert byes == {0: 0, 1: int(awards), 2: 1, 3: 1}


def test_game_between_two_late_leavers_is_won_by_neither():
    settled = settle_leavers([], (Leaver(0, 2, 3), Leaver(1, 2, 3)), range(3), awards=True)
    assert [(pairing.encounters[0].entrants, results[0].forfeited) for pairing, results in settled] == [
        ((2, 0), {0}), ((2, 1), {1}),
    ]  # fmt: skip
