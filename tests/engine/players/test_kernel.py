"""The search's kernel against the public engine: the same plays are legal there and come to the same result."""

import random

import pytest
from matches import match

from engine.actions import Play
from engine.cards import Card, counts, points_of
from engine.game import apply
from engine.phases.finished import Finished
from engine.phases.playing import Playing
from engine.players import PLAYERS
from engine.players.kernel import Table, Trick, bits, playout
from engine.players.layout import layout
from engine.presets import preset, with_options
from engine.rules import Level
from engine.trump import TRUMP_INDEX


def table_of(phase, lay):
    table = Table.empty()
    for seat, hand in enumerate(phase.hands):
        for card in hand:
            table.give(seat, card, lay)
    return table


def tricks_begun(rules, seed, deals, levels=None, declarer=None):
    """Return phases of played deals in which a trick is about to be led."""
    players = [PLAYERS["casual"].choose] * 4
    found = match(rules, players, seed=seed, deals=deals, levels=levels, declarer=declarer)
    return [p for _, _, p in found if isinstance(p, Playing) and p.lead is None]


def finish(phase, trace, lay):
    """Play the traced plays in the public game."""
    for seat, played in trace:
        cards = tuple(Card(lay.face[suit][bit.bit_length() - 1]) for suit, bit in played)
        assert phase.turn == seat
        phase = apply(phase, seat, Play(cards)).phase
    return phase


@pytest.mark.parametrize("level", [Level.TWO, Level.SEVEN, Level.ACE])
def test_playouts_are_legal_and_end_alike(level):
    rules = preset("club")
    chance = random.Random(f"kernel {level}")
    played = 0
    for phase in tricks_begun(rules, f"k{level}", 3, (level,) * 4, 0)[::4]:
        lay = layout(phase.dealt.trump)
        before = sum(points for seat, points in enumerate(phase.taken) if seat not in phase.declarers)
        for _ in range(8):
            trace = []
            end = playout(table_of(phase, lay), lay, None, phase.turn, phase.dealt.declarer, chance.random, trace)
            last = finish(phase, trace, lay)
            assert isinstance(last, Finished)
            assert last.result.trick_points - before == end.points
            assert last.result.last_trick == end.winner
            if last.result.multiplier:
                assert last.result.multiplier == 2 * max(1, 2 * end.length)
            played += 1
    assert played > 50


def test_no_trump_and_trump_tractors_across_the_level_cards():
    """Deals of nothing but trumps in pairs: tractors over the equal level cards, ruffs, and forced pairs."""
    rules = with_options(preset("club"), throws="off")
    rng = random.Random(3)
    long_leads = 0
    for phase in tricks_begun(rules, "nt", 6)[::6]:
        lay = layout(phase.dealt.trump)
        pool = [card for hand in phase.hands for card in hand]
        pool.sort(key=lambda card: (lay.suit[card], lay.bit[card], rng.random()))
        size = len(phase.hands[0])
        from dataclasses import replace

        stacked = replace(phase, hands=tuple(tuple(pool[size * s : size * s + size]) for s in range(4)))
        for _ in range(6):
            trace = []
            end = playout(table_of(stacked, lay), lay, None, stacked.turn, stacked.dealt.declarer, rng.random, trace)
            last = finish(stacked, trace, lay)
            assert last.result.last_trick == end.winner
            long_leads += sum(len(cards) >= 4 for _, cards in trace) // 4
    assert long_leads > 20


def test_a_trick_under_way_goes_on_as_it_stands():
    """After a lead has been made in the public game, the kernel follows it to the same end."""
    rules = with_options(preset("club"), throws="off")
    rng = random.Random(8)
    compared = 0
    for phase in tricks_begun(rules, "way", 3)[::3]:
        lay = layout(phase.dealt.trump)
        first = []
        playout(table_of(phase, lay), lay, None, phase.turn, phase.dealt.declarer, rng.random, first)
        begun = finish(phase, first[:1], lay)
        if not isinstance(begun, Playing):
            continue
        suit, top = first[0][1][0][0], max(bit for _, bit in first[0][1])
        size = len(begun.trick.plays[0].cards)
        trick = Trick(
            suit,
            size // 2,
            size,
            lay.level(top) if suit == TRUMP_INDEX else top,
            suit == TRUMP_INDEX,
            phase.turn,
            begun.trick.points,
            begun.turn,
            3,
        )
        trace = []
        end = playout(table_of(begun, lay), lay, trick, phase.turn, phase.dealt.declarer, rng.random, trace)
        last = finish(begun, trace, lay)
        before = sum(points for seat, points in enumerate(phase.taken) if seat not in phase.declarers)
        assert last.result.trick_points - before == end.points
        assert last.result.last_trick == end.winner
        compared += 1
    assert compared > 10


def test_bits_and_tables():
    assert bits(0b101001) == (1, 8, 32)
    lay = layout(next(iter(tricks_begun(preset("club"), "bits", 1))).dealt.trump)
    hand = [Card(n) for n in (0, 0, 5, 8, 52, 53, 53)]
    table = Table.empty()
    for card in hand:
        table.give(2, card, lay)
    back = counts(
        face
        for suit in range(5)
        for place, face in enumerate(lay.face[suit])
        for mask in (table.one, table.two)
        if mask[10 + suit] >> place & 1
    )
    assert back == counts(hand)
    assert table.cards(2) == len(hand)
    copy = table.copy()
    for card in hand:
        table.take(2, card, lay)
    assert table.cards(2) == 0
    assert copy.cards(2) == len(hand)
    assert points_of(hand) == sum(
        5 * (copy.one[10 + s] & lay.fives[s]).bit_count()
        + 5 * (copy.two[10 + s] & lay.fives[s]).bit_count()
        + 10 * (copy.one[10 + s] & lay.tens[s]).bit_count()
        for s in range(5)
    )
