"""Choosing single cards in a play-out."""

from engine.model.trump import TRUMP_INDEX
from engine.players.bit_layout import BitLayout
from engine.players.playout.hands import Chance, HeldCards


def bits_above(mask: int, suit: int, top: int, layout: BitLayout) -> int:
    """Return the lowest card that beats `top`; 0 if there is none."""
    if top:
        mask &= layout.trumps_above[top] if suit == TRUMP_INDEX else -(top << 1)
    return mask & -mask


def cheapest_bit(one: int, suit: int, layout: BitLayout) -> int:
    """Return the lowest card without points, else the lowest five, else the lowest card."""
    plain = one & layout.plain[suit] or one & layout.fives[suit] or one
    return plain & -plain


def discard(hands: HeldCards, layout: BitLayout, base: int, chance: Chance, *, points: bool) -> tuple[int, int]:
    """Choose a discard, from a side suit if possible: points for a partner, small cards for opponents."""
    size = hands.counts
    total = size[base] + size[base + 1] + size[base + 2] + size[base + 3]
    if not total:
        at = base + TRUMP_INDEX
    else:
        place = int(chance() * total)
        at = base
        while place >= size[at]:
            place -= size[at]
            at += 1
    one = hands.held[at]
    suit = at - base
    if points:
        worth = one & layout.tens[suit] or one & layout.fives[suit]
        if worth:
            return at, worth & -worth
        return at, one & -one
    return at, cheapest_bit(one, suit, layout)
