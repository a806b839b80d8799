"""A board is a deal that several tables play. Its scores compare these tables and give standings.

A difference in levels is worth a number of units, as in bridge (IMPs). Each further unit needs a larger step.
"""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.events.boards.board_standings import (
    convert_levels,
    find_net_levels,
    list_table_rounds,
    list_team_rounds,
    rank_boards,
    score_across,
    score_board,
    score_match_points,
)
from bot.events.boards.deal_boards import (
    add_boards,
    count_boards,
    get_board,
    list_matches,
    list_previous_matches,
    list_revealed,
    reveal,
)
from bot.events.changes.next_round import add_round
from bot.events.matches import EventBoard, EventMatch, EventRound, MatchResult, MatchStatus, Verdict
from bot.events.pairing.ports import Encounter, EventFormat, RoundPairing
from bot.events.pairing.rank_entrants import TieBreak
from bot.events.refusals import EventRefusal
from bot.events.settings import BoardScoring
from bot.ids import EventEntrantId, EventMatchId, UserId
from engine.deal.fair_shuffle import commit_to
from engine.model.notation import format_rules
from engine.model.options import Level
from engine.model.presets import preset_with
from engine.model.seats import Seat
from tests.bot.events.test_event_changes import RUNNING, evening
from tests.bot.store.event_harness import is_refused

LEVELS = st.one_of(st.none(), st.integers(-8, 8).map(lambda n: n / 2))
BOARDS = st.lists(LEVELS, min_size=1, max_size=12).map(lambda levels: dict(enumerate(levels)))


def mirror(results):
    return {pair: None if own is None else -own for pair, own in results.items()}


def test_match_points_are_the_share_of_tables_that_a_side_beats():
    assert score_match_points({0: 3, 1: 1, 2: 1, 3: -2, 4: None}) == {0: 1, 1: 0.5, 2: 0.5, 3: 0, 4: 0.5}
    assert score_match_points({0: 3, 1: None}) == {0: 0.5, 1: 0.5}


def test_cross_scores_of_two_tables_are_opposite():
    assert score_across({0: 2, 1: 0, 2: None}) == {0: 4, 1: -4, 2: 0}


@pytest.mark.parametrize(("levels", "units"), [(0, 0), (0.5, 1), (1, 2), (2, 4), (3, 5), (8, 8), (100, 8), (-1, -2)])
def test_levels_convert_to_at_most_eight_units(levels, units):
    assert convert_levels(levels) == units


def test_cross_scores_are_means_over_the_other_tables():
    assert score_across({0: 2, 1: 0, 2: -2}) == {0: (4 + 6) / 2, 1: 0, 2: -5}
    assert score_across({0: 2, 1: None}) == {0: 0, 1: 0}


@given(BOARDS)
def test_scores_of_both_sides_have_a_fixed_sum(board):
    ours, theirs = score_across(board), score_across(mirror(board))
    assert all(ours[pair] == pytest.approx(-theirs[pair]) for pair in board)
    ours, theirs = score_match_points(board), score_match_points(mirror(board))
    assert all(ours[pair] + theirs[pair] == pytest.approx(1) for pair in board)


@given(BOARDS)
def test_match_points_average_half_and_cross_scores_zero(board):
    assert sum(score_match_points(board).values()) == pytest.approx(len(board) / 2)
    assert sum(score_across(board).values()) == pytest.approx(0)


@given(BOARDS, st.integers(1, 8))
def test_a_better_result_is_never_worth_less(board, more):
    pair = next((pair for pair, own in board.items() if own is not None), None)
    if pair is not None:
        better = {**board, pair: board[pair] + more}
        assert score_match_points(better)[pair] >= score_match_points(board)[pair]
        assert score_across(better)[pair] >= score_across(board)[pair]


@pytest.mark.parametrize(
    ("levels", "units"),
    [(0.24, 0), (0.25, 1), (0.75, 2), (1.25, 3), (1.74, 3), (1.75, 4), (2.5, 5), (3.5, 6), (5, 7), (6.9, 7), (7, 8)],
)
def test_each_further_unit_needs_a_larger_step_in_levels(levels, units):
    assert convert_levels(levels) == units
    assert convert_levels(-levels) == -units


