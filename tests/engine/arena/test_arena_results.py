"""The arena compares players A and B. It plays each deal twice with seats swapped, and can be repeated."""

import json
import math
from dataclasses import fields
from pathlib import Path

import pytest

from engine.arena.contest import Contest, Contestant, PlayerMix
from engine.arena.contest_report import ContestResult, estimate_mean, find_percentile, format_result
from engine.arena.deal_pairs import DealPlay, score_pair, score_seat, set_up_deal
from engine.arena.run_contest import run_contest
from engine.arena.seated_player import seat_player
from engine.model.presets import PRESETS, preset, with_options
from engine.players.policies.weights import Weights
from tests.everyday import spread

FROZEN = Path(__file__).with_name("expert_weights.json")
SIZES = [
    *((name, PRESETS[name].players) for name in PRESETS),
    ("standard", 2),
    ("standard", 3),
    ("looking-for-friends", 12),
]


def play(a, b, pairs, rules="standard", seed=1, jobs=1, players=None, **options):
    contest = Contest(PlayerMix(a), PlayerMix(b), preset(rules, players), pairs, seed, **options)
    result = ContestResult()
    for outcome in run_contest(contest, jobs):
        result.add(outcome)
    return contest, result


def lines_without_times(contest, result):
    return [line for line in format_result(contest, result) if not line.startswith("time, ")]


@pytest.mark.long
def test_interval_of_player_against_itself_includes_zero():
    _, result = play("skilled", "skilled", 12)
    assert any(score.points for score in result.scores)  # the two games of a pair have different results
    assert abs(result.levels.mean) <= result.levels.margin
    assert abs(result.points.mean) <= result.points.margin


def test_expert_beats_random():
    _, result = play("expert", "random", 8)
    assert result.levels.mean > result.levels.margin
    assert result.points.mean > result.points.margin
    assert sum(score.won_by_a for score in result.scores) > sum(score.won_by_b for score in result.scores)


def test_pair_of_equal_games_gains_nothing():
    rules = preset("finding-friends")
    setups = [set_up_deal(rules, 3, pair) for pair in range(4)]
    results = [play_deal(setup) for setup in setups]
    for setup, result in zip(setups, results, strict=True):
        score = score_pair(setup, [result, result])  # both games have the same result, so nobody gains
        assert score.levels == pytest.approx(0)
        assert score.points == pytest.approx(0)
        assert score.won_by_a == pytest.approx(score.won_by_b)


def play_deal(setup):
    """Return the result of a deal between expert players."""
    contest = Contest(PlayerMix("expert"), PlayerMix("expert"), setup.rules, 1, 1)
    players = [seat_player(contest, Contestant.A) for _ in range(setup.rules.players)]
    return DealPlay(setup, players).run()


def test_points_of_all_seats_sum_to_zero():
    result = play_deal(set_up_deal(preset("standard"), 1, 0))
    scores = [score_seat(result, seat, preset("standard")) for seat in range(4)]
    assert sum(score.points for score in scores) == 0
    assert [score.won for score in scores] == [seat in result.winning_seats for seat in range(4)]
    assert {score.levels for score in scores} <= {0, result.rise}
    assert max(score.levels for score in scores) == result.rise


@pytest.mark.parametrize(("name", "players"), spread(4, SIZES))
def test_every_preset_is_played_without_faults(name, players):
    _, result = play("expert", "random", 1, name, players=players)
    for tally in result.tallies.values():
        assert not tally.faults
        assert tally.plays


@pytest.mark.parametrize(("name", "players"), SIZES)
def test_contestants_swap_every_seat_in_second_game(name, players):
    rules = preset(name, players)
    for pair in range(5):
        setup = set_up_deal(rules, 1, pair)
        games = [[setup.entrant_at(seat, game) for seat in range(players)] for game in (0, 1)]
        assert all(first is not second for first, second in zip(*games, strict=True))
        assert {Contestant.A, Contestant.B} == set(games[0])
        assert set_up_deal(rules, 1, pair).shuffle(1) == setup.shuffle(1) != setup.shuffle(0)


def test_contestant_holds_a_whole_fixed_team_or_mixed_seats():
    fixed = {set_up_deal(preset("standard"), 1, pair).a_seats for pair in range(20)}
    assert fixed == {frozenset({0, 2}), frozenset({1, 3})}
    assert len({set_up_deal(preset("hidden-ten"), 1, pair).a_seats for pair in range(40)}) > 2


def test_other_seed_or_pair_deals_other_cards():
    rules = preset("standard")
    assert (
        set_up_deal(rules, 1, 0).shuffle(0)
        != set_up_deal(rules, 2, 0).shuffle(0)
        != set_up_deal(rules, 2, 1).shuffle(0)
    )


@pytest.mark.long
def test_results_do_not_depend_on_jobs():
    alone, shared = (lines_without_times(*play("skilled", "casual", 3, jobs=jobs)) for jobs in (1, 2))
    assert alone == shared
    assert alone != lines_without_times(*play("skilled", "casual", 3, seed=2))


@pytest.mark.long
def test_share_of_searched_plays_is_reported():
    _, standard = play("search:4", "expert", 1)
    assert standard.tallies[Contestant.A].share_searched == 1.0
    assert standard.tallies[Contestant.B].share_searched == 0.0
    _, friends = play("search:4", "expert", 1, "finding-friends")
    assert friends.tallies[Contestant.A].share_searched == 1.0
    hidden = with_options(preset("standard"), show_played_cards="no")
    dark = ContestResult()
    for outcome in run_contest(Contest(PlayerMix("search:4"), PlayerMix("expert"), hidden, 1, 1), 1):
        dark.add(outcome)
    assert 0 < dark.tallies[Contestant.A].share_searched < 0.5, "once old cards are hidden nothing is searched"


def test_intervals_use_students_t():
    for count, quantile in ((4, 3.182), (11, 2.228), (101, 1.984)):
        values = [(-1) ** number for number in range(count)]
        spread = math.sqrt(sum((value - sum(values) / count) ** 2 for value in values) / (count - 1) / count)
        assert estimate_mean(values).margin / spread == pytest.approx(quantile, rel=0.01)
    assert estimate_mean([1.0, 2.0, 3.0]).margin == math.inf
    assert estimate_mean([]).mean == 0


def test_percentile_is_one_of_the_values():
    assert [find_percentile([5, 1, 3, 2], share) for share in (0.5, 0.75, 0.95)] == [2, 3, 5]
    assert find_percentile([], 0.5) == 0


@pytest.mark.long
def test_weights_are_read_from_file(tmp_path):
    careless = tmp_path / "careless.json"
    careless.write_text(json.dumps({"boss": -20.0, "trump": -20.0, "pair": -20.0, "boss_trump": -20.0}))
    _, result = play(f"weights:{careless}", "expert", 8)
    assert result.points.mean < -result.points.margin


def test_frozen_weights_name_every_weight():
    assert set(json.loads(FROZEN.read_text())) == {field.name for field in fields(Weights)}


@pytest.mark.long
@pytest.mark.timeout(900)
def test_expert_is_not_weaker_than_with_frozen_weights():
    _, result = play("expert", f"weights:{FROZEN}", 150, seed=7)
    assert result.levels.mean > -0.08
    assert not any(tally.faults for tally in result.tallies.values())
