"""Estimates in play-outs what each card is worth to keep, and how a trick may end. Sets of cards are bit masks."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine.model.trump import TRUMP_INDEX
from engine.players.playouts.bit_layout import BitLayout
from engine.players.playouts.hands import THROW, Trick, split_bits
from engine.players.playouts.outlook import HeldCard, SuitOutlook
from engine.players.playouts.playout_table import OpenTable
from engine.players.policies.beliefs import EVEN
from engine.players.policies.weights import WEIGHTS

TEMPO: Final = WEIGHTS.tempo
_LEAK: Final = WEIGHTS.leak
_ZEAL: Final = WEIGHTS.zeal
_FADING: Final = 1.0 - WEIGHTS.rising
_FEED_VOID: Final = WEIGHTS.feed_void
_LIABILITY: Final = WEIGHTS.liability
_BOSS: Final = tuple(WEIGHTS.boss * WEIGHTS.boss_fade**higher for higher in range(100))
"""The value of a side card. The index is the number of unseen cards that beat it."""
_RANKS: Final = 12
"""The number of steps from the lowest rank of a side suit to the highest."""
_TRUMP: Final = WEIGHTS.trump
_HEIGHT: Final = WEIGHTS.trump_height
_BOSS_TRUMP: Final = WEIGHTS.boss_trump
_LAST_TRUMP: Final = WEIGHTS.last_trumps * 2 * WEIGHTS.kitty_guess
_PAIR: Final = WEIGHTS.pair
_BOSS_PAIR: Final = WEIGHTS.boss_pair
_TRACTOR: Final = WEIGHTS.tractor
_DRAIN: Final = WEIGHTS.drain

_FOLLOWS, _FOLLOWS_OR_RUFFS, _RUFFS, _RUFFS_IF_BLANK = range(4)
"""The ways in which a seat may beat a play. Each is an index of the chances in `estimate_win`."""


@dataclass(frozen=True, slots=True)
class Behind:
    """What a seat expects of the seats that play after it in a trick."""

    seats: tuple[tuple[float, int], ...]
    """For each seat that may take the trick, the chance that it is a partner and the way in which it may win."""
    won: float
    """How many of these seats add points if this side wins. A sure partner counts 1, and a seat known to be void 0."""
    lost: float
    """How many add points if this side loses. `void_won` and `void_lost` count only the seats known to be void."""
    void_won: float
    void_lost: float
    partner_void: bool
    """Whether a probable partner has none of the led cards."""
    foe_ruffs: bool
    """Whether a probable opponent has none of the led cards, but may have trumps."""


@lru_cache(maxsize=1 << 12)
def group_seats(
    allies: tuple[float, ...], seats: tuple[int, ...], void: int, cannot_follow: int, cannot_ruff: int
) -> Behind:
    """Return what is expected of `seats`. The last three parameters are masks of seats."""
    found, feeds, partner_void, foe_ruffs = [], [0.0] * 4, False, False
    for seat in seats:
        ally, is_void = allies[seat], void >> seat & 1
        follows, ruffs = not cannot_follow >> seat & 1, not cannot_ruff >> seat & 1
        feeds[2 * is_void] += ally + (1.0 - ally) * _LEAK
        feeds[2 * is_void + 1] += 1.0 - ally + ally * _LEAK
        partner_void = partner_void or (ally > EVEN and not follows)
        foe_ruffs = foe_ruffs or (ally < EVEN and not follows and ruffs)
        if follows:
            found.append((ally, _FOLLOWS_OR_RUFFS if ruffs else _FOLLOWS))
        elif ruffs:
            found.append((ally, _RUFFS if is_void else _RUFFS_IF_BLANK))
    won, lost, void_won, void_lost = feeds
    return Behind(tuple(found), won, lost, void_won, void_lost, partner_void, foe_ruffs)


NOBODY: Final = group_seats((), (), 0, 0, 0)


def value_held(layout: BitLayout, outlook: SuitOutlook, kinds: int, *, alike: bool = True) -> list[HeldCard]:
    """Return the cards of these kinds, with what each of them is worth in the hand.

    With `alike = False`, single cards without points are left out if a lower one is as hard to beat.
    """
    found: list[HeldCard] = []
    suit, pairs, unseen, twice, more = outlook.suit, outlook.pairs, outlook.unseen, outlook.twice, outlook.more
    cards, fade, last = layout.cards[suit], outlook.fade, -1
    for bit in split_bits(kinds):
        above, points, place = cards[bit]
        higher = (unseen & above).bit_count() + (twice & above).bit_count()
        if more:
            higher = outlook.count_among(above)
        if not (alike or points or pairs & bit):
            if higher == last:
                continue
            last = higher
        is_trump = suit == TRUMP_INDEX
        value = _value_trump(outlook, bit, higher) if is_trump else _BOSS[higher] * fade + place / _RANKS
        if points and higher:
            value -= _LIABILITY * points
        found.append((bit, higher, points, value, value_pair(layout, outlook, bit, pairs) if pairs & bit else 0.0))
    return found


def _value_trump(outlook: SuitOutlook, bit: int, higher: int) -> float:
    """Return what a trump is worth, not counting its points. `higher` is the number of unseen cards that beat it."""
    lower = outlook.number - higher - outlook.count_among(bit)
    value = _TRUMP + (_HEIGHT * lower / outlook.number if lower else 0.0)
    if higher:
        return value
    return value + _BOSS_TRUMP + (_LAST_TRUMP if outlook.late else 0.0)


def list_discards(layout: BitLayout, outlook: SuitOutlook, held: int) -> list[HeldCard]:
    """Return the lowest cards of a suit with 0, 5 and 10 points, and the lowest without points that is in no pair."""
    fives, tens = held & layout.fives[outlook.suit], held & layout.tens[outlook.suit]
    plain = held & ~(fives | tens)
    alone = plain & ~outlook.pairs
    return value_held(layout, outlook, plain & -plain | alone & -alone | fives & -fives | tens & -tens)


def value_pair(layout: BitLayout, outlook: SuitOutlook, bit: int, pairs: int) -> float:
    """Return the extra value of a pair. It is greater if no unseen pair is higher, or if it touches a higher pair."""
    suit = outlook.suit
    touches = layout.collapse(pairs) & layout.trump_level[bit] << 1 if suit == TRUMP_INDEX else pairs & bit << 1
    return _PAIR + (0.0 if outlook.twice & layout.cards[suit][bit][0] else _BOSS_PAIR) + (_TRACTOR if touches else 0.0)


def value_cards(layout: BitLayout, outlook: SuitOutlook, played: list[tuple[int, int]]) -> float:
    """Return the value of cards of one suit and of their pairs. The cards are sorted from the lowest up."""
    kinds = 0
    for _, bit in played:
        kinds |= bit
    worth = {bit: (value, pair) for bit, _, _, value, pair in value_held(layout, outlook, kinds)}
    total, last = 0.0, 0
    for _, bit in played:
        value, pair = worth[bit]
        total += value + pair if bit == last else value
        last = bit
    return total


def estimate_win(ours: float, behind: Behind, blank: float, over: float, ruffs: float) -> float:
    """Return the chance that a side wins the trick. `ours` is the chance that this side has the play to beat.

    `blank` and `over` are for a seat that is not known to be void in the led suit. They are the chances that it is
    void, and that it can beat the play in this suit. `ruffs` is the chance that a void seat can beat the play by
    trumps.
    """
    if not (over or ruffs):
        return ours
    if_blank = blank * ruffs
    both, fading = over + if_blank, 1.0
    chances = (over, both if both < 1.0 else 1.0, ruffs, if_blank)  # noqa: FURB136 - a call of min() takes longer than all of this line
    for ally, way in behind.seats:
        beats = fading * chances[way]
        ours += (ally - ours) * beats * _ZEAL
        fading *= 1.0 - beats * _FADING
    return ours


def estimate_feed(layout: BitLayout, outlook: SuitOutlook, cards: int) -> tuple[float, float]:
    """Return the points that a seat adds to a trick of its side. The first number is for a seat known to be void."""
    suit, blank, points = outlook.suit, outlook.blank, 0.0
    if tens := outlook.unseen & layout.tens[suit]:
        points = 10.0 * (1.0 - float(outlook.rest ** outlook.count_among(tens)))
    if fives := outlook.unseen & layout.fives[suit]:
        points += 2.5 * (1.0 - float(outlook.rest ** outlook.count_among(fives)))
    if cards > 1:
        points = min(10.0 * cards, points * (1.0 + _DRAIN * (cards - 1)))
    void = _FEED_VOID if cards == 1 else _FEED_VOID * 2
    return void, blank * void + (1.0 - blank) * points


@dataclass(slots=True)
class Shape:
    """The shape of a lead. The fields have the same meaning as in `Trick`."""

    width: int
    length: int
    cards: int
    pairs: int

    @classmethod
    def of(cls, trick: Trick) -> "Shape":
        """Return the shape of a trick's lead."""
        return cls(trick.width, trick.length, trick.cards, trick.pairs)


