"""In the arena, the player name `master:SHARE:SECONDS` limits how long the player searches."""

import random
from dataclasses import replace
from itertools import count

import pytest

from engine.arena import player_names
from engine.arena.player_names import build_player
from engine.deal.game import view_for
from engine.deal.phases.states import Playing
from engine.model.actions import Play
from engine.model.presets import preset
from engine.model.view import Ask
from engine.players.levels import PLAYERS
from engine.players.sampling.deal_sampler import DealSampler
from tests.engine.players.computer_matches import play_match

SECONDS = 0.25


@pytest.fixture
def late_lead():
    """Return the view of a seat that leads with at most 12 cards left."""
    phases = play_match(preset("standard"), [PLAYERS["expert"].choose] * 4, seed="clock", deals=1)
    views = (view_for(phase, phase.turn) for _, _, phase in phases if isinstance(phase, Playing))
    return next(view for view in views if view.ask is Ask.LEAD and len(view.hand) <= 12)


def test_decision_ends_when_the_time_is_over(late_lead, monkeypatch):
    ticks = (0.01 * n for n in count())
    monkeypatch.setattr(player_names.time, "monotonic", lambda: next(ticks))
    sampled, timed = [], build_player(f"master:100:{SECONDS}", 1.0)

    class CountedDeals:
        def __init__(self, *about):
            self.deals = DealSampler.of(*about)

        def sample(self, rng):
            sampled.append(1)
            return self.deals.sample(rng)

    timed = replace(timed, player=replace(timed.player, find_deals=CountedDeals))
    assert isinstance(timed.choose(late_lead, random.Random(1)), Play)
    assert 1 <= len(sampled) <= SECONDS / 0.01, "at most as many deals as play-outs that the clock allows, of 8,000"


def test_play_is_chosen_by_rules_if_no_deal_fits_the_time(late_lead, monkeypatch):
    monkeypatch.setattr(player_names.time, "monotonic", count().__next__)
    timed = build_player(f"master:1:{SECONDS}", 1.0)
    assert timed.choose(late_lead, random.Random(1)) == timed.player.rule_player.choose(late_lead, random.Random(1))


def test_clock_with_time_to_spare_changes_nothing(late_lead):
    timed, free = build_player("master:0.1:60", 1.0), build_player("master:0.1", 1.0)
    assert timed.player == free
    assert timed.choose(late_lead, random.Random(1)) == free.choose(late_lead, random.Random(1))
