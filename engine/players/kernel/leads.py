"""Leads in a play-out: single cards, pairs and tractors, by habit."""

from typing import Final

from engine.players.kernel.hands import SUITS, TRUMP, Chance, Table, Trace, Trick, bits
from engine.players.layout import Layout

_LEADS_PAIR: Final = 0.6
_LEADS_TRACTOR: Final = 0.7
_LEADS_LONG: Final = 0.8
_LEADS_HIGH: Final = 0.45
_LEADS_HIGH_OR_LOW: Final = 0.7
_EVEN: Final = 0.5


def lead(table: Table, lay: Layout, seat: int, chance: Chance, trace: Trace | None) -> Trick:
    """Lead a unit: a suit by its length, then a single, pair or tractor; of singles more often the highest."""
    base = SUITS * seat
    size = table.size
    place = int(chance() * (size[base] + size[base + 1] + size[base + 2] + size[base + 3] + size[base + 4]))
    suit = 0
    while place >= size[base + suit]:
        place -= size[base + suit]
        suit += 1
    at = base + suit
    one, two = table.one[at], table.two[at]
    length = 0
    if two and chance() < _LEADS_PAIR:
        length, mask = _pairs(two, suit, lay, chance)
        table.one[at] ^= mask
        table.two[at] ^= mask
        size[at] -= 2 * length
        top = lay.level(mask) if suit == TRUMP else mask
        top = 1 << (top.bit_length() - 1)
    else:
        singles = bits(one)
        draw = chance()
        if draw < _LEADS_HIGH:
            mask = singles[-1]
        elif draw < _LEADS_HIGH_OR_LOW:
            mask = singles[0]
        else:
            mask = singles[int(chance() * len(singles))]
        if two & mask:
            table.two[at] ^= mask
        else:
            table.one[at] ^= mask
        size[at] -= 1
        top = lay.level(mask) if suit == TRUMP else mask
    points = 5 * (mask & lay.fives[suit]).bit_count() + 10 * (mask & lay.tens[suit]).bit_count()
    if length:
        points *= 2
    if trace is not None:
        trace.append((seat, [(suit, bit) for bit in bits(mask) for _ in range(2 if length else 1)]))
    return Trick(suit, length, max(1, 2 * length), top, suit == TRUMP, seat, points, (seat + 1) & 3, 3)


def _pairs(two: int, suit: int, lay: Layout, chance: Chance) -> tuple[int, int]:
    """Choose a pair or a tractor to lead; return its length and the kinds."""
    level = lay.level(two) if suit == TRUMP else two
    runs = level & (level >> 1)
    if runs and chance() < _LEADS_TRACTOR:
        starts = bits(runs)
        low = starts[int(chance() * len(starts))]
        length = 2
        while level & (low << length) and chance() < _LEADS_LONG:
            length += 1
        return length, spread(two, suit, low, length, lay)
    pairs = bits(two)
    return 1, pairs[int(chance() * len(pairs))] if chance() < _EVEN else pairs[-1]


def spread(two: int, suit: int, low: int, length: int, lay: Layout) -> int:
    """Return the kinds of a tractor that starts at the collapsed bit `low`."""
    run = (low << length) - low
    if suit != TRUMP or not lay.group:
        return run
    mask = run & lay.low
    if run & lay.rung:
        equal = two & lay.group
        mask |= equal & -equal
    return mask | (run // (lay.rung << 1)) << lay.above
