"""Measures the speed of the game. Within one run, it is compared with RLCard's dou dizhu and with a replay."""

import random
import time
from itertools import islice
from statistics import median

import pytest

from engine.cards_in_play.follows import legal_follows
from engine.cards_in_play.leads import leadable_units
from engine.deal.fair_shuffle import make_fair_deal
from engine.deal.game import apply, legal_actions, start, to_act
from engine.deal.phases.states import Playing
from engine.io.record import Move, Record, replay_to_end
from engine.model.actions import Draw, Play
from engine.model.presets import PRESETS
from engine.model.seats import TABLE

STANDARD = PRESETS["standard"]


def playing(seed):
    """Return a deal at its first lead, and the moves that led to it."""
    rng = random.Random(seed)
    while True:
        phase, moves = start(STANDARD), []
        for action in (make_fair_deal(STANDARD, rng.randbytes(32)), Draw(100)):
            moves.append(Move(TABLE, action))
            phase = apply(phase, TABLE, action).phase
        while seats := to_act(phase):
            if isinstance(phase, Playing):
                return phase, moves
            action = list(islice(legal_actions(phase, seats[0]), 5))[-1]
            moves.append(Move(seats[0], action))
            phase = apply(phase, seats[0], action).phase


def play_out(phase, rng, moves):
    while isinstance(phase, Playing):
        hand, trump = phase.hands[phase.turn], phase.dealt.trump
        if phase.lead is None:
            cards = rng.choice(list(leadable_units(hand, trump, STANDARD))).cards
        else:
            cards = rng.choice(list(islice(legal_follows(hand, phase.lead, trump, STANDARD), 8)))
        moves.append(Move(phase.turn, Play(cards)))
        phase = apply(phase, phase.turn, Play(cards)).phase


def ours(deals):
    """Return the steps per second of random legal play. It uses the public interface, which checks everything."""
    rng, moves = random.Random(1), []
    begin = time.process_time()
    for phase in deals:
        play_out(phase, rng, moves)
    return len(moves) / (time.process_time() - begin)


def theirs(games):
    pytest.importorskip("rlcard", reason="rlcard is not installed: `make bench` installs it")
    import numpy as np
    from rlcard.games import doudizhu

    rng, steps, spent = random.Random(1), 0, 0.0
    for seed in range(games):
        game = doudizhu.Game()
        game.np_random = np.random.RandomState(seed)
        state, _ = game.init_game()
        begin = time.process_time()
        while not game.is_over():
            state, _ = game.step(rng.choice(state["actions"]))
            steps += 1
        spent += time.process_time() - begin
    return steps / spent


def test_engine_is_twice_as_fast_as_rlcard(record_property, scale):
    deals = [playing(seed)[0] for seed in range(scale.pick(12, 2))]
    theirs(2)
    pairs = [(ours(deals), theirs(len(deals))) for _ in range(scale.pick(5, 1))]
    ratio = median(a / b for a, b in pairs)
    record_property("ratio", ratio)
    print(f"\nsteps a second against RLCard's dou dizhu core: {ratio:.1f} x (floor 2)")
    assert scale.is_short or ratio >= 2


def test_replay_of_a_deal_takes_less_than_ten_milliseconds(record_property, scale):
    phase, moves = playing(3)
    play_out(phase, random.Random(2), moves)
    record = Record(STANDARD, tuple(moves))
    times = []
    for _ in range(scale.pick(15, 1)):
        begin = time.process_time()
        replay_to_end(record)
        times.append(time.process_time() - begin)
    record_property("milliseconds", median(times) * 1000)
    print(f"\nfold of a deal of {len(moves)} actions: {median(times) * 1000:.2f} ms (limit 10)")
    assert scale.is_short or median(times) < 0.010


def test_playing_a_deal_takes_less_than_five_replays(record_property, scale):
    """A deal is played from its shuffle to its result. Each action is chosen from the listed legal actions."""
    seeds, took, folds = range(scale.pick(40, 2)), 0.0, 0.0
    for seed in seeds:
        begin = time.process_time()
        phase, moves = playing(seed)
        play_out(phase, random.Random(seed), moves)
        took += time.process_time() - begin
        begin = time.process_time()
        replay_to_end(Record(STANDARD, tuple(moves)))
        folds += time.process_time() - begin
    record_property("deals a second", round(len(seeds) / took))
    print(f"\nwhole deals a second: {len(seeds) / took:.0f}; one takes {took / folds:.1f} times a fold of it (limit 5)")
    assert scale.is_short or took < 5 * folds
