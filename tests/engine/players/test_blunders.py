"""The computer player that plays by rules hardly ever makes a play that a partner would call a blunder."""

from dataclasses import replace

import pytest
from blunders import HONOUR_LED, HONOUR_LED_FOR_NOTHING, HONOUR_SECOND, PARTNER_RUFFED, POINTS_LOST, count_blunders
from computer_matches import QUICK_PLAYERS, RULE_LEVELS, play_match

from engine.model.options import Level
from engine.model.presets import preset
from engine.players.policies.rule_player import RulePlayer
from engine.players.policies.style import Style
from engine.players.policies.weights import Weights

DEALS = 100
FEW_DEALS = 43
PLAIN_LEVELS = [level for level in Level if level <= Level.ACE]
BOUNDS = {HONOUR_LED: 0.3, HONOUR_LED_FOR_NOTHING: 0.0, PARTNER_RUFFED: 0.02, HONOUR_SECOND: 0.1, POINTS_LOST: 0.1}
"""The most blunders of each kind that the four seats together may make in a deal on average."""


def play_deals(choose, deals):
    rules = preset("standard")
    for seed in range(deals):
        level = PLAIN_LEVELS[seed % len(PLAIN_LEVELS)]
        yield from play_match(rules, [choose] * 4, seed=seed, deals=1, levels=(level,) * 4)


@pytest.fixture(scope="module")
def blunders():
    return count_blunders(play_deals(QUICK_PLAYERS["expert"].choose, DEALS))


@pytest.mark.long
@pytest.mark.parametrize("blunder", BOUNDS)
def test_expert_hardly_ever_blunders(blunders, blunder):
    assert blunders[blunder] / DEALS <= BOUNDS[blunder]


@pytest.mark.long
def test_careless_player_blunders_in_every_way():
    careless = replace(Weights(), exposed=0.0, second_honour=0.0, partner_ruffed=0.0, lost_points=0.0)
    found = count_blunders(play_deals(RulePlayer(Style(weights=careless)).choose, FEW_DEALS))
    assert found[HONOUR_LED] / FEW_DEALS > BOUNDS[HONOUR_LED]
    assert all(found[blunder] for blunder in BOUNDS)


@pytest.mark.long
def test_weaker_levels_waste_more_honours():
    found = {level: count_blunders(play_deals(QUICK_PLAYERS[level].choose, FEW_DEALS)) for level in RULE_LEVELS}
    assert found["casual"][HONOUR_SECOND] > found["skilled"][HONOUR_SECOND] > found["expert"][HONOUR_SECOND]
    assert found["casual"][HONOUR_LED] > found["expert"][HONOUR_LED]
    for level in RULE_LEVELS:  # these blunders annoy a partner, so they are rare at every level
        assert found[level][PARTNER_RUFFED] / FEW_DEALS <= 0.05
        assert found[level][POINTS_LOST] / FEW_DEALS <= BOUNDS[POINTS_LOST]
