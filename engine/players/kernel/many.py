"""Following several cards in a play-out: the shape that is owed, and whether a play takes the trick."""

from typing import Final

from engine.players.kernel.hands import SUITS, THROW, TRUMP, Chance, Table, Trace, Trick, bits, take
from engine.players.kernel.leads import spread
from engine.players.kernel.ruffs import ruff
from engine.players.kernel.singles import cheapest, discard, over
from engine.players.layout import Layout

_BEATS_PAIR: Final = 0.85
_FEEDS: Final = 0.75


def follow_many(table: Table, lay: Layout, trick: Trick, chance: Chance, trace: Trace | None) -> None:
    """Let the seat whose turn it is follow several cards."""
    seat, suit, need = trick.turn, trick.suit, trick.cards
    base = SUITS * seat
    at = base + suit
    size = table.size[at]
    ours = not (trick.winner ^ seat) & 1
    played: list[tuple[int, int]] = []
    if size >= need:
        _play_shape(table, lay, trick, at, chance, played, ours=ours)
    elif size or suit == TRUMP or ours or not ruff(table, lay, trick, base, chance, played):
        _play_all(table, at, played, suit)
        while len(played) < need:
            where, bit = discard(table, lay, base, chance, points=ours)
            take(table, where, bit)
            played.append((where - base, bit))
    for where, bit in played:
        if bit & lay.tens[where]:
            trick.points += 10
        elif bit & lay.fives[where]:
            trick.points += 5
    compare(lay, trick, seat, played)
    if trace is not None:
        trace.append((seat, played))


def compare(lay: Layout, trick: Trick, seat: int, played: list[tuple[int, int]]) -> None:
    """See whether a play of several cards takes the trick: all of one suit, the led one or trumps, in its shape."""
    length = trick.length
    suit = played[0][0]
    if suit not in {trick.suit, TRUMP} or (suit != TRUMP and (trick.ruffed or length == THROW)):
        return
    kinds = 0
    for where, bit in played:
        if where != suit:
            return
        kinds |= bit
    if length == THROW:
        _compare_throw(lay, trick, seat, kinds, len(played))
        return
    if kinds.bit_count() != length or any(played.count(one) == 1 for one in played):
        return
    level = lay.level(kinds) if suit == TRUMP else kinds
    low = level & -level
    if level != (low << length) - low:
        return
    top = 1 << (level.bit_length() - 1)
    if (suit == trick.suit or trick.ruffed) and top <= trick.top:
        return
    trick.winner, trick.top, trick.ruffed = seat, top, suit == TRUMP


def _compare_throw(lay: Layout, trick: Trick, seat: int, kinds: int, cards: int) -> None:
    """See whether trumps on a thrown side suit take the trick: pairs enough, and the highest card on top."""
    top = 1 << (lay.level(kinds).bit_length() - 1)
    if trick.suit != TRUMP and cards - kinds.bit_count() >= trick.pairs and (not trick.ruffed or top > trick.top):
        trick.winner, trick.top, trick.ruffed = seat, top, True


def _play_all(table: Table, at: int, played: list[tuple[int, int]], suit: int) -> None:
    for bit in bits(table.one[at]):
        played.append((suit, bit))
        if table.two[at] & bit:
            played.append((suit, bit))
    table.one[at] = table.two[at] = table.size[at] = 0


def _play_shape(
    table: Table, lay: Layout, trick: Trick, at: int, chance: Chance, played: list[tuple[int, int]], *, ours: bool
) -> None:
    """Follow with cards of the suit: what the shape demands, then single cards."""
    suit, need, length = trick.suit, trick.cards, trick.length
    if table.size[at] == need:
        _play_all(table, at, played, suit)
        return
    kinds = 0 if length == THROW else _owed_pairs(table.two[at], suit, length, trick, lay, chance, ours=ours)
    table.one[at] ^= kinds
    table.two[at] ^= kinds
    for bit in bits(kinds):
        played.append((suit, bit))
        played.append((suit, bit))
    table.size[at] -= len(played)
    while len(played) < need:
        one = table.one[at]
        if ours and chance() < _FEEDS:
            worth = one & lay.tens[suit] or one & lay.fives[suit] or one
            bit = worth & -worth
        else:
            bit = cheapest(one, suit, lay)
        played.append((suit, bit))
        take(table, at, bit)


def _owed_pairs(two: int, suit: int, length: int, trick: Trick, lay: Layout, chance: Chance, *, ours: bool) -> int:
    """Return the kinds of the pairs that must be played to a lead of `length` pairs."""
    if two.bit_count() <= length:
        return two
    if length == 1:
        if not ours and (suit == TRUMP or not trick.ruffed):
            bit = over(two, suit, trick.top, lay)
            if bit and chance() < _BEATS_PAIR:
                return bit
        if ours:
            worth = two & lay.tens[suit] or two & lay.fives[suit]
            if worth and chance() < _FEEDS:
                return worth & -worth
        return cheapest(two, suit, lay)
    return _runs(two, suit, length, trick, lay, ours=ours)


def _runs(two: int, suit: int, length: int, trick: Trick, lay: Layout, *, ours: bool) -> int:
    """Return kinds of as long tractors as there are, the longest first, that make up `length` pairs."""
    kinds, wanted, starts = 0, length, 0
    while wanted:
        left = two ^ kinds
        level = lay.level(left) if suit == TRUMP else left
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
            for bit in bits(left)[:wanted]:
                kinds |= bit
            return kinds
        low = starts & -starts
        if run == length and not ours:
            for start in bits(starts):
                if (start << (run - 1)) > trick.top:
                    low = start
                    break
        kinds |= spread(left, suit, low, run, lay)
        wanted -= run
    return kinds