def board_match(table, one, other, scores, board=1, *, points=None, forfeit=(), status=MatchStatus.SETTLED):
    """Return a match on a board. `scores` are the levels of both sides, or None if it has no result."""
    verdict = Verdict.FORFEITED if forfeit else Verdict.PLAYED
    result = scores and MatchResult(scores, verdict, frozenset(map(EventEntrantId, forfeit)), points)
    sides = (EventEntrantId(one),), (EventEntrantId(other),)
    number = 10 * board + table
    return EventMatch(EventMatchId(number), number, sides, (), status, result, board=board, shared_table=table)


def boards_event(*matches, hidden=(), count=4, style=EventFormat.DUPLICATE, scoring=BoardScoring.MATCH_POINTS, byes=()):
    teams = [(UserId(10 * n), UserId(10 * n + 1)) for n in range(1, count + 1)]
    boards = tuple(
        EventBoard(number, Level.TWO, Seat(0), "c", b"s", number not in hidden)
        for number in sorted({one.board for one in matches})
    )
    this = EventRound(1, matches, tuple(map(EventEntrantId, byes)), 0.0, boards=boards)
    return evening(RUNNING, *teams, rounds=[this], format=style, board_scoring=scoring)


def scores_of(event, board=1):
    return [one.scores for one in score_board(event, event.round, event.round.find_board(board))]


POINTS, SCALE = BoardScoring.MATCH_POINTS, BoardScoring.SCALE
HIGH, MIDDLE, LOW = (3.0, 0.0), (1.0, 0.0), (0.0, 2.0)


@pytest.mark.parametrize(
    ("scoring", "tables", "scores"),
    [
        (POINTS, [(HIGH, {}), (MIDDLE, {}), (LOW, {})], [(1.0, 0.0), (0.5, 0.5), (0.0, 1.0)]),
        (SCALE, [(HIGH, {}), (LOW, {})], [(7.0, -7.0), (-7.0, 7.0)]),
        (POINTS, [(HIGH, {}), (None, {}), (LOW, {})], [(1.0, 0.0), (0.5, 0.5), (0.0, 1.0)]),
        (SCALE, [(HIGH, {}), (None, {}), (LOW, {})], [(7.0, -7.0), (0.0, 0.0), (-7.0, 7.0)]),
        (POINTS, [(HIGH, {}), (MIDDLE, {"status": MatchStatus.VOID}), (LOW, {})], [(1.0, 0.0), (0.0, 1.0)]),
        (POINTS, [(HIGH, {}), (MIDDLE, {}), ((0.0, 1.0), {"forfeit": (5,)})], [(1.0, 0.0), (0.0, 1.0), (0.0, 0.5)]),
        (POINTS, [(HIGH, {}), (MIDDLE, {}), ((1.0, 0.0), {"forfeit": (6,)})], [(1.0, 0.0), (0.0, 1.0), (0.5, 0.0)]),
        (SCALE, [(HIGH, {}), (LOW, {}), ((0.0, 1.0), {"forfeit": (5,)})], [(7.0, -7.0), (-7.0, 7.0), (-2.0, 0.0)]),
        (SCALE, [(HIGH, {}), (LOW, {}), ((0.0, 0.0), {"forfeit": (5, 6)})], [(7.0, -7.0), (-7.0, 7.0), (-2.0, -2.0)]),
        (POINTS, [(HIGH, {"points": -30.0}), (HIGH, {"points": 5.0})], [(0.0, 1.0), (1.0, 0.0)]),
        (POINTS, [(HIGH, {"points": -30.0}), (HIGH, {})], [(0.5, 0.5), (0.5, 0.5)]),
        (POINTS, [(HIGH, {"points": -30.0}), (None, {}), (HIGH, {"points": 5.0})], [(0.0, 1.0), (0.5, 0.5), (1.0, 0.0)]),
        (POINTS, [(HIGH, {"points": -4000.0}), (MIDDLE, {"points": 4000.0})], [(1.0, 0.0), (0.0, 1.0)]),
        (SCALE, [(HIGH, {"points": -30.0}), (HIGH, {"points": 5.0})], [(0.0, 0.0), (0.0, 0.0)]),
    ],
)  # fmt: skip
def test_each_side_of_a_board_is_scored_against_the_other_tables(scoring, tables, scores):
    """Card points break a tie only if every table with a result has them. A side that forfeits gets a fixed score."""
    made = [board_match(n, 2 * n - 1, 2 * n, levels, **rest) for n, (levels, rest) in enumerate(tables, 1)]
    assert scores_of(boards_event(*made, count=6, scoring=scoring)) == scores


