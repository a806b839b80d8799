"""Each computer player up to `expert` beats the level below, and a decision of `expert` takes little time."""

import statistics

import pytest

from engine.arena.contest import Contest, Contestant, PlayerMix
from engine.arena.contest_report import ContestResult, format_interval
from engine.arena.run_contest import run_contest
from engine.model.presets import preset

LADDER = [("random", "casual", 20), ("casual", "skilled", 150), ("skilled", "expert", 250)]


def play_contest(a, b, pairs, seed):
    """Return the result of a contest between the levels `a` and `b` in the arena."""
    result = ContestResult()
    for outcome in run_contest(Contest(PlayerMix(a), PlayerMix(b), preset("standard"), pairs, seed)):
        result.add(outcome)
    return result


@pytest.mark.timeout(600)
@pytest.mark.parametrize(("weaker", "stronger", "pairs"), LADDER)
def test_each_level_up_to_expert_beats_the_level_below(weaker, stronger, pairs, record_property, scale):
    result = play_contest(stronger, weaker, scale.pick(pairs, 2), seed=77)
    levels, points = format_interval(result.levels, 3), format_interval(result.points, 1)
    record_property("levels per deal", levels)
    print(f"\n{stronger} vs {weaker}: levels/deal {levels}, points/deal {points}, {len(result.scores)} pairs")
    assert scale.is_short or result.points.mean > result.points.margin


def test_contest_of_a_player_with_itself_is_even(scale):
    """If the same player has all seats, neither side wins more than the other."""
    levels = play_contest("skilled", "skilled", scale.pick(60, 2), seed=5).levels
    assert scale.is_short or abs(levels.mean) <= 1.5 * levels.margin


def test_expert_decision_costs_less_than_forty_random_ones(record_property, scale):
    """The test compares median times. A random decision also takes time, because it first lists the legal actions."""
    result = play_contest("expert", "random", scale.pick(10, 1), seed=3)
    rules, chance = (statistics.median(result.tallies[one].milliseconds) for one in (Contestant.A, Contestant.B))
    record_property("ratio", f"{rules / chance:.1f}")
    print(f"\nexpert: {1000 * rules:.0f} us a decision, {rules / chance:.1f} times a random one")
    assert scale.is_short or rules < 40 * chance


def test_the_arena_notices_a_stronger_player(scale):
    """A side that plays at random loses its contest clearly."""
    points = play_contest("random", "expert", scale.pick(6, 2), seed=1).points
    assert scale.is_short or points.mean < -10
