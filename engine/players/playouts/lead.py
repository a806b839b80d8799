"""Chooses leads in a play-out: single cards, tuples, tractors, and throws that nobody can beat in their suit."""

from dataclasses import dataclass
from typing import Final

from engine.model.options import Throws
from engine.model.trump import EFFECTIVE_SUIT_COUNT, TRUMP_INDEX
from engine.players.playouts.bit_layout import BitLayout
from engine.players.playouts.hands import THROW, Played, Trick, expand_run, split_bits
from engine.players.playouts.outlook import SuitOutlook, read_suit
from engine.players.playouts.playout_table import OpenTable, find_above, points_of_bit
from engine.players.playouts.value_cards import ANY, SINGLE, Shape, estimate_over, estimate_win, list_behind, value_held
from engine.players.policies.beliefs import EVEN
from engine.players.policies.trick_odds import HONOUR_POINTS
from engine.players.policies.weights import WEIGHTS

_SAFE: Final = 0.97
"""The assumed chance that a led tractor wins."""
_LAST_TRICK: Final = 2 * WEIGHTS.kitty_guess
_VOID: Final = WEIGHTS.void
_SIZE: Final = WEIGHTS.size
_DRAW: Final = WEIGHTS.draw
_DRAWN: Final = WEIGHTS.drawn
_EXPOSED: Final = WEIGHTS.exposed


@dataclass(slots=True)
class _Best:
    score: float
    suit: int
    kinds: int
    shape: Shape

    def offer(self, score: float, suit: int, kinds: int, shape: Shape) -> None:
        if score > self.score:
            self.score, self.suit, self.kinds, self.shape = score, suit, kinds, shape


@dataclass(slots=True)
class _Leader:
    table: OpenTable
    me: int
    behind: tuple[int, ...]
    size: int
    trumps: SuitOutlook
    any_trump: float
    """The chance that a certain other seat has a trump."""
    draw: float
    """The value of each trump that is led. Leading trumps draws them from others."""
    best: _Best


@dataclass(slots=True)
class _Suit:
    outlook: SuitOutlook
    number: int
    draw: float
    void: float
    """What the lead gains if it empties the hand of this suit."""


def choose_lead(table: OpenTable, me: int, throws: Throws) -> tuple[Trick, Played]:
    """Return a seat's lead, and the trick that it begins. The cards are not yet taken out of its hand."""
    if table.left[me] == 1:
        return _build_trick(table, me, _Best(0.0, *table.find_last(me), SINGLE))
    leader, base = _build_leader(table, me), EFFECTIVE_SUIT_COUNT * me
    own_trumps = table.counts[base + TRUMP_INDEX]
    for suit in range(EFFECTIVE_SUIT_COUNT):
        number = table.counts[base + suit]
        if number:
            is_trump = suit == TRUMP_INDEX
            outlook = leader.trumps if is_trump else read_suit(table, me, suit)
            void = _VOID if own_trumps and not is_trump else 0.0
            one = _Suit(outlook, number, leader.draw if is_trump else 0.0, void)
            _offer_singles(leader, one)
            if outlook.pairs:
                for width in range(2, len(table.hands) + 1):
                    _offer_tuples(leader, one, table.hands[width - 1][base + suit], width)
            if number > 1 and (throws is Throws.ALL or (throws is Throws.SIDE_SUITS and not is_trump)):
                _offer_throw(leader, one)
    return _build_trick(table, me, leader.best)


def _build_leader(table: OpenTable, me: int) -> _Leader:
    trumps, behind = read_suit(table, me, TRUMP_INDEX), table.start.behind[me]
    draw = _value_drawing(table, me, trumps)
    return _Leader(table, me, behind, table.left[me], trumps, 1.0 - trumps.blank, draw, _Best(-1e9, 0, 0, SINGLE))


def _value_drawing(table: OpenTable, me: int, trumps: SuitOutlook) -> float:
    allies, foes = table.allies[me], 0
    for other in table.start.behind[me]:
        if allies[other] < EVEN and not table.void[TRUMP_INDEX] >> other & 1:
            foes += 1
    if not table.sides[me] or foes * trumps.share * trumps.number < 1:
        return -_DRAWN
    longer = table.counts[EFFECTIVE_SUIT_COUNT * me + TRUMP_INDEX] - trumps.number / (len(table.left) - 1)
    return _DRAW * min(1.0, longer / 3)


def _offer_singles(leader: _Leader, one: _Suit) -> None:
    layout, outlook, best = leader.table.layout, one.outlook, leader.best
    suit, rest = outlook.suit, outlook.rest
    behind, won, lost = list_behind(leader.table, leader.me, leader.behind, outlook, SINGLE)
    is_exposed = suit != TRUMP_INDEX and not behind.partner_void
    base = one.draw + (one.void if one.number == 1 else 0.0)
    for bit, higher, points, value, pair in value_held(layout, outlook, outlook.held, alike=False):
        score = base - value
        if is_exposed and higher and points == HONOUR_POINTS:
            if _has_plain_equal(layout, outlook, bit):
                continue
            score -= _EXPOSED * points
        score -= pair
        if score + points + won > best.score:  # with a sure win, it would be the best so far
            ours = estimate_win(1.0, behind, outlook.blank, 1.0 - float(rest**higher), leader.any_trump)
            score += ours * (points + won) - (1.0 - ours) * (points + lost)
            if score > best.score:
                best.score, best.suit, best.kinds, best.shape = score, suit, bit, SINGLE


