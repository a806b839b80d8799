"""The rule player's estimates on masks: what cards are worth to keep, and how a trick may end."""

from typing import Final

from engine.model.trump import TRUMP_INDEX
from engine.players.bit_layout import BitLayout
from engine.players.rule_playout.outlook import SuitOutlook
from engine.players.rule_playout.table import find_above, points_of_bit
from engine.players.weights import WEIGHTS

_ZEAL: Final = WEIGHTS.zeal
_FADING: Final = 1.0 - WEIGHTS.rising
_LEAK: Final = WEIGHTS.leak
_TEMPO: Final = WEIGHTS.tempo
_FEED_VOID: Final = WEIGHTS.feed_void
_LIABILITY: Final = WEIGHTS.liability
_BOSS: Final = tuple(WEIGHTS.boss * WEIGHTS.boss_fade**higher for higher in range(100))
"""By how many unseen cards are above it."""
_RANKS: Final = 12
"""Between the lowest and the highest rank of a side suit."""
_TRUMP: Final = WEIGHTS.trump
_HEIGHT: Final = WEIGHTS.trump_height
_BOSS_TRUMP: Final = WEIGHTS.boss_trump
_LAST_TRUMP: Final = WEIGHTS.last_trumps * 2 * WEIGHTS.kitty_guess
_PAIR: Final = WEIGHTS.pair
_BOSS_PAIR: Final = WEIGHTS.boss_pair
_TRACTOR: Final = WEIGHTS.tractor
_DRAIN: Final = WEIGHTS.drain

Behind = list[tuple[float, float, float, float]]
"""For each seat that still plays: the chances that it is a partner, that it follows suit, and that it is void and has
trumps, and the points that it is expected to add to a trick of its side."""


def value_card(outlook: SuitOutlook, bit: int, higher: int, points: int, *, late: bool) -> float:
    """Return what a card is worth in the hand; `higher`: how many unseen cards beat it."""
    if outlook.suit == TRUMP_INDEX:
        lower = outlook.number - higher - outlook.count_among(bit) if outlook.number > higher else 0
        value = _TRUMP + (_HEIGHT * lower / outlook.number if lower else 0.0)
        if not higher:
            return value + _BOSS_TRUMP + (_LAST_TRUMP if late else 0.0)
        return value - _LIABILITY * points
    value = _BOSS[higher] * outlook.fade + (bit.bit_length() - 1) / _RANKS
    return value - _LIABILITY * points if higher else value


def value_pair(layout: BitLayout, outlook: SuitOutlook, bit: int, pairs: int) -> float:
    """Return what holding a card twice is worth besides, and that the next higher one is held twice, too."""
    above = find_above(layout, outlook.suit, bit)
    is_trump = outlook.suit == TRUMP_INDEX
    touches = layout.collapse(pairs) & layout.trump_level[bit] << 1 if is_trump else pairs & bit << 1
    return _PAIR + (0.0 if outlook.twice & above else _BOSS_PAIR) + (_TRACTOR if touches else 0.0)


def value_cards(
    layout: BitLayout, outlook: SuitOutlook, played: list[tuple[int, int]], pairs: int, *, late: bool
) -> float:
    """Return what cards of one suit, rising, are worth in the hand, pairs among them included."""
    value, last = 0.0, 0
    for suit, bit in played:
        higher = outlook.count_among(find_above(layout, suit, bit))
        value += value_card(outlook, bit, higher, points_of_bit(layout, suit, bit), late=late)
        if pairs & bit and bit == last:
            value += value_pair(layout, outlook, bit, pairs)
        last = bit
    return value


def estimate_win(ours: float, behind: Behind, over: float, ruffs: float) -> float:
    """Return the chance that a side wins the trick.

    `ours`: the chance that the play to beat is this side's; `over`, `ruffs`: the chances that a seat that follows suit,
    or that is void and has trumps, can beat it.
    """
    if not (over or ruffs):
        return ours
    fading = 1.0
    for ally, follows, void, _ in behind:
        beats = follows * over + void * ruffs
        if beats:
            beats = fading * beats if beats < 1.0 else fading
            ours += ((1.0 - ours) * ally - ours * (1.0 - ally)) * beats * _ZEAL
            fading *= 1.0 - beats * _FADING
    return ours


def estimate_feed(outlook: SuitOutlook, cards: int) -> tuple[float, float]:
    """Return the points that a seat adds to a trick of its side: one that is known to be void, and any other."""
    points = outlook.points
    if cards > 1:
        points = min(10.0 * cards, points * (1.0 + _DRAIN * (cards - 1)))
    void = _FEED_VOID * min(cards, 2)
    return void, outlook.blank * void + (1.0 - outlook.blank) * points


def sum_feeds(behind: Behind) -> tuple[float, float]:
    """Return the points still to come if this side wins the trick and if it loses it, the lead included."""
    won = lost = _TEMPO
    for ally, _, _, feed in behind:
        won += feed * (ally + (1.0 - ally) * _LEAK)
        lost += feed * (1.0 - ally + ally * _LEAK)
    return won, lost
