"""The kernel of the search: plays a second of its play-outs, beside a card library in Python and one in C++ driven from Python."""

import random
import time
from statistics import median

import pytest
from test_bench_game import theirs

from engine.arena.departures import finish_deal
from engine.deal.fairness import full_pack
from engine.deal.game import view_for
from engine.deal.phases.states import Playing
from engine.model.cards import Rank, Suit
from engine.model.presets import preset
from engine.model.trump import Trump
from engine.players import PLAYERS, choose
from engine.players.beliefs import infer_beliefs
from engine.players.bit_layout import build_bit_layout
from engine.players.finish_by_rules import RuleFinish
from engine.players.playout import SEATS, FourHands, run_playout
from engine.players.sample_deals import sample_deals
from tests.engine.players.computer_matches import play_match

CLUB = preset("club")
LAYOUT = build_bit_layout(Trump.of(CLUB, Rank.SEVEN, Suit.HEARTS))
MIN_RLCARD, MIN_OPENSPIEL, MIN_CLUB = 40, 1.0, 8


def deal_hands(seed):
    """Return the hands of a deal whose kitty is left out."""
    pack = list(full_pack(CLUB))
    random.Random(seed).shuffle(pack)
    hands = FourHands.empty()
    for at, card in enumerate(pack[: CLUB.hand_size * SEATS]):
        hands.give(at % SEATS, card, LAYOUT)
    return hands


def count_plays(deals):
    """Return how many plays the play-outs of these deals have that `measure_playouts` measures."""
    chance, trace = random.Random(1).random, []
    for hands in deals:
        run_playout(hands.copy(), LAYOUT, None, 0, 0, chance, trace)
    return len(trace)


def measure_playouts(deals):
    """Return plays a second, copying the hands included, with one generator for all as in a search."""
    plays, chance = count_plays(deals), random.Random(1).random
    begin = time.process_time()
    for hands in deals:
        run_playout(hands.copy(), LAYOUT, None, 0, 0, chance)
    return plays / (time.process_time() - begin)


def measure_spades(games):
    """Return plays a second of random deals of spades in OpenSpiel, asked for legal cards and told one from Python."""
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed: `make bench` installs it")
    rng, game, plays, spent = random.Random(1), pyspiel.load_game("spades"), 0, 0.0
    for _ in range(games):
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
        begin = time.process_time()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            plays += 1
        spent += time.process_time() - begin
    return plays / spent


@pytest.mark.parametrize(
    ("name", "other", "floor"),
    [("RLCard's dou dizhu core", theirs, MIN_RLCARD), ("OpenSpiel's spades", measure_spades, MIN_OPENSPIEL)],
)
def test_plays_a_second_of_playouts(record_property, scale, name, other, floor):
    deals = [deal_hands(seed) for seed in range(scale.pick(300, 5))]
    pairs = [(measure_playouts(deals), other(scale.pick(12, 2))) for _ in range(scale.pick(5, 1))]
    ratio = median(a / b for a, b in pairs)
    record_property("ratio", ratio)
    speed = median(a for a, _ in pairs)
    print(f"\nplays a second of play-outs: {speed:,.0f}; against {name}: {ratio:.1f} x (floor {floor})")
    assert scale.is_short or ratio >= floor


def test_playouts_by_rules_against_the_rule_player_itself(record_property, scale):
    """Finishing deals on bit masks, and with `club` in all seats through the public game."""
    phases = list_first_leads(scale.pick(12, 1))
    pairs = [(measure_club(phases), measure_rules(phases)) for _ in range(scale.pick(5, 1))]
    ratio = median(a / b for a, b in pairs)
    record_property("ratio", ratio)
    print(
        f"\na deal by rules takes {1000 * median(b for _, b in pairs):.2f} ms; club takes {ratio:.1f} x as long (floor {MIN_CLUB})"
    )
    assert scale.is_short or ratio >= MIN_CLUB


def list_first_leads(number):
    """Return phases before the first lead."""
    found, choosers = [], [PLAYERS["club"].choose] * SEATS
    for deal in range(number):
        played = play_match(CLUB, choosers, f"lead {deal}", 1)
        found.append(next(phase for _, _, phase in played if isinstance(phase, Playing)))
    return found


def measure_club(phases):
    """Return the seconds that `club` needs for a deal."""
    begin = time.process_time()
    for phase in phases:
        first = choose("club", view_for(phase, phase.turn), random.Random(1))
        finish_deal(phase, phase.turn, first.cards, 0.02)
    return (time.process_time() - begin) / len(phases)


def measure_rules(phases):
    """Return the seconds that a play-out by rules needs for a deal."""
    spent = 0.0
    for phase in phases:
        view = view_for(phase, phase.turn)
        beliefs, layout = infer_beliefs(view), build_bit_layout(view.trump)
        value = RuleFinish(beliefs, layout, 0.02).build_lead_valuer()
        deal = sample_deals(beliefs, layout).sample(random.Random(1))
        begin = time.process_time()
        value(deal)
        spent += time.process_time() - begin
    return spent / len(phases)
