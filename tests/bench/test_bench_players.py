"""Computer players: how strong each level is against the one below, and how fast it decides (ratios in one run)."""

import statistics
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from duel import CHOOSERS, RANDOM, Tally, duel

from engine.model.presets import preset

LADDER = [(RANDOM, "novice", 20), ("novice", "casual", 150), ("casual", "club", 250)]


@pytest.mark.timeout(600)
@pytest.mark.parametrize(("weaker", "stronger", "pairs"), LADDER)
def test_each_level_beats_the_one_below(weaker, stronger, pairs, record_property, scale):
    found = duel(CHOOSERS[stronger], CHOOSERS[weaker], preset("club"), scale.pick(pairs, 2), seed=77)
    levels, points = Tally.of(found.levels), Tally.of(found.points)
    record_property("levels per deal", str(levels))
    print(f"\n{stronger} vs {weaker}: levels/deal {levels}, points/deal {points}, {pairs} pairs")
    assert scale.is_short or points.mean > points.half


def test_a_player_against_itself_is_even(scale):
    """The null test: the same player on both sides gains nothing from the sides being changed."""
    found = duel(CHOOSERS["casual"], CHOOSERS["casual"], preset("club"), scale.pick(60, 2), seed=5)
    levels = Tally.of(found.levels)
    assert scale.is_short or abs(levels.mean) <= 1.5 * levels.half


def test_a_decision_costs_no_more_than_a_few_tricks_of_random_play(record_property, scale):
    """Median time of a decision by rules against that of one random legal answer, which enumerates what is legal."""
    found = duel(CHOOSERS["club"], CHOOSERS[RANDOM], preset("club"), scale.pick(10, 1), seed=3)
    rules, chance = (statistics.median(clock.spent) for clock in found.clocks)
    record_property("ratio", f"{rules / chance:.1f}")
    print(f"\nclub: {1e6 * rules:.0f} us a decision, {rules / chance:.1f} times a random one")
    assert scale.is_short or rules < 40 * chance


def test_the_harness_notices_a_stronger_player(scale):
    """A duel in which one side plays at random is lost: the harness tells strong from weak."""
    found = duel(CHOOSERS[RANDOM], CHOOSERS["club"], preset("club"), scale.pick(6, 2), seed=1)
    assert scale.is_short or Tally.of(found.points).mean < -20
