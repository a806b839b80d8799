"""Following several cards in a play-out: the owed shape, and whether a play takes the trick."""

from typing import Final

from engine.model.trump import EFFECTIVE_SUIT_COUNT, TRUMP_INDEX
from engine.players.bit_layout import BitLayout
from engine.players.playout.hands import THROW, Chance, FourHands, Trace, Trick, split_bits, take_bit
from engine.players.playout.lead import split_bits_of_run
from engine.players.playout.ruff import ruff
from engine.players.playout.single_cards import bits_above, cheapest_bit, discard

_BEATS_PAIR: Final = 0.85
_FEEDS: Final = 0.75


def follow_many(hands: FourHands, layout: BitLayout, trick: Trick, chance: Chance, trace: Trace | None) -> None:
    """Let the next seat follow several cards."""
    seat, suit, need = trick.turn, trick.suit, trick.cards
    base = EFFECTIVE_SUIT_COUNT * seat
    at = base + suit
    size = hands.counts[at]
    ours = not (trick.winner ^ seat) & 1
    played: list[tuple[int, int]] = []
    if size >= need:
        _play_shape(hands, layout, trick, at, chance, played, ours=ours)
    elif size or suit == TRUMP_INDEX or ours or not ruff(hands, layout, trick, base, chance, played):
        _play_all(hands, at, played, suit)
        while len(played) < need:
            where, bit = discard(hands, layout, base, chance, points=ours)
            take_bit(hands, where, bit)
            played.append((where - base, bit))
    for where, bit in played:
        if not bit & layout.plain[where]:
            trick.points += 10 if bit & layout.tens[where] else 5
    compare(layout, trick, seat, played)
    if trace is not None:
        trace.append((seat, played))


def compare(layout: BitLayout, trick: Trick, seat: int, played: list[tuple[int, int]]) -> None:
    """Update the trick if a play of several cards takes it: one suit, led or trumps, in the led shape."""
    length = trick.length
    suit = played[0][0]
    if length != THROW and played[0] != played[1]:  # pairs are played first
        return
    if suit != TRUMP_INDEX and (suit != trick.suit or trick.ruffed or length == THROW):
        return
    kinds = 0
    for where, bit in played:
        if where != suit:
            return
        kinds |= bit
    if length == THROW:
        _compare_throw(layout, trick, seat, kinds, len(played))
        return
    level = layout.collapse(kinds) if suit == TRUMP_INDEX else kinds
    low = level & -level
    if kinds.bit_count() != length or level != (low << length) - low:  # all are pairs if there are `length` kinds
        return
    top = 1 << (level.bit_length() - 1)
    if (suit == trick.suit or trick.ruffed) and top <= trick.top:
        return
    trick.winner, trick.top, trick.ruffed = seat, top, suit == TRUMP_INDEX


def _compare_throw(layout: BitLayout, trick: Trick, seat: int, kinds: int, cards: int) -> None:
    """Update the trick if trumps on a thrown side suit take it: enough pairs, and the highest card."""
    top = 1 << (layout.collapse(kinds).bit_length() - 1)
    if trick.suit != TRUMP_INDEX and cards - kinds.bit_count() >= trick.pairs and (not trick.ruffed or top > trick.top):
        trick.winner, trick.top, trick.ruffed = seat, top, True


def _play_all(hands: FourHands, at: int, played: list[tuple[int, int]], suit: int) -> None:
    for bit in split_bits(hands.held[at]):
        played.append((suit, bit))
        if hands.pairs[at] & bit:
            played.append((suit, bit))
    hands.held[at] = hands.pairs[at] = hands.counts[at] = 0


def _play_shape(
    hands: FourHands,
    layout: BitLayout,
    trick: Trick,
    at: int,
    chance: Chance,
    played: list[tuple[int, int]],
    *,
    ours: bool,
) -> None:
    """Follow with cards of the suit: first the owed shape, then single cards."""
    suit, need, length = trick.suit, trick.cards, trick.length
    if hands.counts[at] == need:
        _play_all(hands, at, played, suit)
        return
    held, two = hands.held[at], hands.pairs[at]
    if two:
        kinds = _owed_pairs(two, suit, length, trick, layout, chance, ours=ours)
        held ^= kinds
        two ^= kinds
        for bit in split_bits(kinds):
            played += ((suit, bit), (suit, bit))
    while len(played) < need:
        wanted = layout.tens if ours and chance() < _FEEDS else layout.plain
        worth = held & wanted[suit] or held & layout.fives[suit] or held
        bit = worth & -worth
        played.append((suit, bit))
        if two & bit:
            two ^= bit
        else:
            held ^= bit
    hands.held[at], hands.pairs[at] = held, two
    hands.counts[at] -= need


def _owed_pairs(
    two: int, suit: int, length: int, trick: Trick, layout: BitLayout, chance: Chance, *, ours: bool
) -> int:
    """Return the bits of the pairs owed to a lead of `length` pairs, or to the pairs of a throw."""
    if length == THROW:
        return _find_cheapest_pairs(two, suit, trick.pairs, layout)
    if two.bit_count() <= length:
        return two
    if length == 1:
        if not ours and (suit == TRUMP_INDEX or not trick.ruffed):
            bit = bits_above(two, suit, trick.top, layout)
            if bit and chance() < _BEATS_PAIR:
                return bit
        if ours:
            worth = two & layout.tens[suit] or two & layout.fives[suit]
            if worth and chance() < _FEEDS:
                return worth & -worth
        return cheapest_bit(two, suit, layout)
    return find_owed_tractors(two, suit, length, trick.top, layout, ours=ours)


def _find_cheapest_pairs(two: int, suit: int, number: int, layout: BitLayout) -> int:
    """Return the bits of the cheapest pairs, at most `number`."""
    kinds = 0
    for _ in range(min(number, two.bit_count())):
        kinds |= cheapest_bit(two ^ kinds, suit, layout)
    return kinds


def find_owed_tractors(two: int, suit: int, length: int, top: int, layout: BitLayout, *, ours: bool) -> int:
    """Return the bits of the longest tractors that make up `length` pairs."""
    kinds, wanted, starts = 0, length, 0
    while wanted:
        left = two ^ kinds
        level = layout.collapse(left) if suit == TRUMP_INDEX else left
        run = wanted
        while run > 1:
            starts = level
            for step in range(1, run):
                starts &= level >> step
            if starts:
                break
            run -= 1
        else:
            starts = 0
        if not starts:
            for bit in split_bits(left)[:wanted]:
                kinds |= bit
            return kinds
        low = starts & -starts
        if run == length and not ours:
            for start in split_bits(starts):
                if (start << (run - 1)) > top:
                    low = start
                    break
        kinds |= split_bits_of_run(left, suit, low, run, layout)
        wanted -= run
    return kinds
