"""In a knockout winners go on, and the best seeds meet last. Losers play for third place, and absence leaves a bye."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.events.pairing.knockout import Knockout, rank_knockout
from bot.events.pairing.ports import EncounterResult
from bot.events.pairing.round_scoring import EventScoring
from tests.bot.events.simulated_event import SimulatedEvent, list_seats
from tests.everyday import law


def play_favourites(entrants):
    """Play a knockout in which the better seed always wins."""
    event = SimulatedEvent(Knockout(), entrants)
    while (pairing := event.pair()).encounters:
        results = tuple(EncounterResult(table, (1.0, 0.0)) for table in pairing.encounters)
        event.history.append((pairing, results))
    return event


def rank(event):
    return rank_knockout(event.numbers, event.history, EventScoring())


def test_bracket_of_eight_follows_the_seeding():
    event = play_favourites(8)
    tables = [[table.entrants for table in pairing.encounters] for pairing, _ in event.history]
    assert tables == [[(0, 7), (3, 4), (1, 6), (2, 5)], [(0, 3), (1, 2)], [(0, 1), (2, 3)]]


@pytest.mark.parametrize("entrants", range(2, 42))
def test_favourites_finish_in_seeding_order(entrants):
    event = play_favourites(entrants)
    assert len(event.history) == (entrants - 1).bit_length()
    assert [line.number for line in rank(event)][:4] == event.numbers[:4]
    assert [line.place for line in rank(event)][:4] == [1, 2, 3, 4][:entrants]
    byes = event.history[0][0].byes
    assert byes == tuple(range(2 ** len(event.history) - entrants))
    assert all(not pairing.byes for pairing, _ in event.history[1:]) or entrants == 3


def test_losers_of_one_round_share_a_place():
    places = Counter(line.place for line in rank(play_favourites(16)))
    assert places == {1: 1, 2: 1, 3: 1, 4: 1, 5: 4, 9: 8}


@given(entrants=st.integers(2, 20), seed=st.integers(0, 2**32), data=st.data())
@law(80)
def test_losers_play_again_only_in_the_last_round(entrants, seed, data):
    event = SimulatedEvent(Knockout(), entrants, seed)
    rounds, out, complete = (entrants - 1).bit_length(), set(), True
    for number in range(1, rounds + 1):
        absent = data.draw(st.sets(st.sampled_from(event.numbers), max_size=2)) if number > 1 else set()
        complete = complete and not absent
        pairing = event.play(absent, no_show=0.1)
        seats = list_seats(pairing)
        assert len(set(seats)) == len(seats)
        assert not absent.intersection(seats)
        with_losers = [table for table in pairing.encounters if out.intersection(table.entrants)]
        assert len(with_losers) <= (number == rounds)  # the match for the third place
        assert all(out.issuperset(table.entrants) for table in with_losers)
        pairing, results = event.history[-1]
        winners = {*pairing.byes, *(w for result in results for w in winner_of(result))}
        out |= set(event.numbers) - winners
    assert not (complete and event.pair().encounters)
    standings = rank(event)
    assert sorted(line.number for line in standings) == event.numbers
    assert [line.place for line in standings] == sorted(line.place for line in standings)


def winner_of(result):
    there = [
        (score, side[0])
        for side, score in zip(result.encounter.sides, result.scores or (0, 0), strict=True)
        if side[0] not in result.forfeited
    ]
    return [max(there, key=lambda one: (one[0], -one[1]))[1]] if there else []


def test_better_seed_wins_tie():
    event = SimulatedEvent(Knockout(), 4)
    pairing = event.pair()
    event.history.append((pairing, tuple(EncounterResult(table, (1.0, 1.0)) for table in pairing.encounters)))
    assert event.pair().encounters[0].entrants == (0, 1)


def test_winner_who_leaves_gives_the_opponent_a_bye():
    event = SimulatedEvent(Knockout(), 8)
    event.play()
    (first, second), *_ = [table.entrants for table in event.pair().encounters]
    event.withdrawn.add(first)
    assert event.pair().byes == (second,)


def test_late_correction_changes_no_pairing():
    event = play_favourites(8)
    pairing, results = event.history[0]
    event.history[0] = (pairing, (EncounterResult(results[0].encounter, (0.0, 1.0)), *results[1:]))
    assert not event.pair().encounters
    assert [line.number for line in rank(event)][:4] == [0, 1, 2, 3]


def test_round_without_tables_is_skipped():
    event = play_favourites(8)
    del event.history[1:]
    event.withdrawn |= {0, 1}
    assert event.pair().encounters[0].entrants == (2, 3)


def test_unrated_entrants_are_drawn_by_lot():
    first = [SimulatedEvent(Knockout(), 16, seed, rated=False).pair() for seed in range(3)]
    assert len(set(first)) == 3
    event = SimulatedEvent(Knockout(), 11, 7, rated=False)
    while event.play().encounters:
        pass
    assert [line.place for line in rank(event)][:5] == [1, 2, 3, 4, 5]
