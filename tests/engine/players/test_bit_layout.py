"""A hand can be stored as a bit mask, which has the same cards, points and order as the hand."""

import random

import pytest

from engine.model.cards import Card, Rank, Suit, count_faces, points_of
from engine.model.options import PermanentTrumps
from engine.model.presets import preset, with_options
from engine.model.trump import TRUMP_INDEX, Trump
from engine.players.playouts.bit_layout import build_bit_layout
from engine.players.playouts.hands import Hands, split_bits


@pytest.mark.parametrize("permanent", list(PermanentTrumps))
@pytest.mark.parametrize("suit", [Suit.HEARTS, None])
def test_merged_bits_agree_with_the_order_of_trumps(permanent, suit):
    rng = random.Random(f"{permanent}{suit}")
    for rank in (Rank.TWO, Rank.FIVE, Rank.NINE):
        trump = Trump.of(with_options(preset("standard"), permanent_trumps=permanent), rank, suit)
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


def test_hand_of_bits_has_the_same_cards_and_points():
    assert split_bits(0b101001) == (1, 8, 32)
    layout = build_bit_layout(Trump.of(preset("standard"), Rank.SEVEN, Suit.HEARTS))
    hand = [Card(n) for n in (0, 0, 5, 8, 52, 53, 53)]
    table = Hands.empty(preset("standard"))
    for card in hand:
        table.give(2, card, layout)
    back = count_faces(
        face
        for suit in range(5)
        for place, face in enumerate(layout.face[suit])
        for mask in table.copies
        if mask[10 + suit] >> place & 1
    )
    assert back == count_faces(hand)
    assert sum(table.counts[10:15]) == len(hand)
    copy = table.copy()
    table.give(2, hand[0], layout)
    assert sum(copy.counts[10:15]) == len(hand)
    assert points_of(hand) == sum(
        5 * (copy.copies[0][10 + s] & layout.fives[s]).bit_count()
        + 5 * (copy.copies[1][10 + s] & layout.fives[s]).bit_count()
        + 10 * (copy.copies[0][10 + s] & layout.tens[s]).bit_count()
        for s in range(5)
    )
