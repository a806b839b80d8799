"""Leads of a play-out by rules: single cards, tuples, tractors and throws that nobody can beat."""

from dataclasses import dataclass
from typing import Final

from engine.model.options import Throws
from engine.model.trump import EFFECTIVE_SUIT_COUNT, TRUMP_INDEX
from engine.players.any_playout.hands import THROW, ManyTrick
from engine.players.beliefs import EVEN
from engine.players.bit_layout import BitLayout
from engine.players.playout.hands import split_bits
from engine.players.playout.lead import split_bits_of_run
from engine.players.rule_playout.outlook import SuitOutlook
from engine.players.rule_playout.table import OpenTable, Played, find_above, points_of_bit
from engine.players.rule_playout.trick import Shape, estimate_over, list_behind
from engine.players.rule_playout.value_cards import estimate_win, sum_feeds, value_card, value_cards, value_pair
from engine.players.trick_odds import HONOUR_POINTS
from engine.players.weights import WEIGHTS

LATE: Final = 6
"""Number of cards in hand from which the last trick matters."""
_SAFE: Final = 0.97
"""The chance that a tractor wins."""
_LAST_TRICK: Final = 2 * WEIGHTS.kitty_guess
_VOID: Final = WEIGHTS.void
_SIZE: Final = WEIGHTS.size
_DRAW: Final = WEIGHTS.draw
_DRAWN: Final = WEIGHTS.drawn
_EXPOSED: Final = WEIGHTS.exposed
_SINGLE: Final = Shape(1, 1, 1, 0)


@dataclass(slots=True)
class _Best:
    """The best lead so far."""

    score: float
    suit: int
    kinds: int
    shape: Shape

    def offer(self, score: float, suit: int, kinds: int, shape: Shape) -> None:
        """Take this lead if it is better."""
        if score > self.score:
            self.score, self.suit, self.kinds, self.shape = score, suit, kinds, shape


@dataclass(slots=True)
class _Leader:
    """The seat that leads, and what it knows of trumps."""

    table: OpenTable
    me: int
    size: int
    trumps: SuitOutlook
    any_trump: float
    """The chance that a certain seat has a trump."""
    draw: float
    """The value of each trump led for the trumps that it draws."""
    late: bool
    """Whether the last trick matters."""
    best: _Best


@dataclass(slots=True)
class _Suit:
    """A suit of the leader."""

    outlook: SuitOutlook
    held: int
    pairs: int
    number: int
    draw: float
    void: float
    """The value of playing its last cards."""


def choose_lead(table: OpenTable, me: int, throws: Throws) -> tuple[ManyTrick, Played]:
    """Return the trick that a seat begins, and its cards, which it still holds."""
    if table.left[me] == 1:
        return _build_trick(table, me, _Best(0.0, *table.find_last(me), _SINGLE))
    leader, base = _build_leader(table, me), EFFECTIVE_SUIT_COUNT * me
    own_trumps = table.counts[base + TRUMP_INDEX]
    for suit in range(EFFECTIVE_SUIT_COUNT):
        held = table.hands[0][base + suit]
        if held:
            is_trump = suit == TRUMP_INDEX
            outlook = leader.trumps if is_trump else SuitOutlook.of(table, me, suit)
            void = _VOID if own_trumps and not is_trump else 0.0
            number, draw = table.counts[base + suit], leader.draw if is_trump else 0.0
            one = _Suit(outlook, held, table.hands[1][base + suit], number, draw, void)
            _offer_singles(leader, one)
            if one.pairs:
                for width in range(2, len(table.hands) + 1):
                    _offer_tuples(leader, one, table.hands[width - 1][base + suit], width)
            if number > 1 and (throws is Throws.ALL or (throws is Throws.SIDE_SUITS and not is_trump)):
                _offer_throw(leader, one)
    return _build_trick(table, me, leader.best)