@pytest.mark.parametrize(
    ("scores", "changes", "net"),
    [
        ((3.0, 1.0), {}, 2.0),
        ((0.0, 2.0), {}, -2.0),
        (None, {}, None),
        ((3.0, 1.0), {"status": MatchStatus.PLAYING}, None),
        ((3.0, 1.0), {"status": MatchStatus.VOID}, None),
        ((1.0, 0.0), {"forfeit": (2,)}, None),
    ],
)
def test_net_levels_need_a_played_board(scores, changes, net):
    assert find_net_levels(board_match(1, 1, 2, scores, **changes)) == net


def test_standings_of_boards_count_shares_and_margins():
    """Board 2 is hidden. On board 1, tables 2 and 3 have equal results, so two sides share each of two places."""
    hidden = [board_match(n, 2 * n - 1, 2 * n, HIGH if n == 3 else LOW, 2) for n in (1, 2, 3)]
    shown = [board_match(n, 2 * n - 1, 2 * n, HIGH if n == 1 else MIDDLE) for n in (1, 2, 3)]
    found = rank_boards(boards_event(*shown, *hidden, hidden=(2,), count=7))
    assert [(one.place, one.number, one.score, dict(one.tie_breaks)[TieBreak.MARGIN]) for one in found] == [
        (1, 0, 100.0, 3.0),
        (2, 3, 75.0, -1.0),
        (2, 5, 75.0, -1.0),
        (4, 2, 25.0, 1.0),
        (4, 4, 25.0, 1.0),
        (6, 6, 0.0, 0.0),
        (7, 1, 0.0, -3.0),
    ]
    assert [(one.wins, one.draws, one.losses, one.byes) for one in found[:2]] == [(1, 0, 0, 0)] * 2
    assert [(one.wins, one.draws, one.losses) for one in found[4:]] == [(0, 0, 1), (0, 0, 0), (0, 0, 1)]


@pytest.mark.parametrize(
    ("scoring", "best", "record"), [(POINTS, 66.67, (2, 0, 1)), (SCALE, 9.0, (2, 0, 1))], ids=["points", "scale"]
)
def test_shares_are_means_and_units_are_sums(scoring, best, record):
    """In the first event pair 1 gains on two boards and loses one. In the second, both tables have the same result."""
    levels = [(HIGH, LOW), (MIDDLE, LOW), (LOW, MIDDLE)]
    made = [board_match(t, 2 * t - 1, 2 * t, two[t - 1], n) for n, two in enumerate(levels, 1) for t in (1, 2)]
    first = next(one for one in rank_boards(boards_event(*made, scoring=scoring)) if one.number == 0)
    units = sum(convert_levels((a[0] - a[1]) - (b[0] - b[1])) for a, b in levels)
    assert (first.score, (first.wins, first.draws, first.losses)) == (best if scoring is POINTS else units, record)
    even = [board_match(t, 2 * t - 1, 2 * t, HIGH) for t in (1, 2)]
    lines = rank_boards(boards_event(*even, scoring=scoring))
    assert [one.place for one in lines] == [1, 1, 3, 3]
    assert {(one.wins, one.draws, one.losses) for one in lines} == {(0, 1, 0)}


TEAM = {"style": EventFormat.TEAM_MATCH, "scoring": BoardScoring.SCALE}


