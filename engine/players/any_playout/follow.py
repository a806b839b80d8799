"""Following in a play-out: the suit if possible, in the led shape as far as possible, else ruffs and discards."""

from collections.abc import Sequence
from typing import Final

from engine.model.trump import EFFECTIVE_SUIT_COUNT, TRUMP_INDEX
from engine.players.any_playout.hands import THROW, ManyHands, ManyTrick
from engine.players.bit_layout import BitLayout
from engine.players.playout.hands import Chance, split_bits
from engine.players.playout.lead import split_bits_of_run
from engine.players.playout.single_cards import bits_above, cheapest_bit, discard

_BEATS: Final = 0.75
_FEEDS: Final = 0.75
_RUFFS_PARTNER: Final = 0.1
_RUFFS_POINTS: Final = 0.88
_RUFFS_NOTHING: Final = 0.45

Played = list[tuple[int, int]]
"""Suits and bits."""


def follow(hands: ManyHands, layout: BitLayout, trick: ManyTrick, sides: Sequence[bool], chance: Chance) -> None:
    """Let the next seat follow."""
    seat, suit, need = trick.turn, trick.suit, trick.cards
    base = EFFECTIVE_SUIT_COUNT * seat
    at = base + suit
    ours = sides[trick.winner] == sides[seat]
    played: Played = []
    if hands.counts[at] > need:
        _follow_suit(hands, layout, trick, at, chance, played, ours=ours)
    elif hands.counts[at] or not _ruff(hands, layout, trick, base, chance, played, ours=ours):
        _play_all(hands, at, suit, played)
        while len(played) < need:
            where, bit = discard(hands, layout, base, chance, points=ours)
            hands.take_bit(where, bit)
            played.append((where - base, bit))
    for where, bit in played:
        if bit & layout.tens[where]:
            trick.points += 10
        elif bit & layout.fives[where]:
            trick.points += 5
    compare(layout, trick, seat, played)


def _play_all(hands: ManyHands, at: int, suit: int, played: Played) -> None:
    for masks in hands.copies:
        played += ((suit, bit) for bit in split_bits(masks[at]))
        masks[at] = 0
    hands.counts[at] = 0


def _lay(hands: ManyHands, at: int, suit: int, bits: int, width: int, played: Played) -> None:
    for bit in split_bits(bits):
        for _ in range(width):
            hands.take_bit(at, bit)
            played.append((suit, bit))


def _follow_suit(
    hands: ManyHands, layout: BitLayout, trick: ManyTrick, at: int, chance: Chance, played: Played, *, ours: bool
) -> None:
    """Follow with cards of the suit: the led shape, or its tuples the widest first, then single cards."""
    suit, need, width = trick.suit, trick.cards, trick.width
    can_beat = (
        not ours and (suit == TRUMP_INDEX or not trick.ruffed) and chance() < (1.0 if trick.left == 1 else _BEATS)
    )
    if width != THROW:
        shape = find_shape(hands.copies[width - 1][at], suit, layout, trick, can_beat=can_beat)
        if shape and (width > 1 or can_beat):
            _lay(hands, at, suit, shape, width, played)
    for narrower in range(min(width or 2, len(hands.copies)), 1, -1):
        while need - len(played) >= narrower and (tuples := hands.copies[narrower - 1][at]):
            _lay(hands, at, suit, _choose_card(tuples, suit, layout, chance, ours=ours), narrower, played)
    while len(played) < need:
        _lay(hands, at, suit, _choose_card(hands.held[at], suit, layout, chance, ours=ours), 1, played)


def _choose_card(mask: int, suit: int, layout: BitLayout, chance: Chance, *, ours: bool) -> int:
    """Choose points for a partner, else a small card."""
    if ours and chance() < _FEEDS:
        worth = mask & layout.tens[suit] or mask & layout.fives[suit] or mask
        return worth & -worth
    return cheapest_bit(mask, suit, layout)


