"""Ruffs of several cards in a play-out."""

from typing import Final

from engine.model.trump import TRUMP_INDEX
from engine.players.bit_layout import BitLayout
from engine.players.playout.hands import THROW, Chance, FourHands, Trick, split_bits, take_bit
from engine.players.playout.lead import split_bits_of_run

_RUFFS_PAIRS: Final = 0.9
_RUFFS_PAIRS_FOR_NOTHING: Final = 0.5


def ruff(
    hands: FourHands, layout: BitLayout, trick: Trick, base: int, chance: Chance, played: list[tuple[int, int]]
) -> bool:
    """Ruff in the shape of the lead if possible and wanted; return whether it was done."""
    at = base + TRUMP_INDEX
    if chance() > (_RUFFS_PAIRS if trick.points else _RUFFS_PAIRS_FOR_NOTHING):
        return False
    if trick.length == THROW:
        return _ruff_throw(hands, layout, trick, at, played)
    two, length = hands.pairs[at], trick.length
    level = layout.collapse(two)
    starts = level
    for step in range(1, length):
        starts &= level >> step
    for low in split_bits(starts):
        if not trick.ruffed or (low << (length - 1)) > trick.top:
            lay_pairs(hands, at, split_bits_of_run(two, TRUMP_INDEX, low, length, layout), played)
            return True
    return False


def _ruff_throw(hands: FourHands, layout: BitLayout, trick: Trick, at: int, played: list[tuple[int, int]]) -> bool:
    """Ruff a throw with the lowest trumps with enough pairs, over another ruff only with a higher card."""
    one, two = hands.held[at], hands.pairs[at]
    if hands.counts[at] < trick.cards or two.bit_count() < trick.pairs:
        return False
    if trick.ruffed and layout.collapse(one) < trick.top << 1:
        return False
    for bit in split_bits(two)[: trick.pairs]:
        lay_pairs(hands, at, bit, played)
    while len(played) < trick.cards:
        one = hands.held[at]
        bit = one & -one
        if trick.ruffed and len(played) == trick.cards - 1:
            bit = 1 << (one.bit_length() - 1)
        take_bit(hands, at, bit)
        played.append((TRUMP_INDEX, bit))
    return True


def lay_pairs(hands: FourHands, at: int, kinds: int, played: list[tuple[int, int]]) -> None:
    """Play pairs of trumps."""
    hands.held[at] ^= kinds
    hands.pairs[at] ^= kinds
    hands.counts[at] -= 2 * kinds.bit_count()
    for bit in split_bits(kinds):
        played += ((TRUMP_INDEX, bit), (TRUMP_INDEX, bit))