def _has_plain_equal(layout: BitLayout, outlook: SuitOutlook, bit: int) -> bool:
    """Return whether the seat holds a card without points that is just as hard to beat as the card `bit`."""
    suit = outlook.suit
    lower = outlook.unseen & (bit | bit - 1)
    plain = outlook.held & ~(layout.tens[suit] | layout.fives[suit])
    return plain >> lower.bit_length() != 0


def _offer_tuples(leader: _Leader, one: _Suit, tuples: int, width: int) -> None:
    if not tuples:
        return
    layout, outlook = leader.table.layout, one.outlook
    suit, shape = outlook.suit, Shape(width, 1, width, 0)
    behind, won, lost = list_behind(leader.table, leader.me, leader.behind, outlook, shape)
    won += _SIZE * (width - 1)
    base = width * one.draw + (one.void if one.number == width else 0.0)
    last = _LAST_TRICK if leader.size == width else 0.0
    ruffs = leader.trumps.chance_of_tuple(-1, width)
    for bit, _, points, value, pair in value_held(layout, outlook, tuples):
        score, stake = base - (width * value + pair), width * points + last
        if score + stake + won > leader.best.score:
            over = outlook.chance_of_tuple(find_above(layout, suit, bit), width)
            ours = estimate_win(1.0, behind, outlook.blank, over, ruffs)
            leader.best.offer(score + ours * (stake + won) - (1.0 - ours) * (stake + lost), suit, bit, shape)
    level = layout.collapse(tuples) if suit == TRUMP_INDEX else tuples
    runs = level & (level >> 1)
    if runs:
        _offer_tractor(leader, one, tuples, width, runs)


def _offer_tractor(leader: _Leader, one: _Suit, tuples: int, width: int, runs: int) -> None:
    """Consider leading the highest of the longest tractors. `runs` has the tuples that touch a higher tuple."""
    length, suit = 2, one.outlook.suit
    while runs & (runs >> 1):
        runs &= runs >> 1
        length += 1
    low = 1 << (runs.bit_length() - 1)
    kinds = expand_run(tuples, suit, low, length, leader.table.layout)
    shape = Shape(width, length, width * length, 0)
    _, won, lost = list_behind(leader.table, leader.me, leader.behind, one.outlook, shape)
    _offer_many(leader, one, kinds, shape, _SAFE, won, lost)


def _offer_throw(leader: _Leader, one: _Suit) -> None:
    """Consider a throw of all single cards and pairs of the suit that are unbeaten in it. Such pairs must not touch."""
    layout, suit, outlook = leader.table.layout, one.outlook.suit, one.outlook
    pairs = _find_unbeaten(layout, suit, outlook.pairs, outlook.twice) if outlook.pairs else 0
    kinds = pairs | _find_unbeaten(layout, suit, outlook.held ^ outlook.pairs, outlook.unseen)
    if not kinds & (kinds - 1):  # one card or one pair alone is no throw
        return
    if pairs:
        level = layout.collapse(pairs) if suit == TRUMP_INDEX else pairs
        if level & (level >> 1):
            return
    number = pairs.bit_count()
    shape = Shape(THROW, 1, kinds.bit_count() + number, number)
    behind, won, lost = list_behind(leader.table, leader.me, leader.behind, outlook, shape)
    ruffs = estimate_over(leader.trumps, shape, ANY)
    _offer_many(leader, one, kinds, shape, estimate_win(1.0, behind, outlook.blank, 0.0, ruffs), won, lost)


def _find_unbeaten(layout: BitLayout, suit: int, held: int, unseen: int) -> int:
    if not unseen:
        return held
    top = 1 << (unseen.bit_length() - 1)
    if suit == TRUMP_INDEX:
        return held & layout.trumps_above.get(layout.trump_level[top] >> 1, -1)
    return held & ~(top - 1)


def _offer_many(leader: _Leader, one: _Suit, kinds: int, shape: Shape, ours: float, won: float, lost: float) -> None:
    """Consider a tractor or a throw. `ours` is the chance that this lead wins."""
    outlook, cards, stake, value = one.outlook, shape.cards, 0.0, 0.0
    for bit, _, points, single, pair in value_held(leader.table.layout, outlook, kinds):
        copies = shape.width or (2 if bit & outlook.pairs else 1)
        stake += copies * points
        value += copies * single + (copies - 1) * pair
    if cards == leader.size:
        stake += _LAST_TRICK
    won += _SIZE * (cards - 1)
    score = cards * one.draw + (one.void if cards == one.number else 0.0) - value
    leader.best.offer(score + ours * (stake + won) - (1.0 - ours) * (stake + lost), outlook.suit, kinds, shape)


def _list_led(kinds: int, suit: int, shape: Shape, pairs: int) -> Played:
    if shape.cards == 1:
        return [(suit, kinds)]
    played = []
    for bit in split_bits(kinds):
        played += [(suit, bit)] * (shape.width or (2 if pairs & bit else 1))
    return played


def _build_trick(table: OpenTable, me: int, best: _Best) -> tuple[Trick, Played]:
    suit, shape, layout = best.suit, best.shape, table.layout
    played = _list_led(best.kinds, suit, shape, table.hands[1][EFFECTIVE_SUIT_COUNT * me + suit])
    points = sum([points_of_bit(layout, suit, bit) for _, bit in played])
    top, ruffed = 1 << (best.kinds.bit_length() - 1), suit == TRUMP_INDEX
    if ruffed:
        top = layout.trump_level[top]
    turn, left = table.start.behind[me][0], len(table.left) - 1
    trick = Trick(suit, shape.width, shape.length, shape.cards, top, ruffed, me, points, turn, left, shape.pairs)
    return trick, played
