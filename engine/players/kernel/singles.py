"""Following a single card in a play-out, and the choice of single cards in general."""

from typing import Final

from engine.players.kernel.hands import SUITS, TRUMP, Chance, Table, Trace, Trick, bits, take
from engine.players.layout import Layout

_EVEN: Final = 0.5
_BEATS: Final = 0.7
_FEEDS: Final = 0.75
_RUFFS_PARTNER: Final = 0.1
_RUFFS_POINTS: Final = 0.85
_RUFFS_NOTHING: Final = 0.4


def follow_single(table: Table, lay: Layout, trick: Trick, chance: Chance, trace: Trace | None) -> None:
    """Let the seat whose turn it is follow a single card."""
    seat, suit = trick.turn, trick.suit
    base = SUITS * seat
    at = base + suit
    one = table.one[at]
    ours = not (trick.winner ^ seat) & 1
    beats = False
    if one:
        bit, beats = _in_suit(one, suit, lay, trick, chance, ours=ours)
    else:
        trumps = table.one[base + TRUMP]
        bit = 0
        if (
            trumps
            and suit != TRUMP
            and (not ours or trick.left > 1)
            and chance() < (_RUFFS_PARTNER if ours else _RUFFS_POINTS if trick.points else _RUFFS_NOTHING)
        ):
            bit = over(trumps, TRUMP, trick.top if trick.ruffed else 0, lay)
        if bit:
            at, beats = base + TRUMP, True
        else:
            at, bit = discard(table, lay, base, chance, points=ours)
            beats = at - base == TRUMP and suit != TRUMP and (not trick.ruffed or lay.level(bit) > trick.top)
    take(table, at, bit)
    played = at - base
    if bit & lay.tens[played]:
        trick.points += 10
    elif bit & lay.fives[played]:
        trick.points += 5
    if beats:
        trick.winner = seat
        trick.top = lay.level(bit) if played == TRUMP else bit
        trick.ruffed = played == TRUMP
    if trace is not None:
        trace.append((seat, [(played, bit)]))


def over(mask: int, suit: int, top: int, lay: Layout) -> int:
    """Return the lowest card that beats `top`; 0 if there is none."""
    if suit != TRUMP or not lay.group:
        higher = mask & -(top << 1) if top else mask
        return higher & -higher
    for bit in bits(mask):
        if lay.level(bit) > top:
            return bit
    return 0


def _in_suit(one: int, suit: int, lay: Layout, trick: Trick, chance: Chance, *, ours: bool) -> tuple[int, bool]:
    """Choose the card of the led suit: high to win, points to a partner, else low; return it and whether it wins."""
    can = not trick.ruffed or suit == TRUMP
    if ours:
        if chance() < _FEEDS:
            worth = one & lay.tens[suit] or one & lay.fives[suit]
            bit = worth & -worth if worth else one & -one
        elif chance() < _EVEN:
            bit = 1 << (one.bit_length() - 1)
        else:
            bit = one & -one
    elif can and (trick.left == 1 or chance() < _BEATS):
        bit = over(one, suit, trick.top, lay)
        if bit and trick.left > 1:
            bit = 1 << (one.bit_length() - 1)
        if not bit:
            bit = cheapest(one, suit, lay)
    else:
        bit = cheapest(one, suit, lay)
    level = lay.level(bit) if suit == TRUMP else bit
    return bit, can and level > trick.top


def cheapest(one: int, suit: int, lay: Layout) -> int:
    """Return the lowest card without points, or, if all have some, the lowest five, else the lowest."""
    plain = one & ~(lay.tens[suit] | lay.fives[suit]) or one & lay.fives[suit] or one
    return plain & -plain


def discard(table: Table, lay: Layout, base: int, chance: Chance, *, points: bool) -> tuple[int, int]:
    """Choose a card to throw away: from a side suit if there is one; points to a partner, small cards to others."""
    size = table.size
    total = size[base] + size[base + 1] + size[base + 2] + size[base + 3]
    if not total:
        at = base + TRUMP
    else:
        place = int(chance() * total)
        at = base
        while place >= size[at]:
            place -= size[at]
            at += 1
    one = table.one[at]
    suit = at - base
    if points:
        worth = one & lay.tens[suit] or one & lay.fives[suit]
        if worth:
            return at, worth & -worth
        return at, one & -one
    return at, cheapest(one, suit, lay)
