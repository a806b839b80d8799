"""The search's play-outs agree with the public engine on legal plays and results."""

import random

import pytest
from computer_matches import play_match

from engine.deal.game import apply
from engine.deal.phases.states import Finished, Playing
from engine.model.actions import Play
from engine.model.cards import Card, Rank, Suit, count_faces, points_of
from engine.model.options import Level, PermanentTrumps
from engine.model.presets import preset, with_options
from engine.model.trump import TRUMP_INDEX, Trump
from engine.players import PLAYERS
from engine.players.bit_layout import build_bit_layout
from engine.players.playout import FourHands, Trick, run_playout, split_bits
from tests.everyday import spread


def hands_of(phase, layout):
    table = FourHands.empty()
    for seat, hand in enumerate(phase.hands):
        for card in hand:
            table.give(seat, card, layout)
    return table


def positions_before_leads(rules, seed, deals, levels=None, declarer=None):
    """Return phases of played deals in which a trick is about to be led."""
    players = [PLAYERS["casual"].choose] * 4
    found = play_match(rules, players, seed=seed, deals=deals, levels=levels, declarer=declarer)
    return [p for _, _, p in found if isinstance(p, Playing) and p.lead is None]


def apply_trace(phase, trace, layout):
    """Play the traced plays in the public game."""
    for seat, played in trace:
        cards = tuple(Card(layout.face[suit][bit.bit_length() - 1]) for suit, bit in played)
        assert phase.turn == seat
        phase = apply(phase, seat, Play(cards)).phase
    return phase


@pytest.mark.parametrize(
    ("level", "permanent"),
    spread(
        3,
        [
            (Level.TWO, "none"),
            (Level.SEVEN, "none"),
            (Level.ACE, "none"),
            (Level.SEVEN, "twos"),
            (Level.TWO, "two_three_five"),
            (Level.NINE, "two_three_five"),
            (Level.FIVE, "red_fives"),
            (Level.SEVEN, "red_fives"),
        ],
    ),
)
def test_playouts_are_legal_and_score_alike(level, permanent):
    rules = with_options(preset("club"), permanent_trumps=permanent)
    chance = random.Random(f"kernel {level}")
    played = 0
    for phase in positions_before_leads(rules, f"k{level}", 3, (level,) * 4, 0)[::4]:
        layout = build_bit_layout(phase.dealt.trump)
        before = sum(points for seat, points in enumerate(phase.taken) if seat not in phase.declarers)
        for _ in range(8):
            trace = []
            end = run_playout(
                hands_of(phase, layout), layout, None, phase.turn, phase.dealt.declarer, chance.random, trace
            )
            last = apply_trace(phase, trace, layout)
            assert isinstance(last, Finished)
            assert last.result.trick_points - before == end.points
            assert last.result.last_trick == end.winner
            if last.result.multiplier:
                assert last.result.multiplier == 2 * max(1, 2 * end.length)
            played += 1
    assert played > 50


@pytest.mark.parametrize("permanent", spread(1, ["none", "two_three_five", "red_fives"]))
def test_playouts_with_trump_tractors_across_level_cards(permanent):
    """Deals of nothing but pairs of trumps: tractors across equal cards, ruffs, and forced pairs."""
    rules = with_options(preset("club"), throws="off", permanent_trumps=permanent)
    rng = random.Random(3)
    long_leads = 0
    for phase in positions_before_leads(rules, "nt", 6)[::6]:
        layout = build_bit_layout(phase.dealt.trump)
        pool = [card for hand in phase.hands for card in hand]
        pool.sort(key=lambda card: (layout.suit[card], layout.bit[card], rng.random()))
        size = len(phase.hands[0])
        from dataclasses import replace

        stacked = replace(phase, hands=tuple(tuple(pool[size * s : size * s + size]) for s in range(4)))
        for _ in range(6):
            trace = []
            end = run_playout(
                hands_of(stacked, layout), layout, None, stacked.turn, stacked.dealt.declarer, rng.random, trace
            )
            last = apply_trace(stacked, trace, layout)
            assert last.result.last_trick == end.winner
            long_leads += sum(len(cards) >= 4 for _, cards in trace) // 4
    assert long_leads > 20