SINGLE: Final = Shape(1, 1, 1, 0)
ANY: Final = -1
"""A mask that has all kinds of a suit."""


def list_behind(
    table: OpenTable, me: int, seats: tuple[int, ...], led: SuitOutlook, shape: Shape
) -> tuple[Behind, float, float]:
    """Return what is expected of the seats still to play, the worth of winning the trick, and the cost of losing it.

    Worth and cost count the points still to come and the next lead, but not the cards already played.
    """
    if not seats:
        return NOBODY, TEMPO, TEMPO
    suit = led.suit
    void = cannot_follow = table.void[suit]
    cannot_ruff = -1 if suit == TRUMP_INDEX else table.void[TRUMP_INDEX]
    if shape.width != 1 and (shape.width > 1 or shape.pairs):
        cannot_follow |= table.no_pair[suit]
        cannot_ruff |= table.no_pair[TRUMP_INDEX]
    behind = group_seats(table.allies[me], seats, void, cannot_follow, cannot_ruff)
    void_feed, feed = estimate_feed(table.layout, led, shape.cards)
    won, lost = TEMPO + feed * behind.won, TEMPO + feed * behind.lost
    if not void:
        return behind, won, lost
    return behind, won + void_feed * behind.void_won, lost + void_feed * behind.void_lost


def estimate_over(outlook: SuitOutlook, shape: Shape, above: int) -> float:
    """Return the chance that a certain seat holds cards of the kinds `above` in the shape of the lead."""
    if shape.width == THROW:
        enough = min(1.0, outlook.share * outlook.number / shape.cards) ** 2 if shape.cards > 2 * shape.pairs else 1.0
        return enough * (1.0 - outlook.blank) * (outlook.chance_of_tuple(-1, 2) if shape.pairs else 1.0)
    if shape.width == 1:
        return 1.0 - outlook.blank if above == ANY else outlook.chance_of_one(above)
    chance = outlook.chance_of_tuple(above, shape.width)
    return chance if shape.length == 1 else chance**shape.length / 2
