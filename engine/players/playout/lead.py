"""Leads in a play-out: the rates of single cards, pairs and tractors, and leads of pairs."""

from typing import Final

from engine.model.trump import EFFECTIVE_SUIT_COUNT, TRUMP_INDEX
from engine.players.bit_layout import BitLayout
from engine.players.playout.hands import Chance, FourHands, Trace, Trick, split_bits

LEADS_PAIR: Final = 0.6
_LEADS_TRACTOR: Final = 0.7
_LEADS_LONG: Final = 0.8
LEADS_HIGH: Final = 0.45
LEADS_HIGH_OR_LOW: Final = 0.7
_EVEN: Final = 0.5


def lead_pairs(hands: FourHands, layout: BitLayout, seat: int, suit: int, chance: Chance, trace: Trace | None) -> Trick:
    """Lead a pair or tractor of a suit that has one."""
    at = EFFECTIVE_SUIT_COUNT * seat + suit
    length, mask = _choose_pairs(hands.pairs[at], suit, layout, chance)
    hands.held[at] ^= mask
    hands.pairs[at] ^= mask
    hands.counts[at] -= 2 * length
    top = layout.collapse(mask) if suit == TRUMP_INDEX else mask
    top = 1 << (top.bit_length() - 1)
    points = 10 * (mask & layout.fives[suit]).bit_count() + 20 * (mask & layout.tens[suit]).bit_count()
    if trace is not None:
        trace.append((seat, [(suit, bit) for bit in split_bits(mask) for _ in range(2)]))
    return Trick(suit, length, 2 * length, top, suit == TRUMP_INDEX, seat, points, (seat + 1) & 3, 3)


def _choose_pairs(two: int, suit: int, layout: BitLayout, chance: Chance) -> tuple[int, int]:
    """Choose a pair or a tractor to lead; return its length and bits."""
    level = layout.collapse(two) if suit == TRUMP_INDEX else two
    runs = level & (level >> 1)
    if runs and chance() < _LEADS_TRACTOR:
        starts = split_bits(runs)
        low = starts[int(chance() * len(starts))]
        length = 2
        while level & (low << length) and chance() < _LEADS_LONG:
            length += 1
        return length, split_bits_of_run(two, suit, low, length, layout)
    pairs = split_bits(two)
    return 1, pairs[int(chance() * len(pairs))] if chance() < _EVEN else pairs[-1]


def split_bits_of_run(two: int, suit: int, low: int, length: int, layout: BitLayout) -> int:
    """Return the bits of a tractor that starts at the collapsed bit `low`."""
    run = (low << length) - low
    return layout.expand(run, two) if suit == TRUMP_INDEX else run
