"""Following a lead of one card in a play-out by rules."""

from dataclasses import dataclass
from typing import Final

from engine.model.trump import EFFECTIVE_SUIT_COUNT, TRUMP_INDEX
from engine.players.any_playout.hands import THROW, ManyTrick
from engine.players.beliefs import EVEN
from engine.players.playout.hands import split_bits
from engine.players.rule_playout.lead import LATE
from engine.players.rule_playout.outlook import SuitOutlook
from engine.players.rule_playout.table import OpenTable, find_above, points_of_bit
from engine.players.rule_playout.trick import Shape, estimate_over, list_behind
from engine.players.rule_playout.value_cards import Behind, estimate_win, sum_feeds, value_card, value_pair
from engine.players.trick_odds import HONOUR_POINTS
from engine.players.weights import WEIGHTS

_VOID: Final = WEIGHTS.void
_LOST_POINTS: Final = WEIGHTS.lost_points
_SECOND_HONOUR: Final = WEIGHTS.second_honour
_PARTNER_RUFFED: Final = WEIGHTS.partner_ruffed


@dataclass(slots=True)
class Follower:
    """A seat that follows, and what it expects."""

    table: OpenTable
    trick: ManyTrick
    shape: Shape
    led: SuitOutlook
    trumps: SuitOutlook
    behind: Behind
    ours: float
    """The chance that a partner wins so far."""
    won: float
    """Points still to come if this side wins, those on the table included."""
    lost: float
    if_not: float
    """What the trick is worth if this seat does not take it."""
    per_point: float
    """What a point that it adds is worth then."""
    late: bool

    def value_taking(self, chance: float, points: int) -> float:
        """Return what taking the trick for now is worth, if this side then wins it with this chance."""
        return chance * (self.won + points) - (1.0 - chance) * (self.lost + points)


def choose_follow(table: OpenTable, trick: ManyTrick) -> tuple[int, int]:
    """Return the suit and the bit of the card with which the seat on turn follows a lead of one card."""
    at = EFFECTIVE_SUIT_COUNT * trick.turn + trick.suit
    held = table.hands[0][at]
    if held and table.counts[at] == 1:
        return trick.suit, held
    if table.left[trick.turn] == 1:
        return table.find_last(trick.turn)
    follower = build_follower(table, trick)
    return (trick.suit, _choose_of_led_suit(follower, held)) if held else _choose_void(follower)


def build_follower(table: OpenTable, trick: ManyTrick) -> Follower:
    """Return what the seat on turn expects of the trick."""
    me, suit, shape = trick.turn, trick.suit, Shape.of(trick)
    read = SuitOutlook.of if trick.left > 1 else SuitOutlook.count
    led = read(table, me, suit)
    trumps = led if suit == TRUMP_INDEX else read(table, me, TRUMP_INDEX)
    behind = list_behind(table, me, trick.left - 1, led, shape)
    won, lost = sum_feeds(behind)
    won, lost = won + trick.points, lost + trick.points
    ours = table.allies[me][trick.winner]
    chance = _estimate_without(table, trick, shape, led, trumps, behind, ours)
    per_point = 2.0 * chance - 1.0 - (_LOST_POINTS if not behind and ours < EVEN else 0.0)
    if_not = chance * won - (1.0 - chance) * lost
    late = table.left[me] <= LATE
    return Follower(table, trick, shape, led, trumps, behind, ours, won, lost, if_not, per_point, late)


def _estimate_without(
    table: OpenTable,
    trick: ManyTrick,
    shape: Shape,
    led: SuitOutlook,
    trumps: SuitOutlook,
    behind: Behind,
    ours: float,
) -> float:
    """Return the chance that the seat's side wins if it does not take the trick."""
    if not behind:
        return ours
    above = table.layout.trumps_above
    if trick.suit == TRUMP_INDEX:
        over = 0.0 if trick.width == THROW else estimate_over(led, shape, above[trick.top])
        return estimate_win(ours, behind, over, 0.0)
    if trick.ruffed:
        return estimate_win(ours, behind, 0.0, estimate_over(trumps, shape, above[trick.top]))
    over = 0.0 if trick.width == THROW else estimate_over(led, shape, -(trick.top << 1))
    return estimate_win(ours, behind, over, estimate_over(trumps, shape, -1))