def _build_leader(table: OpenTable, me: int) -> _Leader:
    trumps = SuitOutlook.of(table, me, TRUMP_INDEX)
    draw, size = _value_drawing(table, me, trumps), table.left[me]
    return _Leader(table, me, size, trumps, trumps.chance_of_one(-1), draw, size <= LATE, _Best(-1e9, 0, 0, _SINGLE))


def _value_drawing(table: OpenTable, me: int, trumps: SuitOutlook) -> float:
    allies, foes = table.allies[me], 0
    for other in table.start.behind[me]:
        if allies[other] < EVEN and not table.void[EFFECTIVE_SUIT_COUNT * other + TRUMP_INDEX]:
            foes += 1
    if not table.sides[me] or foes * trumps.share * trumps.number < 1:
        return -_DRAWN
    longer = table.counts[EFFECTIVE_SUIT_COUNT * me + TRUMP_INDEX] - trumps.number / (len(table.left) - 1)
    return _DRAW * min(1.0, longer / 3)


def _offer_singles(leader: _Leader, one: _Suit) -> None:
    layout, outlook, late = leader.table.layout, one.outlook, leader.late
    suit, rest = outlook.suit, outlook.rest
    behind = list_behind(leader.table, leader.me, len(leader.table.left) - 1, outlook, _SINGLE)
    won, lost = sum_feeds(behind)
    is_exposed = suit != TRUMP_INDEX and not any(ally > EVEN and not follows for ally, follows, _, _ in behind)
    base, lowest = one.draw + (one.void if one.number == 1 else 0.0), -1
    for bit in split_bits(one.held):
        higher = outlook.count_among(find_above(layout, suit, bit))
        points = points_of_bit(layout, suit, bit)
        if not points and not one.pairs & bit:
            if higher == lowest:  # a lower card does the same
                continue
            lowest = higher
        score = base - value_card(outlook, bit, higher, points, late=late)
        if is_exposed and higher and points == HONOUR_POINTS:
            if _has_plain_equal(layout, one, bit):
                continue
            score -= _EXPOSED * points
        if one.pairs & bit:
            score -= value_pair(layout, outlook, bit, one.pairs)
        ours = estimate_win(1.0, behind, 1.0 - float(rest**higher), leader.any_trump)
        leader.best.offer(score + ours * (points + won) - (1.0 - ours) * (points + lost), suit, bit, _SINGLE)


def _has_plain_equal(layout: BitLayout, one: _Suit, bit: int) -> bool:
    """Return whether a card without points is as hard to beat."""
    suit = one.outlook.suit
    lower = one.outlook.unseen & (bit | bit - 1)
    plain = one.held & ~(layout.tens[suit] | layout.fives[suit])
    return plain >> lower.bit_length() != 0


def _offer_tuples(leader: _Leader, one: _Suit, tuples: int, width: int) -> None:
    """Offer each pair, or each wider tuple, and the longest tractor of them."""
    if not tuples:
        return
    layout, outlook = leader.table.layout, one.outlook
    suit, shape = outlook.suit, Shape(width, 1, width, 0)
    behind = list_behind(leader.table, leader.me, len(leader.table.left) - 1, outlook, shape)
    won, lost = sum_feeds(behind)
    won += _SIZE * (width - 1)
    base = width * one.draw + (one.void if one.number == width else 0.0)
    last = _LAST_TRICK if leader.size == width else 0.0
    ruffs = leader.trumps.chance_of_tuple(-1, width)
    for bit in split_bits(tuples):
        above = find_above(layout, suit, bit)
        points = points_of_bit(layout, suit, bit)
        value = width * value_card(outlook, bit, outlook.count_among(above), points, late=leader.late)
        value += value_pair(layout, outlook, bit, one.pairs)
        ours = estimate_win(1.0, behind, outlook.chance_of_tuple(above, width), ruffs)
        stake = width * points + last
        leader.best.offer(base - value + ours * (stake + won) - (1.0 - ours) * (stake + lost), suit, bit, shape)
    level = layout.collapse(tuples) if suit == TRUMP_INDEX else tuples
    runs = level & (level >> 1)
    if runs:
        _offer_tractor(leader, one, tuples, width, runs)


