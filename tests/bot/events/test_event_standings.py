"""Standings follow from results in any order. Points and tie-breaks also cover forfeits, byes and void tables."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.events.pairing.formats import create_pairer
from bot.events.pairing.ports import Encounter, EncounterResult, EventFormat, RoundPairing
from bot.events.pairing.rank_entrants import TieBreak, compute_scores, rank_entrants
from bot.events.pairing.round_scoring import EventScoring, scoring_for
from bot.events.pairing.swiss import Swiss
from tests.bot.events.simulated_event import SimulatedEvent
from tests.everyday import law


def game(a, b, own, other):
    return EncounterResult(Encounter(((a,), (b,))), (own, other))


def round_of(*results, byes=()):
    return RoundPairing(tuple(result.encounter for result in results), byes), results


def scores_of(standings):
    return {line.number: line.score for line in standings}


def figure(line, tie_break):
    return dict(line.tie_breaks)[tie_break]


@given(entrants=st.integers(2, 12), rounds=st.integers(0, 5), seed=st.integers(0, 2**32))
@law(60)
def test_order_of_results_does_not_matter(entrants, rounds, seed):
    event = SimulatedEvent(Swiss(), entrants, seed)
    for _ in range(rounds):
        event.play(no_show=0.1, unplayed=0.1)
    scoring, chance = EventScoring(bye=0.3), random.Random(seed)
    shuffled = [(pairing, tuple(chance.sample(results, len(results)))) for pairing, results in event.history]
    chance.shuffle(shuffled)
    standings = rank_entrants(event.numbers, event.history, scoring)
    assert rank_entrants(chance.sample(event.numbers, entrants), shuffled, scoring) == standings
    assert [line.place for line in standings] == sorted(line.place for line in standings)


@given(seed=st.integers(0, 2**32))
@law(40)
def test_void_table_changes_scores_of_its_entrants_only(seed):
    event = SimulatedEvent(Swiss(), 10, seed)
    for _ in range(3):
        event.play()
    before = scores_of(rank_entrants(event.numbers, event.history))
    pairing, results = event.history[1]
    event.history[1] = (pairing, results[1:])
    after = scores_of(rank_entrants(event.numbers, event.history))
    assert {one for one in event.numbers if before[one] != after[one]} <= set(results[0].encounter.entrants)
    points = 0.0 if results[0].scores[0] < results[0].scores[1] else 1.0
    points = 0.5 if results[0].scores[0] == results[0].scores[1] else points
    first = results[0].encounter.sides[0][0]
    assert before[first] - after[first] == points


def test_points_for_win_draw_and_bye():
    standings = rank_entrants(range(5), [round_of(game(0, 1, 3, 1), game(2, 3, 2, 2), byes=(4,))])
    assert scores_of(standings) == {0: 1, 4: 1, 2: 0.5, 3: 0.5, 1: 0}
    lines = {line.number: line for line in standings}
    assert (lines[0].wins, lines[2].draws, lines[1].losses, lines[4].byes) == (1, 1, 1, 1)


@pytest.mark.parametrize(
    ("style", "worth"),
    [
        (EventFormat.ROUND_ROBIN, 0.0),
        (EventFormat.DUPLICATE, 0.0),
        (EventFormat.TEAM_MATCH, 0.0),
        (EventFormat.SWISS, 1.0),
        (EventFormat.KNOCKOUT, 1.0),
        (EventFormat.INDIVIDUAL, 0.5),
        (EventFormat.DUPLICATE_SINGLE, 0.5),
    ],
)
def test_bye_is_worth_what_its_format_says(style, worth):
    history = [round_of(game(0, 1, 3, 1), byes=(2,))]
    assert scores_of(rank_entrants(range(3), history, scoring_for(style)))[2] == worth


def test_forfeit_gives_the_others_a_win():
    table = Encounter(((0,), (1,)))
    history = [(RoundPairing((table,)), (EncounterResult(table, (), frozenset({0})),))]
    loser, winner = sorted(rank_entrants((0, 1), history), key=lambda line: line.number)
    assert (loser.score, winner.score, winner.wins, winner.byes, loser.byes) == (0, 1, 0, 1, 0)


def test_both_sides_can_forfeit():
    table = Encounter(((0,), (1,)))
    history = [(RoundPairing((table,)), (EncounterResult(table, (), frozenset({0, 1})),))]
    assert scores_of(rank_entrants((0, 1), history)) == {0: 0, 1: 0}


def test_partner_of_forfeiting_player_gets_half_a_point():
    table = Encounter(((0, 1), (2, 3)))
    history = [(RoundPairing((table,)), (EncounterResult(table, (), frozenset({0})),))]
    assert scores_of(rank_entrants(range(4), history)) == {0: 0, 1: 0.5, 2: 1, 3: 1}


def test_game_with_a_substitute_counts_for_all_but_the_absentee():
    table = Encounter(((0, 1), (2, 3)))
    history = [(RoundPairing((table,)), (EncounterResult(table, (2, 1), frozenset({0})),))]
    assert scores_of(rank_entrants(range(4), history)) == {0: 0, 1: 1, 2: 0, 3: 0}


def test_result_of_unknown_table_is_ignored():
    history = [(RoundPairing(()), (game(0, 1, 3, 1),))]
    assert scores_of(rank_entrants((0, 1), history)) == {0: 0, 1: 0}


def test_direct_encounter_decides_between_two():
    history = [round_of(game(0, 1, 0, 1), game(2, 3, 0, 1)), round_of(game(0, 2, 9, 0), game(1, 3, 0, 1))]
    lines = {line.number: line for line in rank_entrants(range(4), history, tie_breaks=(TieBreak.DIRECT,))}
    assert lines[0].score == lines[1].score == 1
    assert (lines[3].place, lines[1].place, lines[0].place) == (1, 2, 3)


def test_direct_encounter_decides_nothing_if_not_all_met():
    history = [round_of(game(0, 1, 0, 1), game(2, 3, 0, 1))]
    lines = {line.number: line for line in rank_entrants(range(4), history, tie_breaks=(TieBreak.DIRECT,))}
    assert (lines[1].place, lines[3].place) == (1, 1)


def test_margin_decides_if_direct_encounters_form_a_circle():
    """Each of three entrants has beaten another of them. Such direct encounters decide nothing, but the margin does."""
    history = [round_of(game(0, 1, 9, 0)), round_of(game(1, 2, 1, 0)), round_of(game(2, 0, 9, 1))]
    standings = rank_entrants(range(3), history, tie_breaks=(TieBreak.DIRECT, TieBreak.MARGIN))
    assert [line.number for line in standings] == [2, 0, 1]
    history = [round_of(game(0, 1, 9, 0)), round_of(game(1, 2, 9, 0)), round_of(game(2, 0, 1, 0))]
    standings = rank_entrants(range(3), history, tie_breaks=(TieBreak.WINS, TieBreak.MARGIN, TieBreak.DIRECT))
    assert [line.number for line in standings] == [0, 1, 2]


def test_opponents_scores_decide():
    history = [round_of(game(0, 1, 1, 0), game(2, 3, 1, 0)), round_of(game(0, 2, 1, 0), game(1, 3, 1, 0))]
    lines = {line.number: line for line in rank_entrants(range(4), history)}
    assert figure(lines[1], TieBreak.OPPONENTS) == 2 + 0
    assert figure(lines[2], TieBreak.OPPONENTS) == 0 + 2
    assert [lines[one].place for one in range(4)] == [1, 2, 2, 4]


def test_bye_counts_as_opponent_with_same_score():
    history = [round_of(game(0, 1, 1, 0), byes=(2,)), round_of(game(0, 2, 1, 0), byes=(1,))]
    lines = {line.number: line for line in rank_entrants(range(3), history)}
    assert figure(lines[2], TieBreak.OPPONENTS) == 1 + 2


def test_entrants_equal_in_everything_share_a_place():
    history = [round_of(game(0, 1, 1, 1), game(2, 3, 2, 1))]
    places = {line.number: line.place for line in rank_entrants(range(4), history)}
    assert places == {2: 1, 0: 2, 1: 2, 3: 4}


@given(scale=st.floats(0.01, 100), seed=st.integers(0, 1000))
@law(20)
def test_scaling_game_scores_changes_no_standings(scale, seed):
    event = SimulatedEvent(Swiss(), 6, seed)
    event.play()
    scaled = [
        (pairing, tuple(replace(one, scores=tuple(figure * scale for figure in one.scores)) for one in results))
        for pairing, results in event.history
    ]
    assert scores_of(rank_entrants(event.numbers, event.history)) == scores_of(rank_entrants(event.numbers, scaled))


@given(st.integers(3, 9), st.integers(0, 2**32), st.data())
@law(40)
def test_voided_round_robin_table_changes_only_its_entrants(entrants, seed, data):
    event = SimulatedEvent(create_pairer(EventFormat.ROUND_ROBIN, entrants), entrants, seed)
    for _ in range(3):
        event.play(no_show=0.1)
    scoring = scoring_for(EventFormat.ROUND_ROBIN)
    before = compute_scores(event.numbers, event.history, scoring)
    number = data.draw(st.integers(0, len(event.history) - 1))
    pairing, results = event.history[number]
    void = data.draw(st.sampled_from(results))
    event.history[number] = (pairing, tuple(one for one in results if one is not void))
    after = compute_scores(event.numbers, event.history, scoring)
    assert all(after[one] == before[one] for one in event.numbers if one not in void.encounter.entrants)
    event.history[number] = (pairing, (*event.history[number][1], void))
    assert compute_scores(event.numbers, event.history, scoring) == before


def table_of(sides, scores, absent=()):
    return EncounterResult(Encounter(sides), scores, frozenset(absent))


def test_tie_breaks_ignore_forfeits_and_count_walkovers_as_own_score():
    """Entrant 1 forfeits the second game, so 0 gets a point without playing. Entrant 2 plays against a substitute for 3."""
    history = [
        round_of(game(0, 1, 1, 3), game(2, 3, 2, 1)),
        round_of(table_of(((0,), (1,)), (), {1}), table_of(((2,), (3,)), (4, 0), {3})),
    ]
    lines = {line.number: line for line in rank_entrants(range(4), history)}
    assert scores_of(lines.values()) == {0: 1.0, 1: 1.0, 2: 2.0, 3: 0.0}
    assert [figure(lines[n], TieBreak.OPPONENTS) for n in range(4)] == [1.0 + 1.0, 1.0, 0.0 + 2.0, 2.0]
    assert [figure(lines[n], TieBreak.WINS) for n in range(4)] == [0, 1, 2, 0]
    assert [figure(lines[n], TieBreak.MARGIN) for n in range(4)] == [-2.0, 2.0, 5.0, -1.0]
    assert [(lines[n].wins, lines[n].draws, lines[n].losses, lines[n].byes) for n in range(4)] == [
        (0, 0, 1, 1), (1, 0, 0, 0), (2, 0, 0, 0), (0, 0, 1, 0),
    ]  # fmt: skip


def test_partners_have_the_mean_of_their_opponents_scores():
    """After the second round, 2 has one point and 3 has none, so 0 and 1 have met opponents with half a point."""
    history = [
        round_of(table_of(((0, 1), (2, 3)), (3, 1))),
        round_of(table_of(((2, 4), (3, 5)), (2, 0))),
    ]
    lines = {line.number: line for line in rank_entrants(range(6), history)}
    assert [figure(lines[n], TieBreak.OPPONENTS) for n in (0, 1, 4, 2)] == [0.5, 0.5, 0.0, 1.0]
    assert [figure(lines[n], TieBreak.MARGIN) for n in range(6)] == [2.0, 2.0, 0.0, -4.0, 2.0, -2.0]


def test_margin_compares_each_of_three_sides_with_the_mean_of_others():
    history = [round_of(table_of(((0,), (1,), (2,)), (5, 1, 3)))]
    lines = {line.number: line for line in rank_entrants(range(3), history)}
    assert [figure(lines[n], TieBreak.MARGIN) for n in range(3)] == [3.0, -3.0, 0.0]
    assert scores_of(lines.values()) == {0: 1.0, 1: 0.0, 2: 0.0}
    drawn = [round_of(table_of(((0,), (1,), (2,)), (5, 5, 3)))]
    assert scores_of(rank_entrants(range(3), drawn)) == {0: 0.5, 1: 0.5, 2: 0.0}


def test_forfeited_table_counts_as_a_bye_for_all_but_the_absentee():
    history = [round_of(table_of(((0, 1), (2, 3)), (), {0}))]
    lines = {line.number: line for line in rank_entrants(range(4), history)}
    assert [(lines[n].score, lines[n].byes, lines[n].wins) for n in range(4)] == [
        (0.0, 0, 0), (0.5, 1, 0), (1.0, 1, 0), (1.0, 1, 0),
    ]  # fmt: skip
    assert figure(lines[1], TieBreak.OPPONENTS) == 0.5
