"""Ruffs of several cards in a play-out."""

from typing import Final

from engine.players.kernel.hands import THROW, TRUMP, Chance, Table, Trick, bits, take
from engine.players.kernel.leads import spread
from engine.players.layout import Layout

_RUFFS_PAIRS: Final = 0.9
_RUFFS_PAIRS_FOR_NOTHING: Final = 0.5


def ruff(table: Table, lay: Layout, trick: Trick, base: int, chance: Chance, played: list[tuple[int, int]]) -> bool:
    """Ruff in the shape of the lead, if that is possible and wanted; tell whether it was done."""
    at = base + TRUMP
    if chance() > (_RUFFS_PAIRS if trick.points else _RUFFS_PAIRS_FOR_NOTHING):
        return False
    if trick.length == THROW:
        return _ruff_throw(table, lay, trick, at, played)
    two, length = table.two[at], trick.length
    level = lay.level(two)
    starts = level
    for step in range(1, length):
        starts &= level >> step
    for low in bits(starts):
        if not trick.ruffed or (low << (length - 1)) > trick.top:
            lay_pairs(table, at, spread(two, TRUMP, low, length, lay), played)
            return True
    return False


def _ruff_throw(table: Table, lay: Layout, trick: Trick, at: int, played: list[tuple[int, int]]) -> bool:
    """Ruff a throw with the lowest trumps that have as many pairs; over another ruff only with a higher card."""
    one, two = table.one[at], table.two[at]
    if table.size[at] < trick.cards or two.bit_count() < trick.pairs:
        return False
    if trick.ruffed and lay.level(one) < trick.top << 1:
        return False
    for bit in bits(two)[: trick.pairs]:
        lay_pairs(table, at, bit, played)
    while len(played) < trick.cards:
        one = table.one[at]
        bit = one & -one
        if trick.ruffed and len(played) == trick.cards - 1:
            bit = 1 << (one.bit_length() - 1)
        take(table, at, bit)
        played.append((TRUMP, bit))
    return True


def lay_pairs(table: Table, at: int, kinds: int, played: list[tuple[int, int]]) -> None:
    """Play pairs of trumps."""
    table.one[at] ^= kinds
    table.two[at] ^= kinds
    table.size[at] -= 2 * kinds.bit_count()
    for bit in bits(kinds):
        played += ((TRUMP, bit), (TRUMP, bit))
