"""Leads in a play-out: single cards, pairs and tractors, at typical rates."""

from typing import Final

from engine.model.trump import EFFECTIVE_SUIT_COUNT, TRUMP_INDEX
from engine.players.bit_layout import BitLayout
from engine.players.playout.hands import Chance, FourHands, Trace, Trick, split_bits

_LEADS_PAIR: Final = 0.6
_LEADS_TRACTOR: Final = 0.7
_LEADS_LONG: Final = 0.8
_LEADS_HIGH: Final = 0.45
_LEADS_HIGH_OR_LOW: Final = 0.7
_EVEN: Final = 0.5


def choose_lead(hands: FourHands, layout: BitLayout, seat: int, chance: Chance, trace: Trace | None) -> Trick:
    """Lead a unit: choose a suit by length, then a single, pair or tractor; of singles often the highest."""
    base = EFFECTIVE_SUIT_COUNT * seat
    size = hands.counts
    place = int(chance() * (size[base] + size[base + 1] + size[base + 2] + size[base + 3] + size[base + 4]))
    suit = 0
    while place >= size[base + suit]:
        place -= size[base + suit]
        suit += 1
    at = base + suit
    one, two = hands.held[at], hands.pairs[at]
    length = 0
    if two and chance() < _LEADS_PAIR:
        length, mask = _choose_pairs(two, suit, layout, chance)
        hands.held[at] ^= mask
        hands.pairs[at] ^= mask
        size[at] -= 2 * length
        top = layout.collapse(mask) if suit == TRUMP_INDEX else mask
        top = 1 << (top.bit_length() - 1)
    else:
        singles = split_bits(one)
        draw = chance()
        if draw < _LEADS_HIGH:
            mask = singles[-1]
        elif draw < _LEADS_HIGH_OR_LOW:
            mask = singles[0]
        else:
            mask = singles[int(chance() * len(singles))]
        if two & mask:
            hands.pairs[at] ^= mask
        else:
            hands.held[at] ^= mask
        size[at] -= 1
        top = layout.collapse(mask) if suit == TRUMP_INDEX else mask
    points = 5 * (mask & layout.fives[suit]).bit_count() + 10 * (mask & layout.tens[suit]).bit_count()
    if length:
        points *= 2
    if trace is not None:
        trace.append((seat, [(suit, bit) for bit in split_bits(mask) for _ in range(2 if length else 1)]))
    return Trick(suit, length, max(1, 2 * length), top, suit == TRUMP_INDEX, seat, points, (seat + 1) & 3, 3)


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
