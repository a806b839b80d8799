"""Leads in a play-out: single cards, tuples and tractors, at typical rates."""

from typing import Final

from engine.model.trump import EFFECTIVE_SUIT_COUNT, TRUMP_INDEX
from engine.players.any_playout.hands import ManyHands, ManyTrick
from engine.players.bit_layout import BitLayout
from engine.players.playout.hands import Chance, split_bits
from engine.players.playout.lead import split_bits_of_run

_LEADS_TUPLE: Final = 0.6
_LEADS_TRACTOR: Final = 0.7
_LEADS_LONG: Final = 0.8
_LEADS_HIGH: Final = 0.45
_LEADS_HIGH_OR_LOW: Final = 0.7
_EVEN: Final = 0.5


def choose_lead(hands: ManyHands, layout: BitLayout, seat: int, players: int, chance: Chance) -> ManyTrick:
    """Lead a unit: choose a suit by length, then a tuple, a tractor or a single card, of these often the highest."""
    suit = _choose_suit(hands, seat, chance)
    at = EFFECTIVE_SUIT_COUNT * seat + suit
    width, length = 1, 1
    for wider in range(len(hands.copies), 1, -1):
        if hands.copies[wider - 1][at] and chance() < _LEADS_TUPLE:
            width = wider
            break
    if width > 1:
        length, mask = _choose_tuples(hands.copies[width - 1][at], suit, layout, chance)
    else:
        mask = _choose_single(hands.copies[0][at], chance)
    for bit in split_bits(mask):
        for _ in range(width):
            hands.take_bit(at, bit)
    level = layout.collapse(mask) if suit == TRUMP_INDEX else mask
    top = 1 << (level.bit_length() - 1)
    points = width * (5 * (mask & layout.fives[suit]).bit_count() + 10 * (mask & layout.tens[suit]).bit_count())
    turn = (seat + 1) % players
    return ManyTrick(suit, width, length, width * length, top, suit == TRUMP_INDEX, seat, points, turn, players - 1)


def _choose_suit(hands: ManyHands, seat: int, chance: Chance) -> int:
    base = EFFECTIVE_SUIT_COUNT * seat
    sizes = hands.counts[base : base + EFFECTIVE_SUIT_COUNT]
    place, suit = int(chance() * sum(sizes)), 0
    while place >= sizes[suit]:
        place -= sizes[suit]
        suit += 1
    return suit


def _choose_single(one: int, chance: Chance) -> int:
    singles, drawn = split_bits(one), chance()
    if drawn < _LEADS_HIGH:
        return singles[-1]
    return singles[0] if drawn < _LEADS_HIGH_OR_LOW else singles[int(chance() * len(singles))]


def _choose_tuples(tuples: int, suit: int, layout: BitLayout, chance: Chance) -> tuple[int, int]:
    """Choose a tuple or a tractor to lead; return its length and bits."""
    level = layout.collapse(tuples) if suit == TRUMP_INDEX else tuples
    runs = level & (level >> 1)
    if runs and chance() < _LEADS_TRACTOR:
        starts = split_bits(runs)
        low, length = starts[int(chance() * len(starts))], 2
        while level & (low << length) and chance() < _LEADS_LONG:
            length += 1
        return length, split_bits_of_run(tuples, suit, low, length, layout)
    singles = split_bits(tuples)
    return 1, singles[int(chance() * len(singles))] if chance() < _EVEN else singles[-1]
