"""Play-outs on masks: the rest of a deal of four players and two decks, played quickly and mostly at random.

Rules are those of `follow = shapes_no_new_tractors`; leads are single units. Hands are three lists of twenty, by seat
and suit (`5 * seat + suit`): kinds held, kinds held twice, and how many cards. Functions are long and look up little
because a search calls them by the ten thousand; each play is legal under the public engine, which the tests hold
them to.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine.cards import Card
from engine.players.layout import Layout

SEATS: Final = 4
SUITS: Final = 5
TRUMP: Final = 4
THROW: Final = -1
"""Length of a lead that is a throw. Only the first trick of a play-out can be one; its tractors count as pairs."""

# Habits of the seats in a play-out: how often they do what is mostly right.
_LEADS_PAIR: Final = 0.6
_LEADS_TRACTOR: Final = 0.7
_LEADS_LONG: Final = 0.8
_LEADS_HIGH: Final = 0.45
_LEADS_HIGH_OR_LOW: Final = 0.7
_EVEN: Final = 0.5
_BEATS: Final = 0.7
_BEATS_PAIR: Final = 0.85
_FEEDS: Final = 0.75
_RUFFS_PARTNER: Final = 0.1
_RUFFS_POINTS: Final = 0.85
_RUFFS_NOTHING: Final = 0.4
_RUFFS_PAIRS: Final = 0.9
_RUFFS_PAIRS_FOR_NOTHING: Final = 0.5

Chance = Callable[[], float]
Trace = list[tuple[int, list[tuple[int, int]]]]
"""Seats and their plays, as pairs of suit and bit."""


@lru_cache(maxsize=1 << 18)
def bits(mask: int) -> tuple[int, ...]:
    """Return the bits of a mask, rising."""
    found = []
    while mask:
        bit = mask & -mask
        found.append(bit)
        mask ^= bit
    return tuple(found)


@dataclass(slots=True)
class Table:
    """Cards in four hands. Play-outs change it; `copy` first."""

    one: list[int]
    two: list[int]
    size: list[int]

    @classmethod
    def empty(cls) -> "Table":
        """Return four empty hands."""
        return cls([0] * (SEATS * SUITS), [0] * (SEATS * SUITS), [0] * (SEATS * SUITS))

    def copy(self) -> "Table":
        """Return the same cards in new lists."""
        return Table(self.one[:], self.two[:], self.size[:])

    def give(self, seat: int, card: Card, lay: Layout) -> None:
        """Put a card into a hand."""
        at, bit = SUITS * seat + lay.suit[card], lay.bit[card]
        if self.one[at] & bit:
            self.two[at] |= bit
        else:
            self.one[at] |= bit
        self.size[at] += 1

    def take(self, seat: int, card: Card, lay: Layout) -> None:
        """Take a card out of a hand."""
        _take(self, SUITS * seat + lay.suit[card], lay.bit[card])

    def cards(self, seat: int) -> int:
        """Return how many cards a seat holds."""
        return sum(self.size[SUITS * seat : SUITS * seat + SUITS])


@dataclass(slots=True)
class Trick:
    """A trick under way: what was led, what is to be beaten, who has still to play."""

    suit: int
    length: int
    """0 for a single card, else pairs; `THROW`."""
    cards: int
    """How many each must play."""
    top: int
    """Of the play to beat: its highest card as one bit of collapsed trumps."""
    ruffed: bool
    winner: int
    points: int
    turn: int
    left: int
    """How many seats have still to play."""
    pairs: int = 0
    """How many pairs there are in a throw."""


@dataclass(slots=True)
class End:
    """How a play-out ended."""

    points: int
    """Card points that went to seats of odd distance from the declarer."""
    winner: int
    """Of the last trick."""
    length: int
    """Of the last trick's lead: 0 for a single card, else pairs."""


def _take(table: Table, at: int, bit: int) -> None:
    if table.two[at] & bit:
        table.two[at] ^= bit
    else:
        table.one[at] ^= bit
    table.size[at] -= 1


def playout(
    table: Table,
    lay: Layout,
    trick: Trick | None,
    leader: int,
    declarer: int,
    chance: Chance,
    trace: Trace | None = None,
) -> End:
    """Play the deal to its end from `trick`, or from a lead by `leader`; `table` is emptied."""
    points, length = 0, 0
    while True:
        if trick is None:
            if not any(table.size[SUITS * leader : SUITS * leader + SUITS]):
                return End(points, leader, length)
            trick = lead(table, lay, leader, chance, trace)
        while trick.left:
            follow(table, lay, trick, chance, trace)
            trick.turn = (trick.turn + 1) & 3
            trick.left -= 1
        leader, length = trick.winner, max(0, trick.length)
        if (leader ^ declarer) & 1:
            points += trick.points
        trick = None


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


