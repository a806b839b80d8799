"""A play-out, in which a search finishes a deal, is many times as fast as the computer player that it imitates."""

import random
import time
from statistics import median

from engine.deal.game import view_for
from engine.deal.phases.states import Playing
from engine.model.presets import preset
from engine.players.levels import PLAYERS, choose
from engine.players.playouts.bit_layout import build_bit_layout
from engine.players.policies.beliefs import infer_beliefs
from engine.players.sampling.deal_sampler import DealSampler
from engine.players.search.play_search import list_given_candidates
from engine.players.search.rate_playouts import RuleFinish
from tests.bench.finish_true_deal import finish_deal
from tests.engine.players.computer_matches import play_match

STANDARD = preset("standard")
SEATS, MIN_EXPERT = 4, 8
DEALS = 16
"""How many deals the play-outs finish after each lead. A real search finishes more."""


def test_playout_is_eight_times_as_fast_as_rule_player(record_property, scale):
    """A play-out keeps cards as bits of numbers. The computer player chooses and plays each card through the engine."""
    phases = list_first_leads(scale.pick(12, 1))
    pairs = [(measure_expert(phases), measure_rules(phases)) for _ in range(scale.pick(5, 1))]
    ratio = median(a / b for a, b in pairs)
    record_property("ratio", ratio)
    print(
        f"\na deal by rules takes {1000 * median(b for _, b in pairs):.2f} ms; expert takes {ratio:.1f} x as long (floor {MIN_EXPERT})"
    )
    assert scale.is_short or ratio >= MIN_EXPERT


def list_first_leads(number):
    """Return the states of some deals, each just before its first lead."""
    found, choosers = [], [PLAYERS["expert"].choose] * SEATS
    for deal in range(number):
        played = play_match(STANDARD, choosers, f"lead {deal}", 1)
        found.append(next(phase for _, _, phase in played if isinstance(phase, Playing)))
    return found


def measure_expert(phases):
    """Return the mean seconds that `expert` in all seats needs to finish a deal."""
    begin = time.process_time()
    for phase in phases:
        first = choose("expert", view_for(phase, phase.turn), random.Random(1))
        finish_deal(phase, phase.turn, first.cards)
    return (time.process_time() - begin) / len(phases)


def measure_rules(phases):
    """Return the mean seconds that a play-out by rules needs to finish a deal."""
    spent = 0.0
    for phase in phases:
        view = view_for(phase, phase.turn)
        beliefs, layout = infer_beliefs(view), build_bit_layout(view.trump)
        value = RuleFinish(beliefs, layout).build_valuer(
            list_given_candidates(beliefs, [choose("expert", view, random.Random(1)).cards])[0]
        )
        sampler, rng = DealSampler.of(beliefs, layout), random.Random(1)
        deals = [sampler.sample(rng) for _ in range(DEALS)]
        begin = time.process_time()
        for deal in deals:
            value(deal)
        spent += time.process_time() - begin
    return spent / len(phases) / DEALS
