"""Scores of boards played at several tables: examples, and laws that hold for any results."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.events.boards.board_standings import convert_levels, score_across, score_match_points

LEVELS = st.one_of(st.none(), st.integers(-8, 8).map(lambda n: n / 2))
BOARDS = st.lists(LEVELS, min_size=1, max_size=12).map(lambda levels: dict(enumerate(levels)))


def mirror(results):
    return {pair: None if own is None else -own for pair, own in results.items()}


def test_match_points_are_share_of_tables_beaten():
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
