"""Following a single card in a play-out, and choosing single cards in general."""

from typing import Final

from engine.model.trump import EFFECTIVE_SUIT_COUNT, TRUMP_INDEX
from engine.players.bit_layout import BitLayout
from engine.players.playout.hands import Chance, FourHands, HeldCards, Trace, Trick, split_bits, take_bit

_EVEN: Final = 0.5
_BEATS: Final = 0.7
_FEEDS: Final = 0.75
_RUFFS_PARTNER: Final = 0.1
_RUFFS_POINTS: Final = 0.85
_RUFFS_NOTHING: Final = 0.4


def follow_single(hands: FourHands, layout: BitLayout, trick: Trick, chance: Chance, trace: Trace | None) -> None:
    """Let the next seat follow a single card."""
    seat, suit = trick.turn, trick.suit
    base = EFFECTIVE_SUIT_COUNT * seat
    at = base + suit
    one = hands.held[at]
    ours = not (trick.winner ^ seat) & 1
    beats = False
    if one:
        bit, beats = _choose_in_suit(one, suit, layout, trick, chance, ours=ours)
    else:
        trumps = hands.held[base + TRUMP_INDEX]
        bit = 0
        if (
            trumps
            and suit != TRUMP_INDEX
            and (not ours or trick.left > 1)
            and chance() < (_RUFFS_PARTNER if ours else _RUFFS_POINTS if trick.points else _RUFFS_NOTHING)
        ):
            bit = bits_above(trumps, TRUMP_INDEX, trick.top if trick.ruffed else 0, layout)
        if bit:
            at, beats = base + TRUMP_INDEX, True
        else:
            at, bit = discard(hands, layout, base, chance, points=ours)
            beats = (
                at - base == TRUMP_INDEX
                and suit != TRUMP_INDEX
                and (not trick.ruffed or layout.collapse(bit) > trick.top)
            )
    take_bit(hands, at, bit)
    played = at - base
    if bit & layout.tens[played]:
        trick.points += 10
    elif bit & layout.fives[played]:
        trick.points += 5
    if beats:
        trick.winner = seat
        trick.top = layout.collapse(bit) if played == TRUMP_INDEX else bit
        trick.ruffed = played == TRUMP_INDEX
    if trace is not None:
        trace.append((seat, [(played, bit)]))


def bits_above(mask: int, suit: int, top: int, layout: BitLayout) -> int:
    """Return the lowest card that beats `top`; 0 if there is none."""
    if suit != TRUMP_INDEX or not layout.groups:
        higher = mask & -(top << 1) if top else mask
        return higher & -higher
    for bit in split_bits(mask):
        if layout.collapse(bit) > top:
            return bit
    return 0


def _choose_in_suit(
    one: int, suit: int, layout: BitLayout, trick: Trick, chance: Chance, *, ours: bool
) -> tuple[int, bool]:
    """Choose a card of the led suit: high to win, points to a partner, else low; return it and whether it wins."""
    can = not trick.ruffed or suit == TRUMP_INDEX
    if ours:
        if chance() < _FEEDS:
            worth = one & layout.tens[suit] or one & layout.fives[suit]
            bit = worth & -worth if worth else one & -one
        elif chance() < _EVEN:
            bit = 1 << (one.bit_length() - 1)
        else:
            bit = one & -one
    elif can and (trick.left == 1 or chance() < _BEATS):
        bit = bits_above(one, suit, trick.top, layout)
        if bit and trick.left > 1:
            bit = 1 << (one.bit_length() - 1)
        if not bit:
            bit = cheapest_bit(one, suit, layout)
    else:
        bit = cheapest_bit(one, suit, layout)
    level = layout.collapse(bit) if suit == TRUMP_INDEX else bit
    return bit, can and level > trick.top


def cheapest_bit(one: int, suit: int, layout: BitLayout) -> int:
    """Return the lowest card without points, else the lowest five, else the lowest card."""
    plain = one & ~(layout.tens[suit] | layout.fives[suit]) or one & layout.fives[suit] or one
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
