"""Clues from the play make sampled deals more like the true deal."""

import random
from collections import Counter

import pytest
from test_search import hand_of, play_phases, played_phases

from engine.deal.game import apply, view_for
from engine.model.actions import Play
from engine.model.cards import ALL_FACES, points_of
from engine.model.trump import TRUMP_INDEX
from engine.players.playouts.bit_layout import build_bit_layout
from engine.players.policies.beliefs import infer_beliefs
from engine.players.sampling.card_odds import CLUE_WEIGHTS, KITTY_WEIGHTS, Clue, find_clues, list_traits, weigh_clues
from engine.players.sampling.deal_sampler import DealSampler


def samplers(phase, monkeypatch):
    """Return (view, layout of its cards as bits, sampler of deals with clues, sampler without clues)."""
    view = view_for(phase, phase.turn)
    beliefs, layout = infer_beliefs(view), build_bit_layout(view.trump)
    by_clues = DealSampler.of(beliefs, layout)
    with monkeypatch.context() as without:
        without.setattr("engine.players.sampling.deal_sampler.has_clues", lambda _: False)
        without.setattr("engine.players.sampling.deal_sampler.weigh_buried", lambda *_: 1.0)
        return view, layout, by_clues, DealSampler.of(beliefs, layout)


def count_true_places(sampler, phase, layout, rng):
    """Sample six deals. Return how many of the other seats' cards are placed in the correct hands."""
    right = 0
    for _ in range(6):
        deal = sampler.sample(rng)
        for seat, hand in enumerate(phase.hands):
            if seat != phase.turn:
                right += (Counter(hand) & Counter(hand_of(deal.hands, seat, layout))).total()
    return right


@pytest.mark.long
def test_clues_bring_sampled_deals_closer_to_the_true_one(monkeypatch):
    rng, by_clues, without = random.Random(1), 0, 0
    for phase in play_phases("closer", 12)[::5]:
        _, layout, sampler, plain = samplers(phase, monkeypatch)
        by_clues += count_true_places(sampler, phase, layout, rng)
        without += count_true_places(plain, phase, layout, rng)
    assert by_clues > 1.05 * without


@pytest.mark.long
def test_sampled_kitties_hold_about_as_few_points_as_true_ones(monkeypatch):
    rng, sampled, without, true, number = random.Random(1), 0, 0, 0, 0
    for phase in play_phases("buried", 40)[::40]:
        view, _, sampler, plain = samplers(phase, monkeypatch)
        if view.kitty is None:
            number += 1
            true += points_of(phase.kitty)
            sampled += sum(points_of(sampler.sample(rng).kitty) for _ in range(4)) / 4
            without += sum(points_of(plain.sample(rng).kitty) for _ in range(4)) / 4
    assert number > 30
    assert sampled < without / 2
    assert abs(sampled - true) / number < 2


def test_low_follow_makes_lower_cards_unlikely():
    checked = 0
    for phase in played_phases()[:200]:
        if len(phase.trick.plays) != 1 or len(phase.trick.plays[0].cards) != 1:
            continue
        trump, seat = phase.dealt.trump, phase.turn
        lead = phase.trick.plays[0].cards[0]
        suit = trump.order.suit_of[lead]
        under = [
            card
            for card in phase.hands[seat]
            if trump.order.suit_of[card] == suit
            and not card.points
            and trump.strength(card) < trump.strength(lead)
            and suit != TRUMP_INDEX
        ]
        if not under:
            continue
        after = apply(phase, seat, Play((under[0],))).phase
        clues = find_clues(view_for(after, after.turn))[seat]
        for card in ALL_FACES:
            lower = trump.order.suit_of[card] == suit and trump.strength(card) < trump.strength(under[0])
            assert bool(clues[card] >> Clue.LOWER_UNDER & 1) >= (lower and not card.points)
            if not lower and not any(len(trick.plays) for trick in after.tricks):
                assert not clues[card] >> Clue.LOWER_UNDER & 1
        assert clues[under[0]] >> Clue.TWIN & 1
        checked += 1
    assert checked > 5


def test_every_clue_and_trait_occurs_and_has_a_weight():
    clues, traits = set(), set()
    for phase in played_phases():
        view = view_for(phase, phase.turn)
        beliefs = infer_beliefs(view)
        clues |= {clue for row in find_clues(view) for mask in set(row) for clue in Clue if mask >> clue & 1}
        traits |= {trait for card in ALL_FACES if beliefs.unseen[card] for trait in list_traits(beliefs, card)}
    assert clues == set(Clue) == set(CLUE_WEIGHTS)
    assert traits == set(KITTY_WEIGHTS)
    assert weigh_clues(0) == 1
    assert weigh_clues(1 << Clue.TWIN | 1 << Clue.LOWER_UNDER) < weigh_clues(1 << Clue.TWIN) < 1