def test_playout_continues_a_started_trick():
    """After a lead in the public game, the play-out continues to the same end."""
    rules = with_options(preset("club"), throws="off")
    rng = random.Random(8)
    compared = 0
    for phase in positions_before_leads(rules, "way", 3)[::3]:
        layout = build_bit_layout(phase.dealt.trump)
        first = []
        run_playout(hands_of(phase, layout), layout, None, phase.turn, phase.dealt.declarer, rng.random, first)
        begun = apply_trace(phase, first[:1], layout)
        if not isinstance(begun, Playing):
            continue
        suit, top = first[0][1][0][0], max(bit for _, bit in first[0][1])
        size = len(begun.trick.plays[0].cards)
        trick = Trick(
            suit,
            size // 2,
            size,
            layout.collapse(top) if suit == TRUMP_INDEX else top,
            suit == TRUMP_INDEX,
            phase.turn,
            begun.trick.points,
            begun.turn,
            3,
        )
        trace = []
        end = run_playout(hands_of(begun, layout), layout, trick, phase.turn, phase.dealt.declarer, rng.random, trace)
        last = apply_trace(begun, trace, layout)
        before = sum(points for seat, points in enumerate(phase.taken) if seat not in phase.declarers)
        assert last.result.trick_points - before == end.points
        assert last.result.last_trick == end.winner
        compared += 1
    assert compared > 10


@pytest.mark.parametrize("permanent", list(PermanentTrumps))
@pytest.mark.parametrize("suit", [Suit.HEARTS, None])
def test_merged_bits_agree_with_the_order_of_trumps(permanent, suit):
    rng = random.Random(f"{permanent}{suit}")
    for rank in (Rank.TWO, Rank.FIVE, Rank.NINE):
        trump = Trump.of(with_options(preset("club"), permanent_trumps=permanent), rank, suit)
        layout = build_bit_layout(trump)
        faces = layout.face[TRUMP_INDEX]
        merged = {face: layout.collapse(layout.bit[face]) for face in faces}
        for one in faces:
            for other in faces:
                assert (merged[one] < merged[other]) == (trump.strength(one) < trump.strength(other))
                assert trump.are_adjacent(one, other) == (merged[one] in {merged[other] * 2, merged[other] // 2})
        for _ in range(50):
            held = rng.getrandbits(len(faces))
            level = layout.collapse(held)
            assert level == sum({merged[face] for face in faces if held & layout.bit[face]})
            chosen = layout.expand(level, held)
            assert chosen & ~held == 0
            assert layout.collapse(chosen) == level
            assert chosen.bit_count() == level.bit_count()


def test_bits_and_hands():
    assert split_bits(0b101001) == (1, 8, 32)
    layout = build_bit_layout(next(iter(positions_before_leads(preset("club"), "bits", 1))).dealt.trump)
    hand = [Card(n) for n in (0, 0, 5, 8, 52, 53, 53)]
    table = FourHands.empty()
    for card in hand:
        table.give(2, card, layout)
    back = count_faces(
        face
        for suit in range(5)
        for place, face in enumerate(layout.face[suit])
        for mask in (table.held, table.pairs)
        if mask[10 + suit] >> place & 1
    )
    assert back == count_faces(hand)
    assert table.cards(2) == len(hand)
    copy = table.copy()
    for card in hand:
        table.take(2, card, layout)
    assert table.cards(2) == 0
    assert copy.cards(2) == len(hand)
    assert points_of(hand) == sum(
        5 * (copy.held[10 + s] & layout.fives[s]).bit_count()
        + 5 * (copy.pairs[10 + s] & layout.fives[s]).bit_count()
        + 10 * (copy.held[10 + s] & layout.tens[s]).bit_count()
        for s in range(5)
    )