def _choose_of_led_suit(one: Follower, held: int) -> int:
    """Return the card of the led suit that is worth most."""
    trick, layout, led = one.trick, one.table.layout, one.led
    suit = trick.suit
    is_trump = suit == TRUMP_INDEX
    pairs = one.table.hands[1][EFFECTIVE_SUIT_COUNT * trick.turn + suit]
    takers = layout.trumps_above[trick.top] if is_trump else 0 if trick.ruffed else -(trick.top << 1)
    is_second = len(one.behind) == len(one.table.left) - 2 and not is_trump
    ruffs = 0.0 if is_trump else one.trumps.chance_of_one(-1)
    best, chosen = -1e9, 0
    for bit in split_bits(held):
        higher = led.count_among(find_above(layout, suit, bit))
        points = points_of_bit(layout, suit, bit)
        score = -value_card(led, bit, higher, points, late=one.late)
        if pairs & bit:
            score -= value_pair(layout, led, bit, pairs)
        if bit & takers:
            chance = estimate_win(1.0, one.behind, 1.0 - float(led.rest**higher), ruffs)
            score += one.value_taking(chance, points)
        else:
            score += one.if_not + one.per_point * points
        if is_second and points == HONOUR_POINTS and higher:
            score -= _SECOND_HONOUR * points
        if score > best:
            best, chosen = score, bit
    return chosen


def _choose_void(one: Follower) -> tuple[int, int]:
    """Return the ruff or the discard that is worth most."""
    table, trick, base = one.table, one.trick, EFFECTIVE_SUIT_COUNT * one.trick.turn
    best, suit, chosen, takers = -1e9, 0, 0, 0
    if trick.suit != TRUMP_INDEX:
        takers = table.hands[0][base + TRUMP_INDEX]
        if trick.ruffed:
            takers &= table.layout.trumps_above[trick.top]
        if takers and (one.behind or one.ours < 1.0):
            best, chosen = _choose_ruff(one, takers, table.hands[1][base + TRUMP_INDEX])
            suit = TRUMP_INDEX
    for other in range(EFFECTIVE_SUIT_COUNT):
        held = table.hands[0][base + other]
        if other == TRUMP_INDEX:
            held &= ~takers
        if held:
            score, bit = _choose_discard(one, other, held)
            if score > best:
                best, suit, chosen = score, other, bit
    if not chosen:  # nothing but trumps that would ruff the partner's trick
        return TRUMP_INDEX, takers & -takers
    return suit, chosen


def _choose_ruff(one: Follower, takers: int, pairs: int) -> tuple[float, int]:
    layout, trumps = one.table.layout, one.trumps
    blunder = _PARTNER_RUFFED if one.behind and _is_partner_safe(one) else 0.0
    best, chosen = -1e9, 0
    for bit in split_bits(takers):
        higher = trumps.count_among(find_above(layout, TRUMP_INDEX, bit))
        points = points_of_bit(layout, TRUMP_INDEX, bit)
        score = -blunder - value_card(trumps, bit, higher, points, late=one.late)
        if pairs & bit:
            score -= value_pair(layout, trumps, bit, pairs)
        score += one.value_taking(estimate_win(1.0, one.behind, 0.0, 1.0 - float(trumps.rest**higher)), points)
        if score > best:
            best, chosen = score, bit
    return best, chosen


def _is_partner_safe(one: Follower) -> bool:
    """Return whether a partner wins with a card of the led suit that no seat behind is known to beat."""
    trick = one.trick
    if one.ours < 1.0 or trick.ruffed or one.led.unseen & -(trick.top << 1):
        return False
    return not any(ally < EVEN and not follows and ruffs for ally, follows, ruffs, _ in one.behind)


def _choose_discard(one: Follower, suit: int, held: int) -> tuple[float, int]:
    """Return the best of the lowest cards of a suit: without points, not of a pair, a five, a king or ten."""
    table, layout = one.table, one.table.layout
    base = EFFECTIVE_SUIT_COUNT * one.trick.turn
    outlook = one.trumps if suit == TRUMP_INDEX else SuitOutlook.count(table, one.trick.turn, suit)
    fives, tens, pairs = held & layout.fives[suit], held & layout.tens[suit], table.hands[1][base + suit]
    plain = held & ~(fives | tens)
    alone = plain & ~pairs
    empties = table.counts[base + suit] == 1 and suit != TRUMP_INDEX and table.counts[base + TRUMP_INDEX] > 0
    best, chosen, last = -1e9, 0, 0
    for bit in (plain & -plain, alone & -alone, fives & -fives, tens & -tens):
        if bit and bit != last:
            last = bit
            higher = outlook.count_among(find_above(layout, suit, bit))
            points = points_of_bit(layout, suit, bit)
            score = one.if_not + one.per_point * points - value_card(outlook, bit, higher, points, late=one.late)
            if pairs & bit:
                score -= value_pair(layout, outlook, bit, pairs)
            if empties:
                score += _VOID
            if score > best:
                best, chosen = score, bit
    return best, chosen