def find_shape(tuples: int, suit: int, layout: BitLayout, trick: ManyTrick, *, can_beat: bool) -> int:
    """Return the bits of a unit like the led one: the lowest that beats the trick if wanted, else the lowest; or 0.

    A seat that beats with a single card before others have played takes its highest.
    """
    if trick.length == 1 and trick.width == 1:
        bit = bits_above(tuples, suit, trick.top, layout) if can_beat else 0
        return 1 << (tuples.bit_length() - 1) if bit and trick.left > 1 else bit
    level = layout.collapse(tuples) if suit == TRUMP_INDEX else tuples
    starts = level
    for step in range(1, trick.length):
        starts &= level >> step
    if not starts:
        return 0
    higher = starts & -(trick.top >> (trick.length - 1) << 1) if can_beat else 0
    low = (higher or starts) & -(higher or starts)
    return split_bits_of_run(tuples, suit, low, trick.length, layout)


def _ruff(
    hands: ManyHands, layout: BitLayout, trick: ManyTrick, base: int, chance: Chance, played: Played, *, ours: bool
) -> bool:
    """Ruff in the shape of the lead if possible and wanted; return whether it was done."""
    if trick.suit == TRUMP_INDEX:
        return False
    at = base + TRUMP_INDEX
    likely = _RUFFS_PARTNER if ours else _RUFFS_POINTS if trick.points else _RUFFS_NOTHING
    if hands.counts[at] < trick.cards or (ours and trick.left == 1) or chance() > likely:
        return False
    if trick.width == THROW:
        return _ruff_throw(hands, layout, trick, at, played)
    tuples = hands.copies[trick.width - 1][at]
    level = layout.collapse(tuples)
    starts = level
    for step in range(1, trick.length):
        starts &= level >> step
    if trick.ruffed:
        starts &= -(trick.top >> (trick.length - 1) << 1)
    if not starts:
        return False
    bits = split_bits_of_run(tuples, TRUMP_INDEX, starts & -starts, trick.length, layout)
    _lay(hands, at, TRUMP_INDEX, bits, trick.width, played)
    return True


def _ruff_throw(hands: ManyHands, layout: BitLayout, trick: ManyTrick, at: int, played: Played) -> bool:
    """Ruff a throw with the lowest trumps with enough pairs, over another ruff only with a higher card."""
    pairs = hands.copies[1][at] if len(hands.copies) > 1 else 0
    if pairs.bit_count() < trick.pairs or (trick.ruffed and layout.collapse(hands.held[at]) < trick.top << 1):
        return False
    for bit in split_bits(pairs)[: trick.pairs]:
        _lay(hands, at, TRUMP_INDEX, bit, 2, played)
    while len(played) < trick.cards:
        one = hands.held[at]
        highest = trick.ruffed and len(played) == trick.cards - 1
        _lay(hands, at, TRUMP_INDEX, 1 << (one.bit_length() - 1) if highest else one & -one, 1, played)
    return True


def compare(layout: BitLayout, trick: ManyTrick, seat: int, played: Played) -> None:
    """Update the trick if a play takes it: one suit, led or trumps, in the led shape."""
    suit, kinds = played[0][0], 0
    ruffs = suit == TRUMP_INDEX and trick.suit != TRUMP_INDEX
    if not ruffs and (suit != trick.suit or trick.width == THROW or (trick.ruffed and suit != TRUMP_INDEX)):
        return
    for where, bit in played:
        if where != suit:
            return
        kinds |= bit
    level = layout.collapse(kinds) if suit == TRUMP_INDEX else kinds
    top = 1 << (level.bit_length() - 1)
    if (top > trick.top or (ruffs and not trick.ruffed)) and _fits(trick, kinds, level, played):
        trick.winner, trick.top, trick.ruffed = seat, top, suit == TRUMP_INDEX


def _fits(trick: ManyTrick, kinds: int, level: int, played: Played) -> bool:
    """Return whether a play of one suit has the led shape; of a throw only the pairs are counted."""
    if trick.width == THROW:
        return len(played) - kinds.bit_count() >= trick.pairs
    low = level & -level
    return (
        kinds.bit_count() == trick.length
        and level == (low << trick.length) - low
        and all(played.count((played[0][0], bit)) == trick.width for bit in split_bits(kinds))
    )
