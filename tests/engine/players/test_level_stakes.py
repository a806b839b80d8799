"""Computer players know what the last trick and heavy losses cost in levels."""

from dataclasses import replace
from itertools import pairwise

import pytest
from computer_matches import play_match

from engine.deal.scoring import points_to_win
from engine.model.options import Hook, Level
from engine.model.presets import PRESETS, with_options
from engine.model.view import Ask
from engine.players.levels import PLAYERS
from engine.players.policies.card_values import estimate_last_trick
from engine.players.policies.weights import Weights
from engine.players.search.rate_playouts import worth_by_points

JACKS = with_options(PRESETS["standard"], start_level="J")


@pytest.fixture(scope="module")
def view():
    """The view of the seat that leads first, in a deal at level J."""
    choosers = [PLAYERS["skilled"].choose] * 4
    return next(view for view, _, _ in play_match(JACKS, choosers, 1, deals=1) if view.ask is Ask.LEAD)


def stakes(view, **changes):
    """Return how many points the last trick is worth to a computer player under changed rules."""
    return estimate_last_trick(replace(view, rules=replace(view.rules, **changes)), Weights())


@pytest.mark.parametrize(
    ("changes", "more"),
    [
        ({"capture_levels": 2}, 40),
        ({"hook": Hook.CAPTURE}, 40),
        ({"hook": Hook.CAPTURE, "hook_ranks": frozenset({Level.ACE})}, 0),
    ],
)
def test_last_trick_is_worth_more_if_it_moves_levels(view, changes, more):
    assert stakes(view, **changes) - stakes(view) == more


def test_search_counts_captures_and_heavy_losses():
    standard = PRESETS["standard"]
    plain = worth_by_points(standard, 0.0)
    captured = worth_by_points(with_options(standard, capture_levels="2"), 0.0, captured=True)
    assert [captured[points // 5] - plain[points // 5] for points in (75, 80, 120)] == [0, 2, 2]
    heavy = worth_by_points(with_options(standard, heavy_loss_levels="3"), 0.0)
    assert [heavy[points // 5] - plain[points // 5] for points in (195, 200)] == [0, 3]


@pytest.mark.parametrize("name", ["standard", "finding-friends", "looking-for-friends", "hidden-ten"])
def test_points_at_the_threshold_favour_neither_side(name):
    """Points are valued by how far they are from the fewest points with which the opponents win."""
    rules = PRESETS[name]
    at = points_to_win(rules) // 5
    levels, worth = (worth_by_points(rules, per_point) for per_point in (0.0, 0.02))
    assert worth[at] == levels[at]
    assert worth[at + 2] - levels[at + 2] == pytest.approx(0.2)
    assert worth[at - 2] - levels[at - 2] == pytest.approx(-0.2)


def test_spread_smooths_the_steps_between_levels():
    standard = PRESETS["standard"]
    steps, slopes = (worth_by_points(standard, 0.0, spread=spread) for spread in (0.0, 12.0))
    assert steps == worth_by_points(standard, 0.0)
    assert all(lower < higher for lower, higher in pairwise(slopes[:41]))
    assert steps[75 // 5] < slopes[75 // 5] < slopes[80 // 5] < steps[80 // 5]
    assert sum(slopes[:60]) == pytest.approx(sum(steps[:60]), abs=0.5)