def follow(table: Table, lay: Layout, trick: Trick, chance: Chance, trace: Trace | None) -> None:
    """Let the seat whose turn it is follow."""
    if trick.cards == 1:
        _follow_single(table, lay, trick, chance, trace)
    else:
        _follow_many(table, lay, trick, chance, trace)


def _follow_single(table: Table, lay: Layout, trick: Trick, chance: Chance, trace: Trace | None) -> None:
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
            bit = _over(trumps, TRUMP, trick.top if trick.ruffed else 0, lay)
        if bit:
            at, beats = base + TRUMP, True
        else:
            at, bit = _discard(table, lay, base, chance, points=ours)
            beats = at - base == TRUMP and suit != TRUMP and (not trick.ruffed or lay.level(bit) > trick.top)
    _take(table, at, bit)
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


def _over(mask: int, suit: int, top: int, lay: Layout) -> int:
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
        bit = _over(one, suit, trick.top, lay)
        if bit and trick.left > 1:
            bit = 1 << (one.bit_length() - 1)
        if not bit:
            bit = _cheapest(one, suit, lay)
    else:
        bit = _cheapest(one, suit, lay)
    level = lay.level(bit) if suit == TRUMP else bit
    return bit, can and level > trick.top


def _cheapest(one: int, suit: int, lay: Layout) -> int:
    """Return the lowest card without points, or, if all have some, the lowest five, else the lowest."""
    plain = one & ~(lay.tens[suit] | lay.fives[suit]) or one & lay.fives[suit] or one
    return plain & -plain


def _discard(table: Table, lay: Layout, base: int, chance: Chance, *, points: bool) -> tuple[int, int]:
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
    return at, _cheapest(one, suit, lay)


def _follow_many(table: Table, lay: Layout, trick: Trick, chance: Chance, trace: Trace | None) -> None:
    seat, suit, need = trick.turn, trick.suit, trick.cards
    base = SUITS * seat
    at = base + suit
    size = table.size[at]
    ours = not (trick.winner ^ seat) & 1
    played: list[tuple[int, int]] = []
    if size >= need:
        _play_shape(table, lay, trick, at, chance, played, ours=ours)
    elif size or suit == TRUMP or ours or not _ruff(table, lay, trick, base, chance, played):
        _play_all(table, at, played, suit)
        while len(played) < need:
            where, bit = _discard(table, lay, base, chance, points=ours)
            _take(table, where, bit)
            played.append((where - base, bit))
    for where, bit in played:
        if bit & lay.tens[where]:
            trick.points += 10
        elif bit & lay.fives[where]:
            trick.points += 5
    _compare(lay, trick, seat, played)
    if trace is not None:
        trace.append((seat, played))


def _compare(lay: Layout, trick: Trick, seat: int, played: list[tuple[int, int]]) -> None:
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
            bit = _cheapest(one, suit, lay)
        played.append((suit, bit))
        _take(table, at, bit)


def _owed_pairs(two: int, suit: int, length: int, trick: Trick, lay: Layout, chance: Chance, *, ours: bool) -> int:
    """Return the kinds of the pairs that must be played to a lead of `length` pairs."""
    if two.bit_count() <= length:
        return two
    if length == 1:
        if not ours and (suit == TRUMP or not trick.ruffed):
            bit = _over(two, suit, trick.top, lay)
            if bit and chance() < _BEATS_PAIR:
                return bit
        if ours:
            worth = two & lay.tens[suit] or two & lay.fives[suit]
            if worth and chance() < _FEEDS:
                return worth & -worth
        return _cheapest(two, suit, lay)
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


def _ruff(table: Table, lay: Layout, trick: Trick, base: int, chance: Chance, played: list[tuple[int, int]]) -> bool:
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
            _lay_pairs(table, at, spread(two, TRUMP, low, length, lay), played)
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
        _lay_pairs(table, at, bit, played)
    while len(played) < trick.cards:
        one = table.one[at]
        bit = one & -one
        if trick.ruffed and len(played) == trick.cards - 1:
            bit = 1 << (one.bit_length() - 1)
        _take(table, at, bit)
        played.append((TRUMP, bit))
    return True


def _lay_pairs(table: Table, at: int, kinds: int, played: list[tuple[int, int]]) -> None:
    table.one[at] ^= kinds
    table.two[at] ^= kinds
    table.size[at] -= 2 * kinds.bit_count()
    for bit in bits(kinds):
        played += ((TRUMP, bit), (TRUMP, bit))