@pytest.mark.parametrize(
    ("tables", "hidden", "expected"),
    [
        ([(HIGH, LOW), (LOW, LOW)], (), ((7.0, 0.0), set())),
        ([(LOW, HIGH), (HIGH, MIDDLE)], (), ((4.0, 7.0), set())),
        ([(HIGH, None), (LOW, LOW)], (), ((0.0, 0.0), set())),
        ([(HIGH, None), (None, LOW)], (), None),
        ([(HIGH, LOW), (LOW, LOW)], (2,), None),
    ],
)
def test_team_match_adds_units_of_both_directions(tables, hidden, expected):
    """The teams sit on opposite sides at the second table. A match only counts when all its boards are revealed."""
    made = []
    for number, (home, away) in enumerate(tables, 1):
        made += [
            board_match(table, *two, levels, number, status=MatchStatus.VOID if levels is None else MatchStatus.SETTLED)
            for table, two, levels in ((1, (1, 2), home), (2, (2, 1), away))
        ]
    ((pairing, results),) = list_team_rounds(boards_event(*made, hidden=hidden, byes=(3,), **TEAM))
    assert ([one.sides for one in pairing.encounters], pairing.byes) == ([((0,), (1,))], (2,))
    assert [(one.scores, one.forfeited) for one in results] == ([expected] if expected else [])


def test_team_match_that_lacks_a_result_has_no_score():
    made = [board_match(1, 1, 2, HIGH), board_match(2, 2, 1, None, status=MatchStatus.PLAYING)]
    assert list_team_rounds(boards_event(*made, **TEAM))[0][1] == ()


def test_entrants_who_share_boards_at_a_table_have_met_once():
    made = [board_match(t, 2 * t - 1, 2 * t, HIGH, board) for board in (1, 2) for t in (1, 2)]
    ((pairing, results),) = list_table_rounds(boards_event(*made, count=5, byes=(5,)))
    assert [one.sides for one in pairing.encounters] == [((0,), (1,)), ((2,), (3,))]
    assert (pairing.byes, results) == ((4,), ())


@pytest.mark.parametrize(
    ("style", "deals", "count"),
    [
        (EventFormat.DUPLICATE, 3, 3),
        (EventFormat.DUPLICATE_SINGLE, 2, 2),
        (EventFormat.TEAM_MATCH, 1, 1),
        (EventFormat.DUPLICATE, None, 0),
        (EventFormat.SWISS, 3, 0),
    ],
)
def test_only_three_formats_have_boards(style, deals, count):
    assert count_boards(evening(RUNNING, format=style, deals=deals)) == count


SECRET, OTHER = bytes(16), bytes(range(16))


def deal(event, *tables, secrets=(SECRET, OTHER)):
    """Return the event with a new round and its boards. `tables` gives the numbers of both entrants at each table."""
    pairing = RoundPairing(tuple(Encounter(((a,), (b,))) for a, b in tables))
    return add_boards(add_round(event, pairing, 0.0), list(secrets))


def duplicate(count=4, **changes):
    teams = [(UserId(10 * n), UserId(10 * n + 1)) for n in range(1, count + 1)]
    return evening(RUNNING, *teams, **({"format": EventFormat.DUPLICATE, "deals": 2} | changes))


def test_numbers_and_levels_of_boards_continue_in_the_next_round():
    rules = format_rules(preset_with("standard", start_level="Q", final_level="A"))
    event = deal(deal(duplicate(rules=rules), (0, 1), (2, 3)), (0, 2), (1, 3))
    boards = [board for one in event.rounds for board in one.boards]
    assert [(one.number, one.level, one.declarer) for one in boards] == [
        (1, Level.QUEEN, 0), (2, Level.KING, 1), (3, Level.QUEEN, 2), (4, Level.KING, 3),
    ]  # fmt: skip
    assert [(one.commitment, one.secret, one.is_revealed) for one in event.round.boards] == [
        (commit_to(secret), secret, False) for secret in (SECRET, OTHER)
    ]
    assert [(one.number, one.table, one.board) for one in event.round.matches] == [
        (1, 1, 3), (2, 1, 4), (3, 2, 3), (4, 2, 4),
    ]  # fmt: skip
    assert add_boards(event, [SECRET, OTHER]) is event, "the round has boards"
    plain = replace(event, settings=replace(event.settings, format=EventFormat.SWISS))
    for without in (plain, replace(event, rounds=()), deal(event)):
        assert add_boards(without, [SECRET, OTHER]) is without


