"""If entrants leave an event, rules decide which of their games count and whether they get a place."""

from dataclasses import replace

import pytest

from bot.events.model import EntrantStatus, EventStatus
from bot.events.pairing.ports import EventFormat
from bot.events.pairing.rank_entrants import TieBreak, rank_entrants
from bot.events.standings.event_standings import list_leavers, list_unplaced, rank_event
from tests.bot.events.test_event_results import event_of, forfeited, match, won
from tests.bot.events.test_event_standings import figure, game, round_of

WIN, LOSS, DRAW = won(1.0, 0.0), won(0.0, 1.0), won(1.0, 1.0)


def round_robin(count, *rounds, left=(), status=EventStatus.RUNNING, **settings):
    """Return a round-robin. A match in a round is `(one, other, result)`. The entrants in `left` have withdrawn."""
    made = [([match(n, *table) for n, table in enumerate(tables, 1)], []) for tables in rounds]
    event = replace(event_of(count, *made), planned_rounds=count - 1)
    entrants = tuple(
        replace(one, status=EntrantStatus.WITHDRAWN if one.id in left else EntrantStatus.PRESENT)
        for one in event.entrants
    )
    own = replace(event.settings, format=EventFormat.ROUND_ROBIN, **settings)
    return replace(event, settings=own, status=status, entrants=entrants)


def places(event):
    return {one.entrant.id: (one.standing.place, one.standing.score) for one in rank_event(event)}


def test_result_against_early_leaver_decides_nothing():
    """Pair 1 beat 2, pair 3 beat 6, and 1 drew with 3. So 1 and 3 are level as long as 6 stays.

    If 6 leaves early, the win over 6 does not count, and 1 is ahead.
    """
    rounds = [
        [(1, 2, WIN), (3, 6, WIN), (4, 5, WIN)],
        [(1, 3, DRAW), (2, 4, WIN)],
    ]
    stayed, left = round_robin(6, *rounds), round_robin(6, *rounds, left={6})
    assert [(one.number, one.played, one.due, one.counts) for one in list_leavers(left)] == [(5, 1, 5, False)]
    assert list_leavers(stayed) == ()
    assert places(stayed)[3][1] == places(stayed)[1][1] == 1.5
    assert places(left)[3][1] == 0.5
    assert places(left)[1] == (1, 1.5)
    assert places(left)[6] == (6, 0.0)


def test_games_not_played_against_late_leaver_are_won():
    """Pair 4 leaves after two of its three games. Its game against pair 3 was not played, so 3 wins that game."""
    event = round_robin(4, [(1, 4, LOSS), (2, 3, DRAW)], [(4, 2, WIN), (1, 3, DRAW)], left={4})
    assert [(one.played, one.due, one.counts) for one in list_leavers(event)] == [(2, 3, True)]
    scores = {id_: score for id_, (_, score) in places(event).items()}
    assert scores == {1: 0.5, 2: 0.5, 3: 2.0, 4: 2.0}


def test_entrant_who_leaves_after_all_games_does_not_count_as_leaver():
    event = round_robin(3, [(1, 2, WIN)], [(1, 3, WIN)], [(2, 3, WIN)], left={3})
    assert list_leavers(event) == ()


def test_absentee_counts_as_leaver_at_the_end():
    event = round_robin(4, [(1, 4, LOSS), (2, 3, WIN)], [(1, 2, WIN)], [(1, 3, WIN)], status=EventStatus.FINISHED)
    absent = replace(event.entrants[3], status=EntrantStatus.ENTERED)
    event = replace(event, entrants=(*event.entrants[:3], absent))
    assert [(one.number, one.counts) for one in list_leavers(event)] == [(3, False)]
    assert places(event)[1] == (1, 2.0)


def test_event_ended_early_gives_no_wins():
    """The event ends after one of five rounds. Its leaver has played as many games as the others by then."""
    event = round_robin(6, [(1, 2, WIN), (3, 6, WIN), (4, 5, WIN)], left={6}, status=EventStatus.FINISHED)
    assert list_leavers(event) == ()
    assert places(event)[3][1] == 1.0


@pytest.mark.parametrize("rounds", [2, 3])
def test_games_beyond_the_planned_rounds_are_not_won_against_a_leaver(rounds):
    event = round_robin(6, [(1, 2, WIN), (3, 6, WIN), (4, 5, WIN)], left={6}, rounds=rounds)
    assert [(one.due, one.counts) for one in list_leavers(event)] == [(rounds, rounds == 2)]
    assert places(event)[4][1] == 1.0


@pytest.mark.parametrize(("rounds", "score"), [(4, 0.0), (5, 1.0)])
def test_opponents_win_the_games_that_a_late_leaver_of_a_full_round_robin_misses(rounds, score):
    """Pair 6 leaves after three games, before it has met 4."""
    made = [(1, 6, LOSS)], [(2, 6, LOSS)], [(3, 6, LOSS)]
    event = round_robin(6, *made, left={6}, rounds=rounds)
    assert [(one.played, one.due, one.counts) for one in list_leavers(event)] == [(3, rounds, True)]
    assert places(event)[4][1] == score


def test_swiss_event_keeps_all_results():
    event = round_robin(6, [(1, 2, WIN), (3, 6, WIN), (4, 5, WIN)], left={6})
    event = replace(event, settings=replace(event.settings, format=EventFormat.SWISS))
    assert list_leavers(event) == ()
    assert places(event)[3][1] == 1.0


def test_direct_encounter_is_mean_of_two_meetings():
    """Entrant 0 has beaten 1 twice, 1 has beaten 2, and 2 has beaten 0.

    The two wins over 1 count as one, so each of the three has one win against the others, and none is ahead.
    """
    rounds = [
        round_of(game(0, 1, 1, 0), game(2, 3, 1, 0)),
        round_of(game(0, 1, 1, 0)),
        round_of(game(1, 2, 1, 0)),
        round_of(game(2, 0, 1, 0), game(1, 3, 1, 0)),
    ]
    standings = {line.number: line for line in rank_entrants(range(4), rounds)}
    assert [(standings[n].score, figure(standings[n], TieBreak.DIRECT)) for n in (0, 1, 2)] == [(2.0, 1.0)] * 3


@pytest.mark.parametrize(
    ("style", "left", "unplaced"),
    [
        (EventFormat.SWISS, {6}, {6}),  # entrant 6 left after one of three rounds
        (EventFormat.SWISS, {1}, set()),  # entrant 1 left after two of three rounds
        (EventFormat.KNOCKOUT, {6}, set()),  # entrant 6 was knocked out after one game
        (EventFormat.ROUND_ROBIN, {6}, {6}),
        (EventFormat.ROUND_ROBIN, set(), set()),
    ],
)
def test_early_leaver_is_unplaced_except_in_a_knockout(style, left, unplaced):
    rounds = [[(1, 2, WIN), (3, 6, WIN), (4, 5, WIN)], [(1, 3, DRAW), (2, 4, WIN)], [(2, 3, WIN), (4, 5, WIN)]]
    event = round_robin(6, *rounds, left=left)
    event = replace(event, settings=replace(event.settings, format=style))
    assert list_unplaced(event) == unplaced


def test_entrant_who_never_came_has_no_place_in_a_knockout():
    event = round_robin(2, [(1, 2, forfeited(2))], left={2})
    event = replace(event, settings=replace(event.settings, format=EventFormat.KNOCKOUT))
    assert list_unplaced(event) == {2}