def _offer_tractor(leader: _Leader, one: _Suit, tuples: int, width: int, runs: int) -> None:
    """Offer the highest of the longest tractors; `runs`: where two tuples touch."""
    length, suit = 2, one.outlook.suit
    while runs & (runs >> 1):
        runs &= runs >> 1
        length += 1
    low = 1 << (runs.bit_length() - 1)
    kinds = split_bits_of_run(tuples, suit, low, length, leader.table.layout)
    _offer_many(leader, one, kinds, Shape(width, length, width * length, 0), _SAFE)


def _offer_throw(leader: _Leader, one: _Suit) -> None:
    """Offer all cards and pairs of the suit that no unseen cards can beat, unless they are one unit or pairs touch."""
    layout, suit, outlook = leader.table.layout, one.outlook.suit, one.outlook
    pairs = one.pairs & _find_unbeaten(layout, suit, outlook.twice)
    kinds = pairs | one.held & ~one.pairs & _find_unbeaten(layout, suit, outlook.unseen)
    if not kinds & (kinds - 1):  # one unit
        return
    level = layout.collapse(pairs) if suit == TRUMP_INDEX else pairs
    if level & (level >> 1):
        return
    number = pairs.bit_count()
    shape = Shape(THROW, 1, kinds.bit_count() + number, number)
    behind = list_behind(leader.table, leader.me, len(leader.table.left) - 1, outlook, shape)
    _offer_many(leader, one, kinds, shape, estimate_win(1.0, behind, 0.0, estimate_over(leader.trumps, shape, -1)))


def _find_unbeaten(layout: BitLayout, suit: int, unseen: int) -> int:
    """Return the kinds that none of the unseen ones beats."""
    if not unseen:
        return -1
    top = 1 << (unseen.bit_length() - 1)
    return layout.trumps_above.get(layout.trump_level[top] >> 1, -1) if suit == TRUMP_INDEX else -top


def _offer_many(leader: _Leader, one: _Suit, kinds: int, shape: Shape, ours: float) -> None:
    """Offer a tractor or a throw that wins with the chance `ours`."""
    table, suit, cards = leader.table, one.outlook.suit, shape.cards
    behind = list_behind(table, leader.me, len(table.left) - 1, one.outlook, shape)
    won, lost = sum_feeds(behind)
    won += _SIZE * (cards - 1)
    played = _list_led(kinds, suit, shape, one.pairs)
    points = sum([points_of_bit(table.layout, suit, bit) for _, bit in played])
    stake = points + (_LAST_TRICK if cards == leader.size else 0.0)
    value = value_cards(table.layout, one.outlook, played, one.pairs, late=leader.late)
    score = cards * one.draw + (one.void if cards == one.number else 0.0) - value
    leader.best.offer(score + ours * (stake + won) - (1.0 - ours) * (stake + lost), suit, kinds, shape)


def _list_led(kinds: int, suit: int, shape: Shape, pairs: int) -> Played:
    """Return the cards of a lead."""
    played = []
    for bit in split_bits(kinds):
        played += [(suit, bit)] * (shape.width or (2 if pairs & bit else 1))
    return played


def _build_trick(table: OpenTable, me: int, best: _Best) -> tuple[ManyTrick, Played]:
    suit, shape, layout = best.suit, best.shape, table.layout
    played = _list_led(best.kinds, suit, shape, table.hands[1][EFFECTIVE_SUIT_COUNT * me + suit])
    points = sum([points_of_bit(layout, suit, bit) for _, bit in played])
    level = layout.collapse(best.kinds) if suit == TRUMP_INDEX else best.kinds
    top, players = 1 << (level.bit_length() - 1), len(table.left)
    turn, ruffed = table.start.behind[me][0], suit == TRUMP_INDEX
    return ManyTrick(
        suit, shape.width, shape.length, shape.cards, top, ruffed, me, points, turn, players - 1, shape.pairs
    ), played