def test_entrants_sit_on_both_sides_in_turn():
    """The first side goes to the entrant who has had it less often. On a tie, every second table swaps its sides."""
    event = deal(duplicate(), (0, 1), (2, 3))
    assert [one.sides for one in event.round.tables] == [((1,), (2,)), ((4,), (3,))]
    assert [[seat.user for seat in one.seats] for one in event.round.tables] == [[10, 20, 11, 21], [40, 30, 41, 31]]
    event = deal(event, (0, 2), (1, 3))
    assert [one.sides for one in event.round.tables] == [((3,), (1,)), ((2,), (4,))]
    event = deal(event, (0, 3), (1, 2))
    firsts = Counter(one.sides[0][0] for this in event.rounds for one in this.tables)
    assert [one.sides for one in event.round.tables] == [((1,), (4,)), ((3,), (2,))]
    assert firsts == {1: 2, 4: 1, 3: 2, 2: 1}


def test_halves_of_a_team_of_six_sit_at_two_tables():
    teams = [tuple(map(UserId, range(first, first + 6))) for first in (100, 200)]
    event = evening(RUNNING, *teams, format=EventFormat.TEAM_MATCH, deals=1, players=6)
    home, away = deal(event, (0, 1), secrets=[SECRET]).round.matches
    assert [seat.user for seat in home.seats] == [100, 200, 101, 201, 102, 202]
    assert [seat.user for seat in away.seats] == [203, 103, 204, 104, 205, 105]
    assert [[seat.entrant for seat in one.seats[:2]] for one in (home, away)] == [[1, 2], [2, 1]]
    assert [(one.number, one.table, one.sides) for one in (home, away)] == [
        (1, 1, ((1,), (2,))), (2, 2, ((2,), (1,))),
    ]  # fmt: skip


def test_tables_are_numbered_across_several_team_matches():
    teams = [tuple(map(UserId, range(first, first + 4))) for first in (100, 200, 300, 400)]
    event = deal(evening(RUNNING, *teams, format=EventFormat.TEAM_MATCH, deals=2), (0, 1), (2, 3))
    assert [(one.number, one.table, one.board) for one in event.round.matches] == [
        (1, 1, 1), (2, 1, 2), (3, 2, 1), (4, 2, 2), (5, 3, 1), (6, 3, 2), (7, 4, 1), (8, 4, 2),
    ]  # fmt: skip
    assert [one.sides for one in event.round.tables] == [((1,), (2,)), ((2,), (1,)), ((3,), (4,)), ((4,), (3,))]


def test_earlier_boards_are_listed_newest_first_and_tables_in_order():
    made = [board_match(t, 1, 2, HIGH, board) for t in (3, 1, 2) for board in (2, 1, 3)]
    this = EventRound(1, tuple(made), (), 0.0)
    assert [(one.table, one.board) for one in list_previous_matches(this, made[2])] == [(3, 2), (3, 1)]
    assert list_previous_matches(this, made[1]) == []
    assert [(one.table, one.board) for one in list_matches(this, 2)] == [(1, 2), (2, 2), (3, 2)]


def test_only_a_revealed_board_may_be_shown():
    event = boards_event(board_match(1, 1, 2, HIGH), board_match(1, 1, 2, HIGH, 2), hidden=(1, 2))
    with is_refused(EventRefusal.BOARD_HIDDEN, board=2):
        get_board(event, 2)
    with is_refused(EventRefusal.NO_SUCH_BOARD, board=3):
        get_board(event, 3)
    shown = reveal(event, 1, event.round.boards[1])
    assert [one.is_revealed for one in shown.round.boards] == [False, True]
    assert get_board(shown, 2) == (shown.round, shown.round.boards[1])
    assert list(list_revealed(shown)) == [(shown.round, shown.round.boards[1])]
    assert reveal(shown, 1, shown.round.boards[1]) is shown
